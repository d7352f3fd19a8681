#!/usr/bin/env bash
# A TPP of bash, curl and openssl alone, at the bank in PSD2_BASE_URL whose CA is in PSD2_CA_FILE: it makes a customer
# and accounts of its own, creates a payment, approves it by the forms of the bank's site, and reads its status.
# Written from the bank's interface alone; it knows nothing of psd2.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset CURL_CA_BUNDLE
base_path=/${PSD2_BASE_URL#*://*/}
payer=17856599941
payee=310777773
redirect_uri='https://tpp.example/back?order=7'

fail() {
  echo "failed: $*" >&2
  exit 1
}

# A seal of its own: the bank is a sandbox, and takes it whoever issued it.
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -keyout "$folder/key.pem" -out "$folder/seal.pem" \
  -subj '/C=NO/O=Interop AS/organizationIdentifier=PSDNO-FSA-377777777/CN=interop seal' 2>/dev/null
certificate=$(openssl x509 -in "$folder/seal.pem" -outform DER | openssl base64 -A)
serial=$(openssl x509 -in "$folder/seal.pem" -noout -serial)
issuer=$(openssl x509 -in "$folder/seal.pem" -noout -issuer -nameopt RFC2253)
key_id="SN=${serial#serial=},CA=${issuer#issuer=}"

sent=0

# call METHOD PATH BODY [HEADER…]: sends a signed request; $answer is the body and $status what came with it.
call() {
  local method=$1 path=$2 body=$3
  shift 3
  sent=$((sent + 1))
  local date digest signing names signature
  date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')
  digest="SHA-256=$(printf '%s' "$body" | openssl dgst -sha256 -binary | openssl base64 -A)"
  local -a headers=("Date: $date" "Digest: $digest" "X-Request-ID: interop-$$-$sent" "$@")
  names='' signing=''
  local header name
  for header in "${headers[@]}"; do
    name=${header%%:*}
    name=${name,,}
    case $name in
      date | digest | x-request-id | psu-id | psu-corporate-id | tpp-redirect-uri)
        names+="${names:+ }$name"
        signing+="${signing:+$'\n'}$name: ${header#*: }"
        ;;
    esac
  done
  signature=$(printf '%s' "$signing" | openssl dgst -sha256 -sign "$folder/key.pem" | openssl base64 -A)
  headers+=("TPP-Signature-Certificate: $certificate")
  headers+=("Signature: keyId=\"$key_id\",algorithm=\"rsa-sha256\",headers=\"$names\",signature=\"$signature\"")
  headers+=('Content-Type: application/json' 'Accept: application/json' 'x-accept-fix: amount-as-string')
  local -a options=()
  for header in "${headers[@]}"; do options+=(-H "$header"); done
  [ -z "$body" ] || options+=(--data-binary "$body")
  status=$(curl -sS --cacert "$PSD2_CA_FILE" -X "$method" "${options[@]}" -o "$folder/answer" -w '%{http_code}' \
    "${PSD2_BASE_URL%"$base_path"}$path")
  answer=$(cat "$folder/answer")
}

expect() {
  [ "$status" = "$1" ] || fail "$2: $status instead of $1: $answer"
  echo "$2: $status"
}

# member NAME: the first text of that name in the answer.
member() {
  sed -nE "s/.*\"$1\":\"([^\"]*)\".*/\1/p" <<<"$answer" | head -n 1
}

# account CUSTOMER NAME AMOUNT: makes one and prints nothing; $bban is its number.
account() {
  local balance="{\"balanceAmount\":{\"currency\":\"NOK\",\"amount\":$3},\"balanceType\":\"closingBooked\"}"
  call POST "$base_path/v1/sandbox/accounts" \
    "{\"customerNumber\":\"$1\",\"accountName\":\"$2\",\"currency\":\"NOK\",\"balances\":[$balance]}"
  expect 201 "account of $2"
  bban=$(member bban)
}

for customer in "$payer Prøve PRIVATE" "$payee Mottaker CORPORATE"; do
  read -r number name type <<<"$customer"
  call POST "$base_path/v1/sandbox/customers" "{\"customerNumber\":\"$number\",\"name\":\"$name\",\"type\":\"$type\"}"
  expect 201 "customer $name"
done
account "$payer" Brukskonto 10000
from=$bban
account "$payee" Drift 0
to=$bban

session=("TPP-Session-ID: interop-$$" "TPP-Redirect-URI: $redirect_uri")
payments=$base_path/v1/payments/norwegian-domestic-credit-transfers
call POST "$payments" "{\"instructedAmount\":{\"amount\":\"250.00\",\"currency\":\"NOK\"},\
\"creditorName\":\"Mottaker\",\"creditorAccount\":{\"bban\":\"$to\",\"currency\":\"NOK\"},\
\"creditorAddress\":{\"country\":\"NO\"},\"debtorAccount\":{\"bban\":\"$from\",\"currency\":\"NOK\"},\
\"remittanceInformationUnstructured\":\"Faktura 7\"}" \
  "${session[@]}" "X-PSU-IDENTITY: $payer" 'PSU-IP-Address: 192.0.2.1'
expect 201 'payment'
payment=$(member paymentId)
link=$(grep -oE 'http://127\.0\.0\.1:[0-9]+/[^"]*/sca/[^"]+' <<<"$answer")
case $link in http://127.0.0.1:*"$base_path/sca/"*) ;; *) fail "the link leads to $link" ;; esac

# The site, as a browser goes through it: a cookie, a form, the next page.
site() {
  curl -sS -b "$folder/cookies" -c "$folder/cookies" -D "$folder/head" -o "$folder/page" "$@"
  head -n 1 "$folder/head" | cut -d ' ' -f 2
}
press() {
  local token
  token=$(sed -nE 's/.*name="token" value="([^"]+)".*/\1/p' "$folder/page" | head -n 1)
  [ "$(site --data-urlencode "token=$token" "$@" "$link")" = 303 ] || fail "form: $(cat "$folder/page")"
  next=$(tr -d '\r' <"$folder/head" | sed -nE 's/^[Ll]ocation: (.*)$/\1/p')
}
[ "$(site "$link")" = 200 ] || fail 'the link does not open'
pages=1
press --data-urlencode "number=$payer" -d step=identify
while [ "$next" = "/${link#http://*/}" ]; do
  [ "$(site "$link")" = 200 ] || fail 'no next page'
  pages=$((pages + 1))
  [ "$pages" -lt 9 ] || fail 'the pages have no end'
  step=$(grep -oE 'name="step" value="(private|continue|confirm)"' "$folder/page" | head -n 1 | cut -d '"' -f 4)
  press -d "step=$step"
done
case $next in
  "$redirect_uri&"*psu-id=*) echo "approved by $pages pages" ;;
  *) fail "the bank sends the PSU to $next" ;;
esac
psu_id=$(sed -nE 's/.*[?&]psu-id=([0-9a-f-]+).*/\1/p' <<<"$next")

call GET "$payments/$payment/status" '' "${session[@]}" "PSU-ID: $psu_id"
expect 200 'status'
echo "transactionStatus $(member transactionStatus)"
