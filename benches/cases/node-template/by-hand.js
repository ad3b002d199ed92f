exports.template=_=>_=>a;exports.map=(a,f)=>a.map(f)
