/** An id that nothing has. */
export const UNKNOWN_ID = 'kQ3nV0b1cT8sYpR5dW2xZa';

/** Commands of sandbox data, by their words. */
export const SANDBOX_WORDS: readonly (readonly [words: string, code: number])[] = [
  ['customer create --number 310999032 --name Bygg --type CORPORATE', 0],
  ['customer list', 0],
  ['customer get 310999032 --json', 0],
  ['account create --customer 310999032 --name Drift --currency NOK --bban 99905012343', 0],
  ['account get 99905012343', 0],
  ['account list --outcomes', 0],
  ['balance set 99905012343 --booked 5', 0],
  ['transactions add 99905012343 --in 5', 0],
  ['transactions list 99905012343', 0],
  [`transactions get 99905012343 ${UNKNOWN_ID}`, 3],
  ['agreement create --owner 310999032 --name Avtale', 0],
  ['agreement list', 0],
  [`agreement get ${UNKNOWN_ID}`, 3],
  [`engagement add ${UNKNOWN_ID} --customer 1 --account 1 --roles VIEW`, 3],
  [`engagement get ${UNKNOWN_ID} ${UNKNOWN_ID}`, 3],
  [`engagement delete ${UNKNOWN_ID} ${UNKNOWN_ID}`, 3],
  [`agreement delete ${UNKNOWN_ID}`, 3],
  ['card-account create --customer 310999032 --masked-pan 4925xxxx --currency NOK --credit-limit 5', 0],
  ['card-account list', 0],
  ['card-account get 4925xxxx', 0],
  ['card-transactions add 4925xxxx --amount 5', 0],
  ['card-transactions list 4925xxxx', 0],
  ['card-account delete 4925xxxx', 0],
  ['account delete 99905012343', 0],
  ['customer delete 310999032', 0],
];

/** The operator's acts on payments, accounts, consents and TPPs, by their words. */
export const OPERATOR_WORDS: readonly (readonly [words: string, code: number])[] = [
  [`payment hold ${UNKNOWN_ID}`, 3],
  [`payment release ${UNKNOWN_ID}`, 3],
  [`payment reject ${UNKNOWN_ID} --json`, 3],
  [`payment settle-late ${UNKNOWN_ID}`, 3],
  [`payment settle ${UNKNOWN_ID} --quiet`, 3],
  ['payment-right take 99901067291', 0],
  ['payment-right give 99901067291 --json', 0],
  ['consent grant --as 15813963008 --accounts 99901067291', 0],
  ['tpp release PSDNO-FSA-310999016', 3],
  ['fault add SYSTEM_ERROR --operation list-accounts --call 9', 0],
  ['fault list --json', 0],
  ['fault clear --quiet', 0],
];

/** Commands of account information, by their words. */
export const INFORMATION_WORDS: readonly (readonly [words: string, code: number])[] = [
  ['session forget 15813963008', 0],
  ['session list', 0],
  ['consent show', 0],
  ['accounts list --sca none', 4],
  ['consent grant', 0],
  ['consent grant --sca approve --as 15813963008 --accounts all --new-session', 0],
  ['accounts list --with-balance --psu-absent', 0],
  ['accounts get 99901067291', 0],
  ['accounts balances NO2899901067291 --json', 0],
  ['accounts transactions 99901067291 --status both --all', 0],
  ['accounts transactions 99901067291 --from 2026-11-02 --to 2026-11-01 --json', 2],
  [`accounts transaction 99901067291 ${UNKNOWN_ID}`, 3],
  ['accounts list --sca browser --curl', 0],
  ['cards list', 0],
  ['cards get 4925xxxxxxxx3595 --with-balance', 0],
  ['cards balances 4925xxxxxxxx3595', 0],
  ['cards transactions 4925xxxxxxxx3595 --csv', 0],
  ['user --json', 0],
  ['agreements list', 0],
  ['session show', 0],
  ['session list --json', 0],
  ['consent show --json', 0],
  ['consent revoke', 0],
];
