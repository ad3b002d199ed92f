#!/usr/bin/env node
var a
let b
(c) => d
b
++c
if (a) b
else c
do a; while (b) c
return
a
function f() { return }
const g = () => {}
[1].map(g)
a = b
/c/g.exec(d)
x
  .y()
  ?.z
throw a /* b
*/ c
a = - --b + + +c
