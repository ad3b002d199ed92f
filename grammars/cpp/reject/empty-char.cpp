char x = '';
