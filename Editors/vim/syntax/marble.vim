" Vim syntax file
" Language:  Marble, the language of rxrepl
" Filenames: *.marble
"
" As in the language, the beginning of an operand decides its kind. A name followed by `(` or `{`, or a link of a chain,
" begins an expression. A name alone is an expression too. Everything else is a timeline. If two items match at the same
" position, Vim uses the one defined last, so timelines are defined first. With `matchgroup`, the contents of brackets
" cannot match at the bracket itself.

if exists('b:current_syntax')
  finish
endif

scriptencoding utf-8

let s:keep_cpo = &cpo
set cpo&vim

syn case match
syn iskeyword @,48-57,_,192-255
syn sync fromstart

" Names begin with a letter. Vim treats symbols and emoji as letters, so they are excluded.
let s:letter = '\%(\K\&[^\u2190-\u2bff\U1f000-\U1faff]\)'
let s:name = s:letter . '\k*'
" A stream of an action.
let s:action = '\.\%(values\|errors\|isExecuting\|isEnabled\|disabledErrors\)\k\@!'

" Parts of timelines.
syn cluster marbleEvents contains=marbleValue,marbleTick,marbleTime,marbleEnd,marbleText,marbleTimelineMark,marbleTimelineError,marbleGroup,marbleStream,marbleRepeat
syn match marbleTimelineError /[*\\)\]}=;,]/ contained
syn match marbleTimelineMark /[\^>]/ contained
syn match marbleValue /[^[:space:]\-.,;|#!^()\[\]{}<>"@*\\=─┤]\+/ contained
syn match marbleTick /[-.─]\+/ contained
syn match marbleTime /\%([[:space:]<{=,]\|^\)\@1<=\d\+\%(\.\d\+\)\=\%(ms\|[tsm]\)\%([[:space:]>},;=]\|$\)\@=/ contained
syn match marbleTime /@\d\+/ contained
" The gaps of a pattern.
syn match marbleTime /\%(\<matches\s.*\)\@<=\*/ contained
syn match marbleTime /\%(\<matches\%(\s.*[[:space:]{]\|\s\)\)\@<=\%(\d[0-9.]\{-}\%(ms\|[tsm]\)\=\)\=\.\.\.\%(\d[0-9.]*\%(ms\|[tsm]\)\)\=\%([[:space:]},;]\|$\)\@=/ contained
syn match marbleEnd /[|#!┤]/ contained
syn match marbleEnd /!\a\%(\k\|\s\)*!/ contained
syn region marbleEnd oneline start=/#"/ skip=/\\./ end=/"/ end=/$/ contained
syn region marbleEnd oneline matchgroup=marbleEnd start=/#\[/ skip=/\\./ end=/\]/ end=/$/ contained contains=marbleItemText
syn region marbleText oneline start=/"/ skip=/\\./ end=/"/ end=/$/ contained contains=marbleTextEscape
syn region marbleValue oneline matchgroup=marbleValue start=/\[/ skip=/\\./ end=/\]/ end=/$/ contained contains=marbleItemText,marbleItemList
syn match marbleValue /\[[,(<]\]/ contained
syn region marbleItemText oneline start=/\%([\[,(]\s*\)\@<="/ skip=/\\./ end=/"/ end=/$/ contained transparent contains=NONE
syn region marbleItemList oneline matchgroup=marbleValue start=/\%([\[,(]\s*\)\@<=\[/ skip=/\\./ end=/\]/ end=/$/ contained transparent contains=marbleItemText,marbleItemList
syn region marbleGroup oneline transparent matchgroup=marblePunctuation start=/(/ end=/)/ end=/$/ contained contains=@marbleEvents
syn region marbleStream oneline transparent matchgroup=marblePunctuation start=/</ end=/>/ end=/$/ contained contains=@marbleEvents
syn region marbleRepeat oneline transparent matchgroup=marblePunctuation start=/{/ end=/}\%(\*\d*\)\=/ end=/$/ contained contains=@marbleEvents

syn region marbleTimeline transparent oneline contains=@marbleEvents
  \ start=/\ze[^[:space:];=,]/
  \ end=/$/ end=/\ze[;=,]/ end=/[-!^)]\@1<=\ze\s\+matches\s/ end=/\s\@1<=\ze\/[\/*]/ end=/\s\@1<=\ze\%(where\|during\|at\)\%(\s\|$\)/

" Expressions.
syn cluster marbleExpression contains=marbleName,marbleOperator,marbleHole,marbleHoleLink,marbleLink,marbleMember,marbleString,marbleNumber,marbleConstant,marbleThrow,marbleIn,marbleParameter,marbleSign,marbleRound,marbleSquare,marbleClosure,marbleLineComment,marbleBlockComment
syn match marbleSign /&&\|||\|[=!<>]=\|[-+*\/%<>!?:=.,]/ contained
execute 'syn match marbleName /' . s:name . '/ contained'
syn match marbleNumber /\d\+\%(\.\d\+\)\=\%([eE][-+]\=\d\+\)\=\%(ms\|[tsm]\)\=\k\@!/ contained
syn match marbleParameter /\$\d\+/ contained
syn match marbleConstant /\%(true\|false\|nil\)\k\@!/ contained
syn match marbleThrow /throw\k\@!/ contained
syn match marbleIn /\%([[:keyword:])]\s\+\)\@<=in\k\@!/ contained
syn region marbleRound matchgroup=marblePunctuation start=/(/ end=/)/ end=/^\s*$/ contained contains=@marbleExpression
syn region marbleSquare matchgroup=marblePunctuation start=/\[/ end=/\]/ end=/^\s*$/ contained contains=@marbleExpression
syn region marbleClosure matchgroup=marblePunctuation start=/{/ end=/}/ end=/^\s*$/ contained contains=@marbleExpression
syn region marbleCall matchgroup=marblePunctuation start=/(/ end=/)/ end=/^\s*$/ contained contains=@marbleExpression,marbleLabel nextgroup=marbleClosure skipwhite
execute 'syn match marbleLabel /\%([(,]\s*\|^\s*\)\@<=' . s:name . '\%(\s*:\)\@=/ contained'
syn region marbleString oneline start=/"/ skip=/\\[^(]/ end=/"/ end=/$/ contained contains=marbleInterpolation,marbleTextEscape
syn match marbleTextEscape /\\\%(u{\x*}\|[^(]\)/ contained
syn region marbleInterpolation oneline matchgroup=marblePunctuation start=/\\(/ end=/)/ end=/$/ contained contains=@marbleExpression

" Statements, outside brackets.
syn match marbleComma /,/
execute 'syn match marbleReference /' . s:name . '\ze\s*\%($\|;\|==\)/'
execute 'syn match marbleReference /' . s:name . '\ze\s\+\%(\%(during\|matches\)\%(\s\|$\)\|\/[\/*]\)/'
execute 'syn match marbleReference /' . s:name . '\ze\.' . s:name . '\%((\|\s*{\)/'
execute 'syn match marbleReference /' . s:name . '\ze\.?/'
execute 'syn match marbleReference /' . s:name . '\ze' . s:action . '/'
execute 'syn region marbleString oneline start=/"\%(\%([^"\\]\|\\.\)*"\.' . s:name . '\%((\|\s*{\)\)\@=/ skip=/\\[^(]/ end=/"/ end=/$/ contains=marbleInterpolation,marbleTextEscape'
execute 'syn region marbleList matchgroup=marblePunctuation start=/\[\%(\%([^\[\]"]\|"\%([^"\\]\|\\.\)*"\|\[[^\[\]]*\]\)*\]\.' . s:name . '\%((\|\s*{\)\|[^\]]*,\s*$\)\@=/ end=/\]/ end=/^\s*$/ contains=@marbleExpression'
execute 'syn match marbleOperator /' . s:letter . '\k\+\ze\s\+{\%([^{}]*}\*\)\@!/ nextgroup=marbleClosure skipwhite'
execute 'syn match marbleOperator /' . s:name . '\ze{/ nextgroup=marbleClosure'
execute 'syn match marbleMember /\.' . s:name . '/ contained contains=marbleAccessor'
execute 'syn match marbleLink /\.' . s:name . '\ze(/ contains=marbleAccessor nextgroup=marbleCall'
execute 'syn match marbleLink /\.' . s:name . '\ze\s*{/ contains=marbleAccessor nextgroup=marbleClosure skipwhite'
execute 'syn match marbleLink /\%(\k\|[)}]\)\@1<=' . s:action . '/ contains=marbleAccessor'
syn match marbleAccessor /\./ contained
execute 'syn match marbleOperator /' . s:name . '\ze(/ nextgroup=marbleCall'
execute 'syn match marbleBinding /' . s:name . '\ze\s*==\@!/ nextgroup=marbleAssign skipwhite'
execute 'syn match marbleDefinition /' . s:name . '\ze([^()]*)\s*==\@!/ nextgroup=marbleParameters'
syn region marbleParameters oneline matchgroup=marblePunctuation start=/(/ end=/)/ end=/$/ contained contains=marbleName,marbleSign nextgroup=marbleDefinitionHole,marbleAssign skipwhite
syn match marbleAssign /=/ contained
syn match marbleComparison /==/
syn match marbleHole /?\ze(/ nextgroup=marbleCall
syn match marbleHoleLink /\%(\k\|[)}?]\)\@1<=\.?/ contains=marbleAccessor,marbleHoleMark
syn match marbleHole /?\ze\s*[)},]/ contained
syn match marbleDefinitionHole /=\s*?\ze\s*\%($\|;\|\/[\/*]\)/ contained contains=marbleAssign,marbleHoleMark
syn match marbleHoleMark /?/ contained
syn match marbleKeyword /\%(during\|check\|races\|matches\|cold\|raw\)\%(\s\+[^[:space:]=]\)\@=/
syn match marbleKeyword /within\%(\s\+\d\)\@=/ nextgroup=marbleNumber skipwhite
syn region marbleQuestion transparent oneline matchgroup=marbleKeyword start=/\%(^[ \t>]*\|;\s*\)\@<=why\%(\s\+not\)\=\ze\s\+[^[:space:]=]/ end=/\s\@1<=in\ze\s/ matchgroup=NONE end=/$/ end=/\ze;/ end=/\s\@1<=\ze\/[\/*]/ contains=@marbleEvents
execute 'syn match marbleKeyword /\%(^[ \t>]*\|;\s*\)\@<=\%(why\s\+twice\|who\s\+holds\)\ze\s\+\%(in\k\@!\)\@!' . s:name . '/ nextgroup=marbleAskedName skipwhite'
execute 'syn match marbleKeyword /\%(^[ \t>]*\|;\s*\)\@<=why\s\+was\ze\s\+' . s:name . '\s\+unsubscribed\k\@!/ nextgroup=marbleAskedName skipwhite'
execute 'syn match marbleAskedName /' . s:name . '/ contained nextgroup=marbleAskedWord skipwhite'
syn match marbleAskedWord /\%(unsubscribed\|in\)\k\@!/ contained nextgroup=marbleAskedWord skipwhite
syn match marbleKeyword /check\s\+subscriptions\ze\s*\%($\|;\|\/[\/*]\)/
execute 'syn match marbleKeyword /subscriptions\%(\s\+' . s:name . '\)\@=/ nextgroup=marbleName skipwhite'
syn region marbleLaw transparent matchgroup=marbleKeyword start=/forall\%(\s\+[^[:space:]=]\)\@=/ matchgroup=marbleLawColon end=/:/ end=/$/ contains=@marbleExpression,marbleLawKeyword,marbleLawValue
execute 'syn match marbleLawKeyword /cold\ze\s\+\%(\%(of\|in\|when\)\k\@!\)\@!' . s:name . '/ contained'
syn match marbleLawKeyword /\%([[:keyword:]\])]\s\+\)\@<=\%(of\|in\|when\)\k\@!/ contained
syn region marbleLawValue oneline matchgroup=marbleLawValue start=/\%(\<\%(of\|in\)\s*\)\@<=\[/ skip=/\\./ end=/\]/ end=/$/ contained contains=marbleItemText,marbleItemList
syn match marbleKeyword /where\s\@=/ nextgroup=marbleRenaming skipwhite
syn region marbleRenaming transparent oneline contained contains=marbleRenamed,marbleRenamedNumber,marbleText,marbleTuple,marbleRenamingSign,marbleClosure,marbleLabel
  \ start=/\ze\S/ end=/$/ end=/\ze;/ end=/\ze==/ end=/\s\@1<=\ze\/[\/*]/ end=/\s\@1<=\zeduring\%(\s\|$\)/
syn match marbleRenamed /[^[:space:],=;:{"\[(][^[:space:],=;]*/ contained
syn match marbleRenamedNumber /-\=\d[^[:space:],=;]*/ contained
syn region marbleTuple oneline matchgroup=marbleTuple start=/\[/ skip=/\\./ end=/\]/ end=/$/ contained contains=marbleItemText,marbleItemList
syn region marbleTuple oneline matchgroup=marbleTuple start=/(/ skip=/\\./ end=/)/ end=/$/ contained contains=marbleItemText
syn match marbleRenamingSign /[=,:]/ contained
syn match marbleLabel /[^[:space:],=;]\ze\s*:/ contained

" Commands.
syn match marbleCommand /\%(^[ \t>]*\|;\s*\)\@<=:[^[:space:];]*/ nextgroup=marbleArgument skipwhite
syn region marbleArgument oneline start=/\ze\S/ end=/$/ end=/\ze;/ end=/\s\@1<=\ze\/\// contained contains=marbleArgumentText
syn region marbleArgumentText oneline transparent start=/"/ end=/"/ end=/$/ contained contains=NONE
syn match marbleCommand /\%(^[ \t>]*\|;\s*\)\@<=:\%(pl\%(ay\=\)\=\|time\=\)\s\@=/
syn match marbleSpeed /\%(:pl.*\s\)\@<=at\s\+[^[:space:];]\+\ze\s*\%(;\|$\)/ contains=marbleSpeedNumber
syn match marbleSpeedNumber /\%(at\s\+\)\@<=[^[:space:];]\+/ contained

" A pasted drawing: lanes below a ruler.
execute 'syn region marbleDrawing transparent start=/^\s\{3,}\%(-\=\d\+\|…\)\%(\s\+\%(-\=\d\+\|…\)\)*\s*$/ end=/^\s*$/ end=/^\ze\%(\s\|\/\/\|\%(' . s:name . '\%( cold\)\=\|in \d\+\)\s\{2,}\S\)\@!/ contains=marbleRemark,marbleLane,marbleLineComment,marbleTimeline'
syn match marbleRemark /^\s.*$/ contained
execute 'syn match marbleLane /^\%(in \d\+\|' . s:name . '\)\ze\s\{2}/ contained'
execute 'syn match marbleLane /^' . s:name . ' cold\ze\s\{2}/ contained contains=marbleLaneKeyword'
syn match marbleLaneKeyword / \@1<=cold/ contained

" Comments.
syn match marbleLineComment /\%(^\|[[:space:];]\|\*\/\)\@2<=\/\/.*$/
syn region marbleBlockComment start=/\/\*/ end=/\*\// contains=marbleBlockComment

hi def link marbleTick NonText
hi def link marbleTime Number
hi def link marbleValue Constant
hi def link marbleText String
hi def link marbleString String
hi def link marbleTextEscape SpecialChar
hi def link marbleEnd Statement
hi def link marbleTimelineMark Delimiter
hi def link marbleTimelineError Error
hi def link marblePunctuation Delimiter
hi def link marbleComma Delimiter
hi def link marbleSign Delimiter
hi def link marbleAccessor Delimiter
hi def link marbleAssign Delimiter
hi def link marbleComparison Delimiter
hi def link marbleRenamingSign Delimiter
hi def link marbleOperator Function
hi def link marbleLink Function
hi def link marbleMember Function
hi def link marbleDefinition Function
hi def link marbleLabel Label
hi def link marbleParameter Identifier
hi def link marbleNumber Number
hi def link marbleSpeedNumber Number
hi def link marbleConstant Boolean
hi def link marbleThrow Exception
hi def link marbleIn Keyword
hi def link marbleKeyword Keyword
hi def link marbleHole Keyword
hi def link marbleHoleMark Keyword
hi def link marbleHoleLink Keyword
hi def link marbleDefinitionHole Keyword
hi def link marbleSpeed Keyword
hi def link marbleLaneKeyword Keyword
hi def link marbleLawKeyword Keyword
hi def link marbleAskedWord Keyword
hi def link marbleLawValue Constant
hi def link marbleLawColon Delimiter
hi def link marbleRenamed Constant
hi def link marbleRenamedNumber Number
hi def link marbleTuple Constant
hi def link marbleCommand PreProc
hi def link marbleArgument String
hi def link marbleRemark Comment
hi def link marbleLineComment Comment
hi def link marbleBlockComment Comment

let b:current_syntax = 'marble'

let &cpo = s:keep_cpo
unlet s:keep_cpo s:letter s:name
