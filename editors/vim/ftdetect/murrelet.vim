" SPDX-License-Identifier: BSD-2-Clause
" Litmus tests by their name.  Models are .m files, as are Objective-C's and Matlab's: Vim looks at the text and knows
" most; `let g:filetype_m = 'murphi'` in your vimrc says so of all.
autocmd BufRead,BufNewFile *.litmus setfiletype litmus
