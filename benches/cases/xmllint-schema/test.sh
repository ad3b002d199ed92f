#!/bin/sh
# xmllint accepts the schema. By this schema a signature without a value is invalid, for that reason alone.
instance='<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>
<CanonicalizationMethod Algorithm="c"/><SignatureMethod Algorithm="s"/>
<Reference><DigestMethod Algorithm="d"/><DigestValue>AAAA</DigestValue></Reference></SignedInfo></Signature>'
found=$(printf '%s' "$instance" | timeout 10 xmllint --nonet --noout --schema "$1" - 2>&1)
# 3 is the status of a document that is invalid by a schema without errors.
test $? = 3 || exit 1
test "$found" = "-:1: element Signature: Schemas validity error : Element '{http://www.w3.org/2000/09/xmldsig#}Signature': \
Missing child element(s). Expected is ( {http://www.w3.org/2000/09/xmldsig#}SignatureValue ).
- fails to validate"
