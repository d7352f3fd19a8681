#!/usr/bin/env bash
# Signs a request as a TPP's script does, with openssl, and prints its headers: sign.sh SEAL KEY METHOD PATH [BODY]
set -euo pipefail
seal=$1 key=$2 body=${5:-}
serial=$(openssl x509 -in "$seal" -noout -serial)
issuer=$(openssl x509 -in "$seal" -noout -issuer -nameopt RFC2253)
certificate=$(openssl x509 -in "$seal" -outform DER | base64 -w 0)
date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')
request=$(</proc/sys/kernel/random/uuid)
names='date x-request-id'
string="date: $date"
if [ -n "$body" ]; then
  digest="SHA-256=$(openssl dgst -sha256 -binary "$body" | base64)"
  names='date digest x-request-id'
  string+=$'\n'"digest: $digest"
  printf 'Digest: %s\n' "$digest"
fi
string+=$'\n'"x-request-id: $request"
signature=$(printf %s "$string" | openssl dgst -sha256 -sign "$key" | base64 -w 0)
printf 'Date: %s\nX-Request-ID: %s\nTPP-Signature-Certificate: %s\n' "$date" "$request" "$certificate"
printf 'Signature: keyId="SN=%s,CA=%s",algorithm="rsa-sha256",headers="%s",signature="%s"\n' \
  "${serial#serial=}" "${issuer#issuer=}" "$names" "$signature"
