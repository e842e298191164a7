" Vim compiler file
" Compiler: rxrepl, which runs the assertions of marble scripts

if exists('current_compiler')
  finish
endif
scriptencoding utf-8
let current_compiler = 'rxrepl'

if exists(':CompilerSet') != 2
  command -nargs=* CompilerSet setlocal <args>
endif

CompilerSet makeprg=rxrepl\ test\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,✗\ %f:%l\ \ %m,x\ %f:%l\ \ %m,%-G%.%#
