// Pages of 200 of an account with a million transactions beside one with a thousand: the first, the middle and the last.
// The rows are inserted by the bench, copies of a booking that was made. Pages are reached as a TPP reaches
// them, by the links of the page before; on the way to the last one every page is read once.
import { memoryOfAll } from './all-transactions.mjs';
import { withBank } from './bank-in-process.mjs';
import { median } from './processes.mjs';
import { copyOver, itemOf } from './transaction-rows.mjs';

const LARGE = numberOf(process.env.PSD2_BENCH_TRANSACTIONS) ?? 1_000_000;
const SMALL = 1_000;
const PAGE = 200;
const ROUNDS = 41;

export async function bench() {
  return [await pages(), await memoryOfAll()];
}

function pages() {
  return withBank((small) =>
    withBank(async (large) => {
      const banks = { small: await filled(small, SMALL), large: await filled(large, LARGE) };
      const links = { small: await linksOf(banks.small, SMALL), large: await linksOf(banks.large, LARGE) };
      const rows = [];
      for (const place of ['first', 'middle', 'last']) {
        const times = await timesOf(banks, links, place);
        rows.push(
          row(`the ${place} page of ${SMALL}`, times.small, times.small),
          row(`the ${place} page of ${LARGE}`, times.large, times.small, 1.3),
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

function numberOf(text) {
  return text === undefined ? undefined : Number(text);
}

function row(name, value, floor, atMost) {
  return { name, value, ratio: value / floor, ...(atMost ? { limit: { atMost } } : {}) };
}

/** Puts so many transactions on an account, which its owner lets the TPP see. @returns how it is asked for */
async function filled(bank, count) {
  const [account] = bank.accounts;
  await bank.send(bank.sign('POST', `/v1/sandbox/accounts/${account.id}/transactions`, [itemOf(account)]));
  copyOver(bank.path, account.id, count - 1);
  const psu = account.customerNumber;
  const ask = (target) => bank.answer(bank.sign('GET', target, undefined, [['X-PSU-IDENTITY', psu]]));
  const { json } = await ask('/v1/accounts');
  const id = new URL(json._links.scaRedirect.href).pathname.split('/').at(-2);
  await bank.operate(`/operator/sca/${id}/approve`, { as: psu, accounts: 'all' });
  const first = `/v1/accounts/${account.id}/transactions?bookingStatus=booked&limit=${PAGE}`;
  return { ask, first };
}

/** Where the first, the middle and the last page are. */
async function linksOf({ ask, first }, count) {
  const pages = Math.ceil(count / PAGE);
  const links = { first, middle: first, last: first };
  let at = first;
  for (let page = 1; page <= pages; page += 1) {
    if (page === Math.ceil(pages / 2)) links.middle = at;
    links.last = at;
    const { next } = (await told(ask, at)).transactions._links;
    if ((next === undefined) !== (page === pages))
      throw new Error(`page ${page} of ${pages} is not where it was`);
    at = next?.href;
  }
  return links;
}

async function timesOf(banks, links, place) {
  const times = { small: [], large: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, { ask }] of Object.entries(banks)) {
      const started = performance.now();
      const { transactions } = await told(ask, links[name][place]);
      // The first round warms up.
      if (round > 0) times[name].push(performance.now() - started);
      if (transactions.booked.length !== PAGE)
        throw new Error(`${transactions.booked.length} on the ${place} page`);
    }
  }
  return { small: median(times.small), large: median(times.large) };
}

async function told(ask, target) {
  const { status, json } = await ask(target);
  if (status !== 200) throw new Error(`${target}: ${status} ${JSON.stringify(json)}`);
  return json;
}
