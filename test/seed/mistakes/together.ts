import type { Mistakes } from './mistake.ts';

/** What the bank would refuse for what else it has. */
export const TOGETHER: Mistakes = {
  'agreements: →   - { number: "310999016", name: Prøve AS, type: CORPORATE }\nagreements:':
    '25:7 customers[2].number: number names the same customer as line 21. Put them together, or correct one.',
  'accounts: [{ name: Drift → accounts: [{ name: Drift, currency: NOK }, { name: Drift':
    '24:50 customers[1].accounts[1].name: name names the same account as line 24. Put them together, or correct one.',
  '"99900510027" → "99900510019"':
    '24:31 customers[1].accounts[0].bban: bban is taken by the account at world.yaml:8:9. Write another number.',
  '"99900510027" → "99920900018"':
    '24:31 customers[1].accounts[0].bban: bban is an outcome account, which no account can have. Write another number.',
  'bban: "99900510027" → kid: none, bban: "99920100011"':
    "24:31 customers[1].accounts[0].kid: kid of 99920100011 is in the bank's register. Remove it.",
  'balance: 25000 → balance: -501':
    '11:9 customers[0].accounts[0].balance: balance is below the credit line. Write at least -500, or a creditLine of 501.',
  '2021-06-12 → 2021-06-16':
    "14:44 customers[0].accounts[0].transactions[0].date: date is after the bank's today, 2021-06-15. Write an earlier date, or move the bank clock.",
  'to: 2021-05-31 → to: 2021-06-16':
    "15:9 customers[0].accounts[0].generate: generate ends after the bank's today, 2021-06-15. Write an earlier to, or move the bank clock.",
  '        balance: 25000\n → ':
    '14:9 customers[0].accounts[0].generate: generate needs a balance, from which it works back. Add balance to the account.',
  '"99911200011" → "99900510027"':
    '14:74 customers[0].accounts[0].transactions[0].counterparty: counterparty is another account of this sandbox, world.yaml:24:31. Put the transaction on that account, as out.',
  '"99911200011" → "99900510019"':
    '14:74 customers[0].accounts[0].transactions[0].counterparty: counterparty is the account itself. Name another counterparty, or leave bban out.',
  'balance: 100000 }] → balance: 2147483647, transactions: [{ date: 2021-01-01, amount: 1, direction: out }] }]':
    '24:16 customers[1].accounts[0]: The transactions move the balance out of the int32 range in between. Split them over several accounts, or make them smaller.',
  'owner: "310999016" → owner: "310999061"':
    '26:5 agreements[0].owner: owner is no customer of these files. Did you mean 310999016?',
  'account: Drift → account: Drfit':
    "29:36 agreements[0].engagements[0].account: account is no account of the agreement's owner, 310999016. Did you mean Drift?",
  'account: Drift → account: Brukskonto':
    "29:36 agreements[0].engagements[0].account: account is no account of the agreement's owner, 310999016. The owner has Drift.",
  '    engagements:\n →     engagements:\n      - { customer: "15813963008", account: Drift, roles: [VIEW] }\n':
    '30:36 agreements[0].engagements[1].account: account names the same engagement as line 29. Put them together, or correct one.',
  'generate: { transactions: 10, from: 2021-01-01, to: 2021-05-31, seed: 42 } → transactionsFile: rows.xlsx':
    "15:9 customers[0].accounts[0].transactionsFile: transactionsFile isn't an .ndjson or .csv file. Write the transactions so, one a line.",
};
