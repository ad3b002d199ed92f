-- The label of the inner block has the name of one that is known there.
::again::
do
  ::again::
  goto again
end
