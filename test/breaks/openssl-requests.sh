#!/usr/bin/env bash
# Makes broken requests with openssl and text alone, apart from every program here: certificates, hashes and signatures
# are openssl's, strings are written here by hand. Usage: openssl-requests.sh FOLDER, which holds ca.key, seal.key and
# stranger.key, of RSA and 2048 bits. Writes FOLDER/N.http, and FOLDER/index with one line for each: N, seconds since
# 1970 at the bank, the finding expected first.
set -euo pipefail
export LC_ALL=C
cd "$1"

# Keys that no seal may have.
openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out short.key
openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out elliptic.key

# Certificates.
cat > issue.cnf <<'CNF'
[req]
distinguished_name = none
[none]
[ca]
basicConstraints = critical, CA:TRUE
[seal]
keyUsage = critical, nonRepudiation
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:statements
[web]
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:webStatements
[bare]
keyUsage = critical, nonRepudiation
[accountsOnly]
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:aiStatements
[unwrapped]
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:psd2
[flat]
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:flatStatements
[misnamed]
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:misnamedStatements
[badAuthority]
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:badAuthorityStatements

[statements]
type = SEQUENCE:sealType
psd2 = SEQUENCE:psd2
[webStatements]
type = SEQUENCE:webType
psd2 = SEQUENCE:psd2
[aiStatements]
type = SEQUENCE:sealType
psd2 = SEQUENCE:aiPsd2
[flatStatements]
type = SEQUENCE:sealType
psd2 = SEQUENCE:flatPsd2
[misnamedStatements]
type = SEQUENCE:sealType
psd2 = SEQUENCE:misnamedPsd2
[badAuthorityStatements]
type = SEQUENCE:sealType
psd2 = SEQUENCE:badAuthorityPsd2

[sealType]
id = OID:0.4.0.1862.1.6
types = SEQUENCE:sealTypes
[sealTypes]
type = OID:0.4.0.1862.1.6.2
[webType]
id = OID:0.4.0.1862.1.6
types = SEQUENCE:webTypes
[webTypes]
type = OID:0.4.0.1862.1.6.3

[psd2]
id = OID:0.4.0.19495.2
info = SEQUENCE:info
[info]
roles = SEQUENCE:roles
name = UTF8String:Finanstilsynet
authority = UTF8String:NO-FSA
[roles]
pi = SEQUENCE:pi
ai = SEQUENCE:ai
[pi]
id = OID:0.4.0.19495.1.2
name = UTF8String:PSP_PI
[ai]
id = OID:0.4.0.19495.1.3
name = UTF8String:PSP_AI

[aiPsd2]
id = OID:0.4.0.19495.2
info = SEQUENCE:aiInfo
[aiInfo]
roles = SEQUENCE:aiRoles
name = UTF8String:Finanstilsynet
authority = UTF8String:NO-FSA
[aiRoles]
ai = SEQUENCE:ai

[flatPsd2]
id = OID:0.4.0.19495.2
info = SEQUENCE:flatInfo
[flatInfo]
roles = SEQUENCE:pi
name = UTF8String:Finanstilsynet
authority = UTF8String:NO-FSA

[misnamedPsd2]
id = OID:0.4.0.19495.2
info = SEQUENCE:misnamedInfo
[misnamedInfo]
roles = SEQUENCE:misnamedRoles
name = UTF8String:Finanstilsynet
authority = UTF8String:NO-FSA
[misnamedRoles]
pi = SEQUENCE:misnamedPi
[misnamedPi]
id = OID:0.4.0.19495.1.2
name = UTF8String:PSP_AS

[badAuthorityPsd2]
id = OID:0.4.0.19495.2
info = SEQUENCE:badAuthorityInfo
[badAuthorityInfo]
roles = SEQUENCE:roles
name = UTF8String:Finanstilsynet
authority = UTF8String:FINANSTILSYNET
CNF

openssl req -config issue.cnf -new -x509 -key ca.key -days 3000 -set_serial 0x51 -extensions ca -utf8 \
  -subj '/C=NO/O=Fjord Tillit AS/2.5.4.97=NTRNO-818283848/CN=Fjord Utsteder' -out ca.pem
issue() { # EXTENSIONS KEY: a certificate of the seal's names
  openssl req -config issue.cnf -new -key "$2.key" -utf8 \
    -subj '/C=NO/O=Vik Pay AS/2.5.4.97=PSDNO-FSA-777/CN=Vik Pay Seal' -out request.pem
  openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -set_serial 0x0BADC0FFEE -days 700 \
    -extfile issue.cnf -extensions "$1" 2> issue.log
}
der64() { openssl x509 -outform DER | base64 -w0; }
issue seal seal > seal.pem
certificate=$(der64 < seal.pem)

# What is right.
# An hour from now, when every certificate that is issued below is valid.
now=$(($(date -u +%s) + 3600))
imf() { date -u -d "@$1" '+%a, %d %b %Y %H:%M:%S GMT'; }
hexOf() { od -An -v -tx1 | tr -d ' \n'; }
orgId="#0c0f$(printf %s NTRNO-818283848 | hexOf)"
issuer="CN=Fjord Utsteder,2.5.4.97=$orgId,O=Fjord Tillit AS,C=NO"
target='/v1/payments/norwegian-domestic-credit-transfers?batch=a%20b'
givenId=7b0e6d2c-41f3-4c55-9a0b-d2f7c6a1e913
redirect='https://vik.example/return?x=%C3%B8'
printf '%s' '{"creditorName":"Bjørn Høyer","amount":"99.00","currency":"NOK"}' > body.json
sha256() { printf 'SHA-256=%s' "$(openssl dgst -sha256 -binary "$1" | base64 -w0)"; }
rightDate=$(imf "$now") rightDigest=$(sha256 body.json)

# Everything a request is made of; a case changes some of it and calls `emit`.
right() {
  at=$now date=$rightDate body=body.json digest=$rightDigest cert=$certificate key=seal hash=sha256
  keyId="SN=BADC0FFEE,CA=$issuer" algorithm=rsa-sha256 list='date digest x-request-id tpp-redirect-uri'
  requestId=$givenId sentId=$givenId sentRedirect=$redirect more='' text='' signature='' value=''
}
lines() { # the signing string
  printf 'date: %s\ndigest: %s\nx-request-id: %s\ntpp-redirect-uri: %s' "$date" "$digest" "$requestId" "$redirect"
}
signed() { openssl dgst "-$hash" -sign "$key.key" "$@" | base64 -w0; }
header() { [ -z "$2" ] || printf '%s: %s\r\n' "$1" "$2"; }
count=0
emit() { # EXPECTED
  count=$((count + 1))
  [ -n "$text" ] || text=$(lines)
  [ -n "$signature" ] || signature=$(printf '%s' "$text" | signed)
  [ -n "$value" ] ||
    value="keyId=\"$keyId\",algorithm=\"$algorithm\",headers=\"$list\",signature=\"$signature\""
  {
    printf 'POST %s HTTP/1.1\r\nHost: bank.example\r\n' "$target"
    header X-Request-ID "$sentId"
    header TPP-Redirect-URI "$sentRedirect"
    header Date "$date"
    header Digest "$digest"
    header TPP-Signature-Certificate "$cert"
    [ "$value" = none ] || header Signature "$value"
    printf '%s\r\n' "$more"
    cat "$body"
  } > "$count.http"
  printf '%s %s %s\n' "$count" "$at" "$1" >> index
  right
}
right
emit valid

# The Signature header.
value=none; emit signature-missing
value=none more="Authorization: Signature keyId=\"$keyId\",algorithm=\"rsa-sha256\",headers=\"$list\",signature=\"$(lines | signed)\""$'\r\n'
emit signature-missing/in-authorization-header
whole() { printf 'keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"' "$keyId" "$list" "$(lines | signed)"; }
word() { printf '=?utf-8?B?%s?=' "$(base64 -w0)"; }
value=$(whole | word | word); emit encoded-word-format/twice
value=$(whole | word | tr -d = | sed 's/^/=/; s/$/=/'); emit encoded-word-format/base64url
value=$(whole | word | sed 's/?=$//'); emit encoded-word-format/unterminated
value=$(whole | word | sed 's/utf-8/utf-16/'); emit encoded-word-format/charset
value="$(whole),region=\"Sørlandet\""; emit encoded-word-format/raw
value=$(whole | tr -d '"'); emit signature-header-format/unquoted
value=$(whole | sed 's/"/\\"/g'); emit signature-header-format/backslash-quotes
value="Signature $(whole)"; emit signature-header-format/scheme-prefix
value="$(whole),algorithm=\"rsa-sha256\""; emit signature-header-format/duplicate-parameter
value=$(whole | sed 's/,headers="[^"]*"//'); emit headers-missing
list='date, digest, x-request-id, tpp-redirect-uri'; emit headers-format/commas
list='Date Digest X-Request-ID TPP-Redirect-URI'; emit headers-format/upper-case
value=$(whole | sed 's/,algorithm="[^"]*"//'); emit algorithm-missing
algorithm=SHA256withRSA; emit algorithm-unexpected/java-name
algorithm=hs2019; emit algorithm-unexpected/hs2019

# keyId.
keyId="CA=$issuer,SN=BADC0FFEE"; emit keyid-format/order
keyId=$(openssl x509 -in seal.pem -noout -fingerprint -sha1 | sed 's/.*=//'); emit keyid-format/fingerprint
keyId="SN=$((16#BADC0FFEE)),CA=$issuer"; emit keyid-mismatch/decimal-serial
keyId="SN=BADC0FFEE,CA=$(openssl x509 -in seal.pem -noout -subject -nameopt RFC2253 | sed 's/^subject=//')"
emit keyid-mismatch/subject
keyId="SN=BADC0FFEE,CA=C=NO,O=Fjord Tillit AS,2.5.4.97=$orgId,CN=Fjord Utsteder"; emit keyid-mismatch/reversed
keyId="SN=BADC0FFEE,CA=$(openssl x509 -in seal.pem -noout -issuer -nameopt compat | sed 's/^issuer=//')"
emit keyid-mismatch/slash
keyId="SN=BADC0FFEE,CA=$(openssl x509 -in seal.pem -noout -issuer | sed 's/^issuer=//')"; emit keyid-mismatch/spaces
keyId="SN=BADC0FFED,CA=$issuer"; emit keyid-mismatch/other-certificate
keyId="SN=BADC0FFEE,CA=CN=Fjord Utsteder 2,C=NO"; emit keyid-mismatch/unknown
keyId="SN=badc0ffee,CA=$issuer"; emit keyid-style/lowercase
keyId="SN=0xBADC0FFEE,CA=$issuer"; emit keyid-style/0x
keyId="SN=B:AD:C0:FF:EE,CA=$issuer"; emit keyid-style/colons
keyId="SN=BADC0FFEE, CA=${issuer//,/, }"; emit keyid-style/comma-space
keyId="SN=BADC0FFEE,CA=${issuer/"$orgId"/${orgId^^}}"; emit keyid-style/hex-upper
keyId="SN=$(openssl x509 -in seal.pem -noout -serial | sed 's/serial=//'),CA=$issuer"; emit keyid-style/leading-zero
keyId="SN=BADC0FFEE,CA=$(openssl x509 -in seal.pem -noout -issuer -nameopt RFC2253 | sed 's/^issuer=//')"
emit keyid-style/orgid-name
keyId="SN=BADC0FFEE,CA=${issuer/"$orgId"/NTRNO-818283848}"; emit keyid-style/orgid-string
keyId="SN=BADC0FFEE,CA=${issuer// /%20}"; emit keyid-style/percent
keyId='SN=BADC0FFEE,CA=CN=Fjord Utsteder,O=Fjord Tillit AS,C=NO'; emit keyid-style/portal-signer

# The certificate.
cert=''; emit certificate-missing
cert=${certificate:0:600}; emit certificate-unparseable
cert=$(awk '{printf "%s\\n", $0}' seal.pem); emit certificate-format/literal-newline
cert="$certificate,$(der64 < ca.pem)"; emit certificate-format/several
cert=$(openssl pkey -in stranger.key -outform DER | base64 -w0); emit certificate-format/private-key
key=elliptic cert=$(issue seal elliptic | der64); emit certificate-format/ec-key
key=short cert=$(issue seal short | der64); emit certificate-format/key-size
cert=$(tr -d '\n' < seal.pem); emit certificate-format-tolerated/pem-one-line
cert=$(tr '\n' ' ' < seal.pem); emit certificate-format-tolerated/pem-spaces
cert=$(printf %s "$certificate" | sed 's/+/%2B/g; s:/:%2F:g; s/=/%3D/g'); emit certificate-format-tolerated/percent-encoded
cert=$(base64 -w0 seal.pem); emit certificate-format-tolerated/base64-of-pem
at=$((now + 800 * 86400)) date=$(imf $((now + 800 * 86400))); emit certificate-expired
at=$((now - 100000)) date=$(imf $((now - 100000))); emit certificate-not-yet-valid
cert=$(issue web seal | der64); emit certificate-type
cert=$(issue bare seal | der64); emit certificate-no-psd2
cert=$(issue accountsOnly seal | der64); emit certificate-role
cert=$(issue unwrapped seal | der64); emit certificate-qc-malformed/unwrapped
cert=$(issue flat seal | der64); emit certificate-qc-malformed/flat-roles
cert=$(issue misnamed seal | der64); emit certificate-qc-malformed/name-oid-mismatch
cert=$(issue badAuthority seal | der64); emit certificate-qc-malformed/ncaid

# Date and Digest.
date=$(date -u -d "@$now" +%Y-%m-%dT%H:%M:%SZ); emit date-format/iso
date=$(date -u -d "@$now" -R); emit date-format/offset
date=$(imf $((now + 3000))); emit date-skew
date=$(imf $((now + 3600))); emit date-skew-timezone
digest=''
text=$(printf 'date: %s\nx-request-id: %s\ntpp-redirect-uri: %s' "$date" "$requestId" "$redirect")
list='date x-request-id tpp-redirect-uri'; emit digest-missing
digest=$(sha256 body.json | sed 's/^SHA-256=//'); emit digest-format/no-algorithm
digest=$(sha256 body.json | tr '+/' '-_' | tr -d =); digest=${digest/SHA-256/SHA-256=}; emit digest-format/base64url
digest=$(sha256 body.json | sed 's/^SHA/sha/'); emit digest-format/lower-case
digest="SHA-256=$(openssl dgst -sha512 -binary body.json | base64 -w0)"; emit digest-format/wrong-label
digest="sha-256=:$(sha256 body.json | sed 's/^SHA-256=//'):"; emit digest-format/structured-field
digest="SHA-256=$(openssl dgst -sha256 -hex -r body.json | cut -d' ' -f1)"; emit digest-mismatch/hex
digest="SHA-256=$(openssl dgst -sha256 -hex -r body.json | cut -d' ' -f1 | tr -d '\n' | base64 -w0)"
emit digest-mismatch/base64-of-hex
{ cat body.json; echo; } > newline.json
body=newline.json; emit digest-mismatch/trailing-newline
digest=$(sha256 newline.json); emit digest-mismatch/missing-newline
{ printf '\xef\xbb\xbf'; cat body.json; } > bom.json
body=bom.json; emit digest-mismatch/bom
sed 's/:/: /g; s/,/, /g' body.json > spaced.json
body=spaced.json; emit digest-mismatch/reserialised
iconv -f UTF-8 -t ISO-8859-1 body.json > latin1.json
digest=$(sha256 latin1.json); emit digest-mismatch/latin1
printf 'else' > else.json
digest=$(sha256 else.json); emit digest-mismatch/unknown

# The signature.
signature=$(lines | signed | tr '+/' '-_' | tr -d =); emit signature-encoding/base64url
signature=$(lines | signed | base64 -d | hexOf); emit signature-encoding/hex
signature=$(lines | openssl dgst -sha256 -sign seal.key | base64 -w64 | tr '\n' ' '); emit signature-encoding/line-wrapped
signature=$(lines | signed | base64 -w0); emit signature-encoding/double-base64
signature=$(lines | openssl dgst -sha256 -sign seal.key | head -c 200 | base64 -w0); emit signature-length
key=stranger; emit key-mismatch
signature=$(lines | signed -sigopt rsa_padding_mode:pss); emit signature-padding
signature=$(lines | openssl dgst -sha256 -binary | openssl pkeyutl -sign -inkey seal.key | base64 -w0)
emit signature-padding
signature=$(lines | openssl dgst -sha256 -binary | signed); emit signature-double-hash
hash=sha1; emit signature-hash/sha1
hash=sha512; emit signature-hash/sha512
signature=$({ lines; echo; } | signed); emit signature-invalid/trailing-newline
signature=$(lines | sed 's/$/\r/' | head -c -1 | signed); emit signature-invalid/crlf
text=$(lines | sed 's/: /:/'); emit signature-invalid/no-space
text=$(lines | sed 's/^[^:]*: //'); emit signature-invalid/values-only
text=$(lines | tr A-Z a-z); emit signature-invalid/values-lowercased
text=$(lines | awk 'NR > 1 {printf "\\n"} {printf "%s", $0}'); emit signature-invalid/escaped-newline
text=$(lines | sed 's/^d/D/; s/^x-request-id/X-Request-ID/; s/^tpp-redirect-uri/TPP-Redirect-URI/'); emit signature-invalid/original-case
text=$(lines | sort); emit signature-invalid-order/sorted
text=$({ lines; echo; } | tac); emit signature-invalid-order/reversed
requestId=${requestId^^}; emit signature-invalid-value/case
sentRedirect='https://vik.example/return?x=ø'; emit signature-invalid-value/reencoded
sentId=$(openssl rand -hex 16); emit signature-invalid/unknown
more="x-request-id: $requestId"$'\r\n'; emit signature-invalid-duplicate
withTarget() { printf '(request-target): %s\n' "$1"; lines; }
list="(request-target) $list" text=$(withTarget "post https://bank.example$target"); emit signature-invalid-target/absolute
list="(request-target) $list" text=$(withTarget "post ${target%%\?*}"); emit signature-invalid-target/no-query
list="(request-target) $list" text=$(withTarget "POST $target"); emit signature-invalid-target/upper-method
list="(request-target) $list" text=$(withTarget "post$target"); emit signature-invalid-target/no-space
list="$list psu-id"; emit listed-header-absent
list='date digest x-request-id'
text=$(printf 'date: %s\ndigest: %s\nx-request-id: %s' "$date" "$digest" "$requestId"); emit required-header-not-signed

# Two at once.
keyId="SN=badc0ffee,CA=$issuer" algorithm=hs2019; emit algorithm-unexpected/hs2019+keyid-style/lowercase
date=$(imf $((now - 7200))) body=newline.json; emit date-skew-timezone+digest-mismatch/trailing-newline
hash=sha1 signature=$({ lines; echo; } | signed); emit signature-hash/sha1+signature-invalid/trailing-newline
signature=$(lines | sed 's/: /:/; s/$/\r/' | head -c -1 | signed)
emit signature-invalid/crlf+signature-invalid/no-space
