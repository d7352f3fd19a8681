# What a pipeline does with a bank: no terminal, no browser, and each exit code counts.
set -eu

kari=15813963008
account=99900510019

# The PSU gives consent: the sandbox's operator plays them.
psd2 consent grant --as "$kari" --accounts all --sca approve --quiet
psd2 accounts list --quiet

payment=$(psd2 payments create --domestic --as "$kari" --from-bban "$account" \
  --to-bban 99930700017 --to-name 'Ola Eksempel' --country NO --amount 120.00 --currency NOK \
  --message 'Invoice 1001' --sca approve --quiet)
psd2 sandbox batch run --quiet

test "$(psd2 payments status "$payment" --quiet)" = ACSC
psd2 accounts balances "$account" --json | grep -q '"amount": "24880.00"'
