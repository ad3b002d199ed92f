#!/usr/bin/env lua
-- What is new since Lua 5.1, which most of the other samples are written for.
local limit <const>, file <close> = 0x7fffffffffffffff, setmetatable({}, {__close = function() end})

for i = 1, 3 do
  for j = 1, 3 do
    if i * j == 4 then goto continue end
    if i // j ~= i >> 1 | j << 1 & 0xFF ~ 3 then print(~i, -i ^ -2 ^ 2, i % j) end
  end
  ::continue::
end

local s = [==[
]] is no end, ]=] is none, and the first line end is not in it.
]==] .. '\x41\65\u{41}\z
         B\
C' .. [[a[b[1] ]]
--[=[ a comment
that ends here ]=] --[ and this one at the end of the line
--[==x no long bracket
local t = { [1] = 1, [ [[long key]] ] = 2; x = 3, f = function(...) return select('#', ...), ... end, "last"; }
t.f{1}"s"[[l]]:g{}.h = t.x, (t)[1], #t.y
;(function() end)()
t.f(1, 2)
(t.g or print)(0x.8p+1, 0XA.Fp-3, 3., .5e+10, 1//1, 1 .. 2)
repeat local done <const> = not nil == true until done and 1 < 2 or 'a' <= "b" and limit >= 3 or t ~= s;
return t, s, ...
