-- A statement closes one variable at most.
local first <close>, second <close> = open(), open()
