import { getHeader, type HttpRequest, type HttpResponse } from '../../../src/message.ts';
import { openTestBank, type Send, signerOf, type TestBank } from '../../support/bank.ts';
import { makeSession } from '../../support/known-psu.ts';
import { KARI, OLA } from '../../support/life/payments.ts';
import { CREATIONS, initiation } from '../../support/life/products.ts';
import { changeStore } from '../../support/store-work.ts';

/** Worlds that differ in one secret of Kari's account alone, and what is asked of all of them alike. */

type Change = (bank: TestBank) => Promise<void>;

const account = (sql: string): Change => {
  return (bank) => changeStore(bank.path, `UPDATE accounts SET ${sql} WHERE bban = ?`, bank.accounts.debtor);
};

const balance = (minor: bigint): Change => {
  return (bank) =>
    changeStore(
      bank.path,
      'UPDATE balances SET balance_minor = ? WHERE account = (SELECT id FROM accounts WHERE bban = ?)',
      minor,
      bank.accounts.debtor,
    );
};

/** What is on it. */
export const MONEY: Readonly<Record<string, Change>> = {
  'has an øre': balance(1n),
  'has 1 234.56': balance(123_456n),
  'has a billion': balance(100_000_000_000n),
};

/** Whether there is such an account, and what it is. */
export const ACCOUNTS: Readonly<Record<string, Change>> = {
  'is nobody’s': account(`bban = '99909999999', iban = 'NO1299909999999'`),
  'is another customer’s': account(`customer_number = '${OLA}'`),
  'is in euro': account(`currency = 'EUR'`),
  'may not be paid from': account('may_pay = 0'),
};

/** What another TPP has done with it. */
export const OTHERS: Readonly<Record<string, Change>> = {
  'is paid from by another TPP, the same amounts': async (bank) => {
    const as = signerOf('PSDNO-FSA-39999991');
    for (const { what } of amountProbes(bank).slice(0, 24)) await bank.send({ ...what, as });
  },
};

export interface World {
  readonly name: string;
  readonly bank: TestBank;
}

/** Before the change Kari has had an SCA in one session. */
export const KARIS_SESSION = 'of-kari';

/** Opens the unchanged world, and one for each change. */
export async function openWorlds(changes: Readonly<Record<string, Change>>): Promise<World[]> {
  const named: [string, Change][] = [['is as it was', async () => {}], ...Object.entries(changes)];
  return Promise.all(
    named.map(async ([name, change]) => {
      let secrets = 0;
      const bank = await openTestBank({
        bank: { secret: () => `secret-${String(++secrets).padStart(22, '0')}` },
      });
      await makeSession(bank, KARI, KARIS_SESSION);
      await change(bank);
      return { name, bank };
    }),
  );
}

/** How a request may name the PSU, and be told nothing of the account. */
export const STRANGERS: Readonly<Record<string, NonNullable<Send['headers']>>> = {
  'PSU-Context': {},
  'PSU-Context, in a session with an SCA': { 'TPP-Session-ID': KARIS_SESSION },
  'the owner’s number': { 'X-PSU-IDENTITY': KARI },
  'the owner’s number alone': { 'X-PSU-IDENTITY': KARI, 'PSU-Context': null },
  'another’s number': { 'X-PSU-IDENTITY': OLA },
  'another’s number, in a session with an SCA of the owner': {
    'X-PSU-IDENTITY': OLA,
    'TPP-Session-ID': KARIS_SESSION,
  },
};

export interface Probe {
  readonly name: string;
  readonly what: Send;
}

const CURRENCIES = ['NOK', 'EUR', 'JPY'] as const;
/** From an øre to what nobody has, 100 of them, with a digit of each size. */
const AMOUNTS = Array.from({ length: 100 }, (_, place) => (1.27 ** place / 100 + place).toFixed(2));

interface Asked {
  readonly bank: TestBank;
  readonly amount: string;
  /** That the body gives the account. */
  readonly currency: (typeof CURRENCIES)[number];
  readonly headers: NonNullable<Send['headers']>;
}

const KINDS = ['instant', 'domestic', 'bulk', 'fees'] as const;

/** Of the same amount and headers it is the same payment in every world, and whoever sends it. */
function probeOf(kind: (typeof KINDS)[number], { bank, amount, currency, headers }: Asked): Probe {
  const debtorAccount = { bban: bank.accounts.debtor, currency };
  const creditorAccount = { bban: bank.accounts.foreign, currency: 'NOK' };
  const body =
    kind === 'fees'
      ? { amount: { amount, currency: 'NOK' }, creditorAccount, debtorAccount }
      : initiation(bank, kind, { amount, body: { debtorAccount } });
  const named = JSON.stringify(headers);
  return {
    name: `${kind} ${amount} from an account in ${currency}`,
    what: {
      path: kind === 'fees' ? `${CREATIONS.instant}/fee-information` : CREATIONS[kind],
      rawBody: JSON.stringify(body).replaceAll(/Test \d+/g, `Probe ${named.length}`),
      headers: {
        // No SCA is started: there is a limit to those.
        'TPP-Explicit-Authorisation-Preferred': 'true',
        'TPP-Rejection-NoFunds-Preferred': 'true',
        'X-Request-ID': `${kind}-${amount}-${currency}-${named.length}`,
        ...headers,
      },
    },
  };
}

/** 100 amounts, each with the next product and currency, so that all meet. */
export function amountProbes(bank: TestBank, headers: Asked['headers'] = {}): Probe[] {
  return AMOUNTS.map((amount, place) => {
    const currency = CURRENCIES[Math.floor(place / KINDS.length) % CURRENCIES.length]!;
    return probeOf(KINDS[place % KINDS.length]!, { bank, amount, currency, headers });
  });
}

/** Every product with every currency for each of the amounts. */
export function everyProbe(bank: TestBank, headers: Asked['headers'] = {}): Probe[] {
  return AMOUNTS.flatMap((amount) =>
    CURRENCIES.flatMap((currency) => KINDS.map((kind) => probeOf(kind, { bank, amount, currency, headers }))),
  );
}

const PEER = { address: '127.0.0.1', operator: false };

/** The whole answers of a world to one request, its ids by the order in which they come. */
export async function answersOf({ bank }: World, requests: readonly HttpRequest[]): Promise<string[]> {
  const answers: string[] = [];
  for (const request of requests) answers.push(told(await bank.handle(request, PEER)));
  return answers;
}

/** Status, headers and body; an id says nothing but which one it is. */
export function told({ status, headers, body }: HttpResponse): string {
  const text = JSON.stringify([status, headers, Buffer.from(body).toString('utf8')]);
  const ids = new Map<string, string>();
  return text.replaceAll(/\b[A-Za-z0-9]{22}\b|secret-\d+|[\w-]{43}/g, (id) => {
    ids.set(id, ids.get(id) ?? `<${ids.size}>`);
    return ids.get(id) ?? '';
  });
}

/** What a TPP and whoever has the link can do with a payment that was made, without the PSU. */
export async function followed({ bank }: World, what: Send): Promise<string[]> {
  const heard: string[] = [];
  const ask = async (request: HttpRequest) => {
    const answer = await bank.handle(request, PEER);
    heard.push(told(answer));
    return answer;
  };
  const created = await ask(bank.signed(what));
  const path = getHeader(created.headers, 'Location') ?? '';
  const { headers = {} } = what;
  const below = (method: string, to: string, more: Send['headers'] = {}) =>
    ask(
      bank.signed({
        method,
        path: path + to,
        headers: { ...headers, 'X-Request-ID': `${method}-${to}`, ...more },
      }),
    );
  const link = linkIn(created);
  if (link !== undefined) await ask({ method: 'GET', target: link, headers: [], body: new Uint8Array() });
  await below('GET', '');
  await below('GET', '/status');
  await below('GET', '/authorisations');
  const app = linkIn(await below('POST', '/authorisations', { 'TPP-Redirect-Preferred': 'false' }));
  if (app !== undefined) await ask({ method: 'GET', target: app, headers: [], body: new Uint8Array() });
  await ask(bank.signed({ ...what, headers: { ...headers, 'X-Request-ID': 'again' } }));
  await below('POST', '/cancellation-authorisations');
  await below('DELETE', '');
  await below('GET', '/status', { 'X-Request-ID': 'last' });
  return heard;
}

function linkIn({ body }: HttpResponse): string | undefined {
  const { _links } = JSON.parse(Buffer.from(body).toString('utf8'));
  return _links?.scaRedirect === undefined ? undefined : new URL(_links.scaRedirect.href).pathname;
}
