-- What is left over belongs to the function around.
local function outer(...)
  return function() return select("#", ...) end
end
