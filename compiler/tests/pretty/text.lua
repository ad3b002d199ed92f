local t={1,2,3}for i=1,10 do if i>5 then print(i,t[i],"a string that is long enough to break the line")else t[#t+1]=i end end return t
