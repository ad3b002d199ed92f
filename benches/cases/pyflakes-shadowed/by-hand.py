import a
for a in 1:1