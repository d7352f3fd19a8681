// Pages of 200 of an account with a million transactions beside one with a thousand: the first, the middle and the last.
// The rows are inserted by the bench, copies of a booking that was made. Pages are reached as a TPP reaches
// them, by the links of the page before; on the way to the last one every page is read once.
import { withBank } from './support/bank.mjs';
import { withDatabase } from './support/copied-rows.mjs';
import { createRow, median, reduce } from './support/tables.mjs';

const LARGE = reduce(1_000_000);
const SMALL = 1_000;
const PAGE = 200;
const A_DAY = 100;
const LAST = Date.UTC(2025, 0, 1);
const ROUNDS = reduce(41);

export function bench() {
  return withBank((small) =>
    withBank(async (large) => {
      const banks = { small: await fill(small, SMALL), large: await fill(large, LARGE) };
      const links = { small: await findLinks(banks.small), large: await findLinks(banks.large) };
      const rows = [];
      for (const place of ['first', 'middle', 'last']) {
        const times = await measurePages(banks, links, place);
        rows.push(
          createRow(`the ${place} page of ${SMALL}`, times.small, times.small),
          createRow(`the ${place} page of ${LARGE}`, times.large, times.small, { atMost: 1.3 }),
        );
      }
      return {
        title: `A page of ${PAGE} transactions (medians of ${ROUNDS}, in turn)`,
        unit: 'ms',
        floor: `the page of ${SMALL}`,
        rows,
      };
    }),
  );
}

/** Puts so many transactions on an account, which its owner lets the TPP see. @returns how it is asked for */
async function fill(bank, count) {
  const [account] = bank.accounts;
  await bank.send(
    bank.sign('POST', `/v1/sandbox/accounts/${account.id}/transactions`, [createTransaction(account)]),
  );
  copyTransactions(bank.path, account.id, count - 1);
  const psu = account.customerNumber;
  const ask = (target) => bank.answer(bank.sign('GET', target, undefined, [['X-PSU-IDENTITY', psu]]));
  const { json } = await ask('/v1/accounts');
  const id = new URL(json._links.scaRedirect.href).pathname.split('/').at(-2);
  await bank.operate(`/operator/sca/${id}/approve`, { as: psu, accounts: 'all' });
  const first = `/v1/accounts/${account.id}/transactions?bookingStatus=booked&limit=${PAGE}`;
  return { ask, first };
}

/** Finds the first, the middle and the last full page, by the links of each page to the next. */
async function findLinks({ ask, first }) {
  const full = [];
  for (let at = first; at !== undefined; ) {
    const { booked, _links } = (await readPage(ask, at)).transactions;
    if (booked.length === PAGE) full.push(at);
    at = _links.next?.href;
  }
  return { first, middle: full[full.length >> 1], last: full.at(-1) };
}

async function measurePages(banks, links, place) {
  const times = { small: [], large: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, { ask }] of Object.entries(banks)) {
      const started = performance.now();
      const { transactions } = await readPage(ask, links[name][place]);
      // The first round warms up.
      if (round > 0) times[name].push(performance.now() - started);
      if (transactions.booked.length !== PAGE)
        throw new Error(`${transactions.booked.length} on the ${place} page`);
    }
  }
  return { small: median(times.small), large: median(times.large) };
}

async function readPage(ask, target) {
  const { status, json } = await ask(target);
  if (status !== 200) throw new Error(`${target}: ${status} ${JSON.stringify(json)}`);
  return json;
}

/** Creates a transaction of the account, as the sandbox takes it. */
function createTransaction({ iban, bban }) {
  const date = '2020-01-01';
  return {
    amount: 100,
    currency: 'NOK',
    valueDate: date,
    bookingDate: date,
    remittanceInformationUnstructured: 'Invoice 1',
    creditorId: '',
    creditorName: 'Kari Prøve',
    creditorAccount: { iban, bban },
    ultimateCreditor: '',
    debtorName: 'Arbeidsgiver AS',
    debtorAccount: { iban: '', bban: '99911200011' },
    ultimateDebtor: '',
    purposeCode: 'SALA',
    bankTransactionCode: 'PMNT-RCDT-DMCT',
  };
}

/** Copies the one that was made, a hundred a day, each with an id of its own. Its booking stands for all. */
function copyTransactions(path, account, count) {
  withDatabase(path, (database) => {
    database.exec('PRAGMA cache_size = -200000; BEGIN IMMEDIATE');
    const [made] = database.prepare('SELECT * FROM transactions WHERE account = ?').all(account);
    const columns = Object.keys(made);
    const insert = database.prepare(
      `INSERT INTO transactions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    for (let copy = 0; copy < count; copy += 1) {
      const date = new Date(LAST - Math.floor(copy / A_DAY) * 86_400_000).toISOString().slice(0, 10);
      const id = `copy${String(copy).padStart(18, '0')}`;
      insert.run(...Object.values({ ...made, id, booking_date: date, value_date: date }));
    }
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  });
}
