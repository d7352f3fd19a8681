// Transactions by hand: 100,000 by POSTs of 500 beside the bare insert of the same rows, and how long one POST of an
// array holds the store's write lock.
import { withBank } from './bank-in-process.mjs';
import { insertRows, makeCopies, withDatabase } from './insert-anew.mjs';
import { longestLock } from './lock-watch.mjs';
import { median } from './processes.mjs';

const ALL = 100_000;
const AT_ONCE = 500;
const MOST = 2_000;
const LOCK_ROUNDS = 15;

export function bench() {
  return withBank(async (bank) => {
    const [account, other, third] = bank.accounts;
    const { posts, inserts } = await many(bank, account);
    const locks = {
      ofUsual: await lockOf(bank, other, AT_ONCE),
      ofMost: await lockOf(bank, third, MOST),
      ofAnother: await lockOf(bank, account, AT_ONCE),
      ...(await locksOfOthers(bank)),
    };
    const page = await pages(bank, account);
    return {
      title: `Transactions by hand in-process, durable (medians of ${LOCK_ROUNDS} where one is timed)`,
      unit: 'ms',
      floor: 'what is named',
      rows: [
        row(`the rows of ${ALL} transactions, inserted ${AT_ONCE} at a time, each durable`, inserts, inserts),
        row(`${ALL} transactions by POSTs of ${AT_ONCE}, over their rows`, posts, inserts, 4),
        row(`write lock of a POST of ${AT_ONCE}, over 50 ms`, locks.ofUsual, 50, 1),
        row(`write lock of a POST of ${AT_ONCE} beside ${ALL} others, over 50 ms`, locks.ofAnother, 50, 1),
        row(`write lock of a POST of ${MOST}, over 150 ms`, locks.ofMost, 150, 1),
        row(`write lock of ${MOST} card transactions, over 150 ms`, locks.ofCard, 150, 1),
        row(`write lock of ${MOST} card transactions that were pending, over 150 ms`, locks.ofBooked, 150, 1),
        row(`write lock of an agreement with ${MOST} engagements, over 150 ms`, locks.ofAgreement, 150, 1),
        row(`the first page of 200 of ${ALL}`, page.first, page.first),
        row(`the page after ${ALL - 1000} of them, over the first`, page.late, page.first),
      ],
    };
  });
}

function row(name, value, floor, atMost) {
  return { name, value, ratio: value / floor, ...(atMost ? { limit: { atMost } } : {}) };
}

function pathOf({ id }) {
  return `/v1/sandbox/accounts/${id}/transactions`;
}

function itemsOf(account, from, count) {
  return Array.from({ length: count }, (_, place) => itemOf(account, from + place));
}

/** No two alike, a hundred a day, every other one outgoing. */
function itemOf({ iban, bban }, number) {
  const own = { iban, bban };
  const other = { iban: '', bban: '99911200011' };
  const isIncoming = number % 2 === 0;
  const date = new Date(Date.UTC(2023, 0, 1 + Math.floor((number % 100_000) / 100)))
    .toISOString()
    .slice(0, 10);
  return {
    amount: 1 + (number % 5000),
    currency: 'NOK',
    valueDate: date,
    bookingDate: date,
    remittanceInformationUnstructured: `Invoice ${number}`,
    creditorId: '',
    creditorName: isIncoming ? 'Kari Prøve' : 'Strøm og nett AS',
    creditorAccount: isIncoming ? own : other,
    ultimateCreditor: '',
    debtorName: isIncoming ? 'Arbeidsgiver AS' : 'Kari Prøve',
    debtorAccount: isIncoming ? other : own,
    ultimateDebtor: '',
    purposeCode: '',
    bankTransactionCode: 'PMNT-RCDT-DMCT',
  };
}

/** What a POST left behind: all bookings after one. */
const COPIES = [
  ['bookings', 'SELECT * FROM bookings WHERE sequence > ?'],
  ['booking_lines', 'SELECT * FROM booking_lines WHERE booking > ?'],
  ['transactions', 'SELECT * FROM transactions WHERE booking > ?'],
];

/** Each POST is followed by the bare insert of its rows into a file of its own, durable too, so both meet the same machine. */
function many(bank, account) {
  return withDatabase(bank.path, (database) =>
    withDatabase(`${bank.path}.copy`, async (copy) => {
      makeCopies(database, copy, COPIES);
      const took = { posts: 0, inserts: 0 };
      for (let made = 0; made < ALL; made += AT_ONCE) {
        const [{ last }] = database.prepare('SELECT MAX(sequence) AS last FROM bookings').all();
        const started = performance.now();
        await bank.send(bank.sign('POST', pathOf(account), itemsOf(account, made, AT_ONCE)));
        took.posts += performance.now() - started;
        took.inserts += insertRows(database, copy, COPIES, last);
      }
      return took;
    }),
  );
}

async function lockOf(bank, account, count) {
  const times = [];
  for (let round = 0; round < LOCK_ROUNDS; round += 1) {
    times.push(await lockOfOne(bank, pathOf(account), itemsOf(account, (round + 1) * 1_000_000, count)));
  }
  return median(times);
}

/** The other arrays, each as long as one may be. */
async function locksOfOthers(bank) {
  const [card] = await bank.send(bank.sign('GET', `${SANDBOX}/card-accounts`));
  const engagements = await engagementsOf(bank);
  const times = { ofCard: [], ofBooked: [], ofAgreement: [] };
  for (let round = 0; round < LOCK_ROUNDS; round += 1) {
    const path = `${SANDBOX}/card-accounts/${card.resourceId}/transactions`;
    times.ofCard.push(await lockOfOne(bank, path, purchases(card, round, '')));
    times.ofBooked.push(await lockOfOne(bank, path, purchases(card, round, '2023-01-02')));
    const agreement = { owner: OWNER, name: 'Hovedavtale', engagements };
    times.ofAgreement.push(await lockOfOne(bank, `${SANDBOX}/agreements`, agreement));
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

function lockOfOne(bank, path, body) {
  const request = bank.sign('POST', path, body);
  return longestLock(bank.path, () => bank.send(request));
}

const SANDBOX = '/v1/sandbox';
const OWNER = '310999016';

/** Of 50 customers, each for 40 accounts of one owner. */
async function engagementsOf(bank) {
  const add = (path, body) => bank.send(bank.sign('POST', `${SANDBOX}${path}`, body));
  const ibans = [];
  for (let place = 0; place < MOST / 50; place += 1) {
    const account = { customerNumber: OWNER, accountName: `Konto ${place}`, currency: 'NOK' };
    ibans.push((await add('/accounts', account)).iban);
  }
  const engagements = [];
  for (let place = 0; place < 50; place += 1) {
    const customer = `bench-${place}`;
    await add('/customers', { customerNumber: customer, name: 'Kari Prøve', type: 'PRIVATE' });
    for (const iban of ibans) engagements.push({ customer, account: { iban }, roles: ['VIEW', 'REGISTER'] });
  }
  return engagements;
}

/** @param bookingDate empty: they are pending */
function purchases({ currency }, round, bookingDate) {
  const amount = { currency, amount: 100 };
  return Array.from({ length: MOST }, (_, place) => ({
    cardTransactionId: `${round}-${place}`,
    terminalId: 'tid',
    bookingDate,
    transactionDate: '2023-01-01',
    transactionAmount: amount,
    originalAmount: amount,
    merchantCategoryCode: '5411',
    markupFee: { currency, amount: 0 },
    markupFeePercentage: '0',
    cardAcceptorId: '',
    cardAcceptorAddress: {},
    maskedPan: '',
    transactionDetails: 'Dagligvarer',
    invoiced: '',
    proprietaryBankTransactionCode: '',
  }));
}

async function pages(bank, account) {
  const times = { first: [], late: [] };
  for (let round = 0; round < LOCK_ROUNDS; round += 1) {
    times.first.push(await timeOf(bank, `${pathOf(account)}?limit=200`));
    times.late.push(await timeOf(bank, `${pathOf(account)}?limit=200&offset=${ALL - 1000}`));
  }
  return { first: median(times.first), late: median(times.late) };
}

async function timeOf(bank, target) {
  const request = bank.sign('GET', target);
  const started = performance.now();
  await bank.send(request);
  return performance.now() - started;
}
