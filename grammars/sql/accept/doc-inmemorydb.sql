ATTACH DATABASE ':memory:' AS aux1;
ATTACH DATABASE 'file::memory:' AS aux1;
ATTACH DATABASE 'file::memory:?cache=shared' AS aux1;
ATTACH DATABASE 'file:memdb1?mode=memory&cache=shared' AS aux1;
ATTACH DATABASE '' AS aux2;
