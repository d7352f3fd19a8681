/** A seed file without a mistake, for a bank whose today is 2021-06-15. */
export const WORLD = `version: 1
customers:
  - number: "15813963008"
    name: Kari Prøve
    type: PRIVATE
    accounts:
      - name: Brukskonto
        bban: "99900510019"
        currency: NOK
        creditLine: 500
        balance: 25000
        kid: { required: true, rules: [{ length: 12, method: MOD10 }] }
        transactions:
          - { amount: 1500, direction: in, date: 2021-06-12, text: Lønn, counterparty: { name: Arbeidsgiver AS, bban: "99911200011" } }
        generate: { transactions: 10, from: 2021-01-01, to: 2021-05-31, seed: 42 }
    cards:
      - maskedPan: "4925xxxxxxxx1234"
        currency: NOK
        creditLimit: 20000
        transactions: [{ date: 2021-06-01, amount: 99, text: Kaffe, mcc: "5814" }]
  - number: "310999016"
    name: Prøve AS
    type: CORPORATE
    accounts: [{ name: Drift, bban: "99900510027", currency: NOK, balance: 100000 }]
agreements:
  - owner: "310999016"
    name: Hovedavtale
    engagements:
      - { customer: "15813963008", account: Drift, roles: [VIEW, REGISTER] }
`;

/** What of the world is written instead of what (`was → is`), and what is then said: `line:column path: message remedy`. */
export type Mistakes = Readonly<Record<string, string>>;

export function worldWith(mistake: string): string {
  const [was = '', is = ''] = mistake.split(' → ');
  if (!WORLD.includes(was)) throw new Error(`the world has no ${was}`);
  return WORLD.replace(was, is);
}
