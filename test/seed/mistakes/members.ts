import type { Mistakes } from './mistake.ts';

/** Members that are wrong by themselves. */
export const MEMBERS: Mistakes = {
  '"15813963008"\n → 15813963008\n':
    "3:5 customers[0].number: number isn't in quotes. Put it in quotes, so that it stays as it is written.",
  'balance: 25000 → balance: "25000"':
    '11:9 customers[0].accounts[0].balance: balance is in quotes. Remove the quotes.',
  'name: Kari Prøve → name: " "': '4:5 customers[0].name: name must not be blank. Write a name.',
  [`name: Brukskonto → name: ${'B'.repeat(71)}`]:
    '7:9 customers[0].accounts[0].name: name has 71 characters, but at most 70 are allowed. Write a name that no other of its owner has.',
  'text: Lønn → text: Lønn 💰':
    "14:62 customers[0].accounts[0].transactions[0].text: text has a character that can't be processed, U+1F4B0 at position 6. Write a text of at most 140 plain characters.",
  'currency: NOK\n        creditLine → currency: NKO\n        creditLine':
    '9:9 customers[0].accounts[0].currency: currency has an unknown value. Write a currency code, such as NOK.',
  'type: PRIVATE → type: PERSON':
    '5:5 customers[0].type: type has an unknown value. Write PRIVATE or CORPORATE.',
  'creditLine: 500 → cashAccountType: CACX':
    '10:9 customers[0].accounts[0].cashAccountType: cashAccountType has an unknown value. Write one of CACC CASH CHAR CISH COMM CPAC LLSV LOAN MGLD MOMA NREX ODFT ONDP OTHR SACC SLRY SVGS TAXE TRAN TRAS.',
  '"99900510019" → "99900510018"':
    '8:9 customers[0].accounts[0].bban: bban has a wrong check digit: look for a wrong or swapped digit. Correct the number, or leave bban out and the bank makes one.',
  '"99911200011" → "99911200012"':
    '14:113 customers[0].accounts[0].transactions[0].counterparty.bban: bban has a wrong check digit: look for a wrong or swapped digit. Correct the number, or leave bban out.',
  'balance: 25000 → balance: 2147483648':
    '11:9 customers[0].accounts[0].balance: balance is more than 2147483647. Write a whole number from -2147483648 to 2147483647.',
  '2021-06-12 → 2021-02-30':
    "14:44 customers[0].accounts[0].transactions[0].date: date isn't a real date. Write it as YYYY-MM-DD.",
  'kid: { required: true, rules: [{ length: 12, method: MOD10 }] } → kid: some':
    "12:9 customers[0].accounts[0].kid: kid isn't a KID policy. Write none, or a map with required and rules.",
  'rules: [{ length: 12, method: MOD10 }] → rules: []':
    '12:32 customers[0].accounts[0].kid.rules: rules is empty. Write a rule: length and method.',
  'roles: [VIEW, REGISTER] → roles: [VIEW, APPROVE]':
    '29:66 agreements[0].engagements[0].roles[1]: roles[1] has an unknown value. Write VIEW or REGISTER.',
};
