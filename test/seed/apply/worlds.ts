/** A world in two files: people in one, a company and its agreement in the other. */
export const PEOPLE = `version: 1
customers:
  - number: "20878912340"
    name: Nora Eksempel
    type: PRIVATE
    accounts:
      - name: Brukskonto
        bban: "99905012343"
        currency: NOK
        balance: 25000
        transactions:
          - { amount: 1500, direction: in, date: 2026-01-12, text: Lønn, counterparty: { name: Arbeidsgiver AS, bban: "99911200011" } }
          - { amount: 50, direction: out, date: 2026-01-13, text: Kaffe, counterparty: { name: Kafé Ærlig } }
          - { amount: 50, direction: out, date: 2026-01-13, text: Kaffe, counterparty: { name: Kafé Ærlig } }
      - { name: Sparekonto, currency: NOK, balance: 90000, cashAccountType: SVGS, generate: { transactions: 30, from: 2025-10-01, to: 2025-12-31, seed: 42 } }
    cards:
      - maskedPan: "4925xxxxxxxx1234"
        currency: NOK
        creditLimit: 20000
        balance: -500
        transactions:
          - { date: 2026-01-10, amount: 50, text: Kaffe, mcc: "5814" }
          - { date: 2026-01-10, amount: 50, text: Kaffe, mcc: "5814" }
`;

export const COMPANY = `version: 1
customers:
  - number: "310000018"
    name: Prøve AS
    type: CORPORATE
    accounts:
      - { name: Drift, currency: NOK, balance: 100000, generate: { transactions: 20, from: 2025-10-01, to: 2025-12-31, seed: 7 } }
      - { name: Euro, currency: EUR, kid: none }
agreements:
  - owner: "310000018"
    name: Hovedavtale
    engagements:
      - { customer: "20878912340", account: Drift, roles: [VIEW, REGISTER] }
      - { customer: "20878912340", account: Euro, roles: [VIEW] }
`;

export const BOTH = { 'people.yaml': PEOPLE, 'company.yaml': COMPANY };
/** Every customer, account, card, agreement, engagement and transaction of both. */
export const ALL = 2 + 4 + 1 + 1 + 2 + (3 + 30 + 20 + 2);
