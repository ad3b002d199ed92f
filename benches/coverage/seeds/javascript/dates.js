var d = new Date(2020, 1, 29, 12, 30, 15, 500);
d.getFullYear(); d.getMonth(); d.getDate(); d.getDay(); d.getHours(); d.getMinutes(); d.getSeconds(); d.getMilliseconds(); d.getTime();
d.setFullYear(2021); d.setMonth(13); d.setDate(0); d.setHours(25); d.setMinutes(-1); d.setUTCSeconds(61); d.setTime(1e12);
d.toISOString(); d.toUTCString(); d.toString(); d.toDateString(); d.toTimeString(); d.toLocaleString(); d.toJSON();
Date.UTC(1999, 11, 31); Date.parse("2011-10-05T14:48:00.000Z"); Date.parse("2011-10-05T14:48:00+02:30"); Date.parse("nonsense");
new Date("2000-01-01") - new Date(0); new Date(NaN).getTime(); d.getTimezoneOffset(); d.valueOf(); typeof Date();
