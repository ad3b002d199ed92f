-- The jump leads to where `y` is known.
for i = 1, 3 do
  if i == 2 then goto continue end
  local y = i * i
  ::continue::
  print(i)
end
