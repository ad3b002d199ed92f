-- Labels, loops and what is left over of arguments, as hooks say what is right.
local function squares(...)
  local all = {}
  for i = 1, select("#", ...) do
    local n = select(i, ...)
    if n < 0 then goto continue end
    local square = n * n
    all[#all + 1] = square
    ::continue:: -- the end of the block, so `square` is known no more
  end
  return all, function(...) return ... end
end

do
  local n = 0
  ::again::
  n = n + 1
  while true do
    repeat
      if n > 2 then break end
      goto again
    until n > 3
    local done <close> = setmetatable({}, { __close = function() n = 0 end })
    if n > 2 then goto out end
  end
  ::out::;
end
for _ = 1, 2 do goto continue ::continue:: end
