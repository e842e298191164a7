autocmd BufNewFile,BufRead *.marble setfiletype marble
