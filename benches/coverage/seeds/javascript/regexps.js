var r = /^(\w+)\s*=\s*(["'])(.*?)\2$/gim;
r.exec("key = 'value'"); r.test("x"); r.lastIndex; r.source; r.global;
"aaa bbb".match(/a{2,3}|b+?/g); "2020-01-02".match(/(\d{4})-(\d\d)-(\d\d)/);
/[^a-z\d_-]/.test("é"); /(?:ab)*(?=c)(?!d)\bx\B/.test("ababc");
new RegExp("a.b", "g").toString(); "a.b.c".search(/\./); "a1b2".split(/\d/);
/[\u0041-\u005a\cJ\0]/.test("Q"); /(a)|(b)/.exec("b"); "xyz".replace(/(y)/, "[$1$`$']");
try { new RegExp("("); } catch (e) { e.message; }
