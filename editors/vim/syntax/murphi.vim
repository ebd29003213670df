" SPDX-License-Identifier: BSD-2-Clause
" Vim syntax file: Murphi, as Murrelet reads it.
if exists("b:current_syntax")
  finish
endif

syn case ignore
syn keyword murphiControl alias begin by case choose do else elsif end endalias endchoose endfor endif
syn keyword murphiControl endswitch endwhile for if return switch then to while
syn keyword murphiRule assert assume cover endrule endruleset endstartstate error invariant liveness rule
syn keyword murphiRule ruleset startstate
syn keyword murphiDeclaration const endfunction endprocedure external externfun externproc function include
syn keyword murphiDeclaration procedure type var
syn keyword murphiType array boolean endrecord enum multiset of real record scalarset union
syn keyword murphiQuantifier endexists endforall exists forall ismember isundefined multisetadd multisetcount
syn keyword murphiQuantifier multisetremove multisetremovepred
syn keyword murphiStatement clear put undefine
syn keyword murphiConstant false true undefined
syn match murphiRule /\<\%(ltl\|leadsto\)\ze\s*["“]/
syn match murphiDeclaration /\<\%(strong\s\+\)\?fair\ze\s\+rule/
syn match murphiQuantifier /\<fires\ze\s*(/
syn match murphiQuantifier /[})]\s*\zs\<within\ze\s\+[[:alnum:]_(]/

syn match murphiNumber /\<\%(0x\x\+\|\d\+\)/
syn match murphiOperator /[-+*/%=<>!&|^~?≔≥≤≠→⇒¬∧∨×÷∕−∀∃]\|:=\|\.\.\|\[\]/
syn match murphiEscape /\\./ contained
syn region murphiString start=/"/ skip=/\\./ end=/"/ end=/$/ contains=murphiEscape,@Spell
syn region murphiString start=/“/ skip=/\\./ end=/”/ end=/"/ end=/$/ contains=murphiEscape,@Spell
syn keyword murphiTodo contained TODO FIXME XXX
syn match murphiComment /--.*$/ contains=murphiTodo,murphiTool,@Spell
syn match murphiTool /--\s*\%(machine\|show\|gives\|needs\|driver\):/ contained
syn region murphiComment start="/\*" end="\*/" contains=murphiTodo,@Spell
syn sync minlines=200

hi def link murphiControl Statement
hi def link murphiRule Keyword
hi def link murphiDeclaration StorageClass
hi def link murphiType Type
hi def link murphiQuantifier Operator
hi def link murphiStatement Statement
hi def link murphiConstant Boolean
hi def link murphiNumber Number
hi def link murphiOperator Operator
hi def link murphiEscape SpecialChar
hi def link murphiString String
hi def link murphiTodo Todo
hi def link murphiComment Comment
hi def link murphiTool SpecialComment

let b:current_syntax = "murphi"
