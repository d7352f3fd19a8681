#!/bin/sh
# Creates a payment and lists its authorisations, with curl and openssl: first-request.sh seal.pem seal.key.pem payment.json
set -eu
seal=$1 key=$2 body=$3
payments=/v1/payments/norwegian-domestic-credit-transfers

# keyId is the certificate's serial number and issuer.
serial=$(openssl x509 -in "$seal" -noout -serial)
issuer=$(openssl x509 -in "$seal" -noout -issuer -nameopt RFC2253)
key_id="SN=${serial#serial=},CA=${issuer#issuer=}"
certificate=$(openssl x509 -in "$seal" -outform DER | base64 | tr -d '\n')
new_id() { openssl rand -hex 16 | sed -E 's/(.{8})(.{4})(.{4})(.{4})/\1-\2-\3-\4-/'; }
session=$(new_id)

# Sends a signed request, prints its status, and keeps the answer in a file: send METHOD PATH [BODY]
send() {
  method=$1 path=$2 file=${3:-}
  set --
  date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')
  request=$(new_id)
  redirect=https://tpp.example/back
  string="date: $date" names=date
  if [ -n "$file" ]; then
    # The hash is of the very bytes that --data-binary sends.
    digest="SHA-256=$(openssl dgst -sha256 -binary "$file" | base64)"
    string="$string
digest: $digest" names="$names digest"
    set -- --data-binary "@$file" -H "Digest: $digest" -H 'Content-Type: application/json'
  fi
  string="$string
x-request-id: $request
tpp-redirect-uri: $redirect" names="$names x-request-id tpp-redirect-uri"
  signature=$(printf %s "$string" | openssl dgst -sha256 -sign "$key" | base64 | tr -d '\n')
  curl -sS -X "$method" "$PSD2_BASE_URL$path" --cacert "$PSD2_CA_FILE" -o "$answer" -w '%{http_code}' "$@" \
    -H "Date: $date" -H "X-Request-ID: $request" -H "TPP-Redirect-URI: $redirect" -H "TPP-Session-ID: $session" \
    -H 'x-accept-fix: amount-as-string' -H 'PSU-IP-Address: 192.0.2.1' -H 'PSU-Context: PRIVATE' \
    -H "TPP-Signature-Certificate: $certificate" \
    -H "Signature: keyId=\"$key_id\",algorithm=\"rsa-sha256\",headers=\"$names\",signature=\"$signature\""
}

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
status=$(send POST "$payments" "$body")
[ "$status" = 201 ] || { cat "$answer" >&2; exit 1; }
id=$(sed 's/.*"paymentId":"\([^"]*\)".*/\1/' "$answer")
echo "$status $id"
status=$(send GET "$payments/$id/authorisations")
echo "$status $(cat "$answer")"
