" Vim filetype plugin
" Language: Marble, the language of rxrepl

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,://
compiler rxrepl

let b:undo_ftplugin = 'setlocal commentstring< comments< makeprg< errorformat<'
