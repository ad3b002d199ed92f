-- The loop is around the function.
while true do
  pcall(function() break end)
end
