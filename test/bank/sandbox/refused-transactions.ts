import { get, incoming, outgoing, post } from './calls.ts';
import type { Row } from './refusal-row.ts';

/** Of two transactions the second is changed. */
function transaction(what: string, change: object, ...expected: string[]): Row {
  return {
    what: `a transaction: ${what}`,
    send: (bank, own) =>
      post(bank, `/accounts/${own.id}/transactions`, [incoming(own), incoming(own, change)]),
    status: 400,
    faults: expected.map((fault) => `FORMAT_ERROR [1].${fault}`),
  };
}

function page(query: string, path: string): Row {
  return {
    what: `a page of transactions: ${query}`,
    send: (bank, own) => get(bank, `/accounts/${own.id}/transactions`, query),
    status: 400,
    faults: [`FORMAT_ERROR ${path}`],
  };
}

const MEMBERS = Object.keys(incoming({ bban: '', iban: '' }));
const parties = (own: { bban: string; iban: string }) => ({ iban: own.iban, bban: own.bban });

/** @see D8-transaction-shape */
export const REFUSED_TRANSACTIONS: readonly Row[] = [
  ...MEMBERS.map((member) => transaction(`no ${member}`, { [member]: undefined }, member)),
  transaction('an amount of 0', { amount: 0 }, 'amount'),
  transaction('an amount below 0', { amount: -1 }, 'amount'),
  transaction('an amount as text', { amount: '100' }, 'amount'),
  transaction('an amount with decimals', { amount: 100.5 }, 'amount'),
  transaction('an amount beyond int32', { amount: 2 ** 31 }, 'amount'),
  transaction('another currency than its account', { currency: 'EUR' }, 'currency'),
  transaction('no date', { bookingDate: '2026-02-30' }, 'bookingDate'),
  transaction('booked after its value date', { bookingDate: '2026-11-13' }, 'bookingDate'),
  transaction(
    'of tomorrow',
    { bookingDate: '2026-11-19', valueDate: '2026-11-19' },
    'valueDate',
    'bookingDate',
  ),
  transaction('a bank transaction code of 3', { bankTransactionCode: 'PMN' }, 'bankTransactionCode'),
  transaction(
    'a bank transaction code of 15',
    { bankTransactionCode: 'P'.repeat(15) },
    'bankTransactionCode',
  ),
  transaction(
    'a message of 141',
    { remittanceInformationUnstructured: 'x'.repeat(141) },
    'remittanceInformationUnstructured',
  ),
  transaction('a party without iban', { debtorAccount: { bban: '' } }, 'debtorAccount.iban'),
  transaction(
    'neither party is the account',
    { creditorAccount: { iban: '', bban: '99911200011' } },
    'debtorAccount',
  ),
  transaction('an emoji', { creditorName: '😀' }, 'creditorName'),
  ...(['bban', 'iban'] as const).map(
    (member): Row => ({
      what: `a transaction: the debtor is another account of this sandbox, by ${member}`,
      send: (bank, own, other) => {
        const debtorAccount = { iban: '', bban: '', [member]: other[member] };
        return post(bank, `/accounts/${own.id}/transactions`, [incoming(own, { debtorAccount })]);
      },
      status: 400,
      faults: ['FORMAT_ERROR [0].debtorAccount'],
    }),
  ),
  {
    what: 'a transaction: the account as debtor by its bban, and another one by the IBAN',
    send: (bank, own, other) => {
      const debtorAccount = { ...parties(own), iban: other.iban };
      return post(bank, `/accounts/${own.id}/transactions`, [outgoing(own, { debtorAccount })]);
    },
    status: 400,
    faults: ['FORMAT_ERROR [0].debtorAccount'],
  },
  {
    what: 'transactions: what the schema refuses in one, before what the sandbox knows of another',
    send: (bank, own, other) => {
      const debtorAccount = parties(other);
      const path = `/accounts/${own.id}/transactions`;
      return post(bank, path, [incoming(own, { debtorAccount }), incoming(own, { amount: 0 })]);
    },
    status: 400,
    faults: ['FORMAT_ERROR [1].amount'],
  },
  {
    what: 'transactions: several are wrong, told together',
    send: (bank, own, other) => {
      const debtorAccount = parties(other);
      const path = `/accounts/${own.id}/transactions`;
      return post(bank, path, [
        incoming(own, { currency: 'EUR', debtorAccount }),
        incoming(own),
        incoming(own, { valueDate: '2026-11-19' }),
      ]);
    },
    status: 400,
    faults: ['FORMAT_ERROR [0].currency', 'FORMAT_ERROR [0].debtorAccount', 'FORMAT_ERROR [2].valueDate'],
  },
  {
    what: 'transactions: an empty array',
    send: (bank, own) => post(bank, `/accounts/${own.id}/transactions`, []),
    status: 400,
    faults: ['FORMAT_ERROR -'],
  },
  {
    what: 'transactions: 2,001 of them',
    send: (bank, own) =>
      post(
        bank,
        `/accounts/${own.id}/transactions`,
        Array.from({ length: 2001 }, () => 0),
      ),
    status: 400,
    faults: ['FORMAT_ERROR -'],
  },
  {
    what: 'transactions: the third would lead the balance beyond int32',
    send: (bank, own) => {
      const most = incoming(own, { amount: 2 ** 31 - 1 });
      const path = `/accounts/${own.id}/transactions`;
      return post(bank, path, [most, outgoing(own, { amount: 1 }), incoming(own, { amount: 2 })]);
    },
    status: 409,
    faults: ['CONFLICT [2].amount'],
  },
  page('fromDate=yesterday', 'fromDate'),
  page('toDate=2026-02-30', 'toDate'),
  page('fromDate=2026-11-02&toDate=2026-11-01', 'fromDate'),
  page('limit=0', 'limit'),
  page('limit=2147483648', 'limit'),
  page('limit=ten', 'limit'),
  page('offset=-1', 'offset'),
];
