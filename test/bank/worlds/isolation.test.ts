import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPaths, OPERATIONS, type Operation } from '../../../src/wire/operations.ts';
import { signerOf } from '../../support/bank.ts';
import { type Furnished, furnish, letIn } from '../../support/furnished-world.ts';
import { type Came, ONE, OTHER, openTestWorlds, type TestWorlds } from '../../support/worlds.ts';
import { cardTransaction, incoming } from '../sandbox/calls.ts';

const IN_SESSION = { 'TPP-Session-ID': 'own-session', 'X-PSU-IDENTITY': '15813963008' };
const PRODUCT = 'norwegian-domestic-credit-transfers';
let worlds: TestWorlds;
/** What is in the world of one; the other guesses it all. */
let one: Furnished;
/** The psu-id in the world of the other, which starting a basket's authorisation needs. */
let otherPsuId: string;

beforeAll(async () => {
  worlds = await openTestWorlds();
  one = await furnish(worlds, ONE);
  otherPsuId = await letIn(worlds, OTHER);
});
afterAll(() => worlds.close());

/** An id of the same form that nobody has. */
const unknown = (id: string) => (/^NO-/.test(id) ? 'NO-FSA-00000000' : [...id].reverse().join(''));
const NAMING = OPERATIONS.filter(
  ({ listener, path }) => listener === 'interface' && /\{\w+[iI]d\}/.test(path),
);

/** Bodies and queries in order, so that the id is what decides. */
const BODIES: Readonly<Record<string, unknown>> = {
  'set contact information': { email: 'other@tpp.example' },
  'create sandbox account transactions': [incoming({ bban: '86011117947', iban: 'NO9386011117947' })],
  'create sandbox card account transactions': [cardTransaction()],
  'update sandbox account balances': [
    { balanceType: 'closingBooked', balanceAmount: { currency: 'NOK', amount: 5 } },
  ],
  'update sandbox card account balances': [
    { balanceType: 'closingBooked', balanceAmount: { currency: 'NOK', amount: 5 } },
  ],
  'create sandbox engagement': {
    customer: '15813963008',
    account: { iban: 'NO9386011117947' },
    roles: ['VIEW'],
  },
};

const BOOKED_LISTS = [
  'list account transactions',
  'list card account transactions',
  'list sandbox card account transactions',
];

/** Everything of a world that a snapshot has, what is open in it, and what its TPP says of itself. */
async function stateOf(tpp: string): Promise<string> {
  const snapshot = await worlds.operate(tpp, 'GET', '/operator/snapshot');
  expect(snapshot.status).toBe(200);
  const payment = await worlds.send(tpp, {
    method: 'GET',
    path: `/v1/payments/${PRODUCT}/${one.ids.paymentId}`,
    headers: IN_SESSION,
  });
  const contact = await worlds.send(tpp, {
    method: 'GET',
    path: `/v1/tpps/${one.ids.tppId}/contact-information`,
  });
  expect(contact.json).toEqual({ email: 'one@tpp.example' });
  return `${snapshot.text} ${payment.status} ${payment.text} ${contact.text}`;
}

function send(operation: Operation, idOf: (name: string) => string): Promise<Came>[] {
  return listPaths(operation).map((pattern) => {
    const path = pattern.replace('{product}', PRODUCT).replace(/\{(\w+)\}/g, (_, name) => idOf(name));
    const query = BOOKED_LISTS.includes(operation.name) ? 'bookingStatus=both' : '';
    return worlds.send(OTHER, {
      method: operation.method,
      path,
      query,
      headers:
        operation.name === 'start basket authorisation'
          ? { ...IN_SESSION, 'PSU-ID': otherPsuId }
          : IN_SESSION,
      ...(operation.takesBody ? { body: BODIES[operation.name] ?? {} } : { rawBody: '' }),
    });
  });
}

describe('two TPPs with worlds of their own [S11-worlds]', () => {
  it('has an id for each operation that names one', () => {
    const names = NAMING.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const known = new Set([...Object.keys(one.ids), 'service', 'product']);
    expect(names.filter((name) => !known.has(name ?? ''))).toEqual([]);
  });

  it.each(
    NAMING.map((operation) => [operation.name, operation] as const),
  )('%s: another’s ids are answered as unknown ones, and nothing changes', async (_, operation) => {
    const before = await stateOf(ONE);
    const guessed = await Promise.all(send(operation, (name) => one.ids[name] ?? ''));
    const nobodys = await Promise.all(send(operation, (name) => unknown(one.ids[name] ?? '')));
    const told = ({ status, text }: Came) => ({ status, text });
    expect(guessed.map(told)).toEqual(nobodys.map(told));
    for (const { status, json } of guessed)
      expect([status, json.tppMessages[0].code]).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(await stateOf(ONE)).toBe(before);
  });

  it('has others’ ids in no list', async () => {
    const lists = OPERATIONS.filter(
      ({ listener, method, path }) => listener === 'interface' && method === 'GET' && !/\{/.test(path),
    );
    expect(lists.length).toBeGreaterThan(6);
    const all = await Promise.all(
      lists.map(({ path }) => worlds.send(OTHER, { method: 'GET', path, headers: IN_SESSION })),
    );
    const text = all.map((came) => came.text).join(' ');
    expect(text).toContain('15813963008');
    const { tppId: _, ...ids } = one.ids;
    expect(Object.values(ids).filter((id) => text.includes(id))).toEqual([]);
  });

  it('pays, and takes payments into a basket, in its own world alone', async () => {
    const before = await stateOf(ONE);
    const basket = (paymentId: string) =>
      worlds.send(OTHER, { path: '/v1/signing-baskets', body: { paymentIds: [paymentId, paymentId] } });
    const { paymentId = '' } = one.ids;
    expect((await basket(paymentId)).status).toBe((await basket(unknown(paymentId))).status);
    const headers = { ...IN_SESSION, 'X-Request-ID': one.requestId };
    const made = await worlds.send(OTHER, { body: worlds.bank.payment(), headers });
    // Neither the first answer of the other again nor a conflict with it.
    expect(made.status).toBe(201);
    expect(made.json.paymentId).not.toBe(paymentId);
    expect(await stateOf(ONE)).toBe(before);
  });

  it('reads no page by a token of another world', async () => {
    const list = await worlds.send(OTHER, { method: 'GET', path: '/v1/accounts', headers: IN_SESSION });
    const path = `/v1/accounts/${list.json.accounts[0].resourceId}/transactions`;
    for (const page of one.pages) {
      const [, query = ''] = page.split('?');
      const came = await worlds.send(OTHER, { method: 'GET', path, query, headers: IN_SESSION });
      expect(came).toMatchObject({ status: 400, json: { tppMessages: [{ code: 'FORMAT_ERROR' }] } });
    }
  });

  it('knows no psu-id of another world', async () => {
    const ask = (psuId: string) =>
      worlds.send(OTHER, { method: 'GET', path: '/v1/accounts', headers: { 'PSU-ID': psuId } });
    const [guessed, nobodys] = [await ask(one.psuId), await ask('6e1fb82a-3b21-4c7d-9d8a-0d7c2f3b4a5c')];
    const told = ({ status, json }: Came) => [status, json.tppMessages];
    expect(told(guessed)).toEqual(told(nobodys));
    expect(guessed.status).toBe(401);
  });

  it('has customers of equal numbers that don’t meet', async () => {
    const balances = (tpp: string) => worlds.send(tpp, { method: 'GET', path: '/v1/sandbox/accounts' });
    const before = await balances(ONE);
    const { json } = await worlds.send(OTHER, { method: 'GET', path: '/v1/sandbox/customers' });
    const [kari] = json;
    const { json: mine } = await worlds.send(ONE, { method: 'GET', path: '/v1/sandbox/customers' });
    expect(mine[0]).toMatchObject({ customerNumber: kari.customerNumber, customerName: kari.customerName });
    expect(mine[0].customerId).not.toBe(kari.customerId);
    const gone = await worlds.send(OTHER, {
      method: 'DELETE',
      path: `/v1/sandbox/customers/${kari.customerId}`,
    });
    expect(gone.status).toBe(204);
    expect((await balances(ONE)).text).toBe(before.text);
  });

  it('may reset its own world without the operator, and no other', async () => {
    const before = await stateOf(ONE);
    expect((await worlds.send(OTHER, { method: 'POST', path: '/v1/sandbox/initialize' })).status).toBe(200);
    expect(await stateOf(ONE)).toBe(before);
  });
});

describe('the site of the worlds [S11-worlds, S9-link-secret]', () => {
  const get = (target: string, more: Partial<Parameters<TestWorlds['ask']>[0]> = {}) =>
    worlds.ask({ method: 'GET', target, headers: [], body: new Uint8Array(0), ...more });

  it('finds the world of a link, and answers every other as a wrong secret', async () => {
    const [, , id = '', secret = ''] = one.link.split('/');
    expect((await get(one.link)).status).toBe(200);
    const wrong = await get(`/sca/${id}/${secret.slice(0, -1)}~`);
    const own = await worlds.send(OTHER, { body: worlds.bank.payment(), headers: IN_SESSION });
    const [, , otherId = '', otherSecret = ''] = new URL(own.json._links.scaRedirect.href).pathname.split(
      '/',
    );
    const guesses = [
      `/sca/${id}/${otherSecret}`,
      `/sca/${otherId}/${secret}`,
      `/sca/${id}/${otherSecret.slice(0, 32)}${secret.slice(32)}`,
      `/sca/${id}/${'0'.repeat(32)}${secret.slice(32)}`,
      `/sca/${id}/x`,
      `/sca/${unknown(id)}/${secret}`,
    ];
    for (const guess of guesses) expect(await get(guess), guess).toEqual(wrong);
    expect(wrong.status).toBe(404);
  });

  it('keeps a browser’s cookie to one authorisation of one world', async () => {
    const linkOf = async (tpp: string) => {
      const { json } = await worlds.send(tpp, { body: worlds.bank.payment(), headers: IN_SESSION });
      return new URL(json._links.scaRedirect.href).pathname;
    };
    const [theirs, pathname] = [await linkOf(ONE), await linkOf(OTHER)];
    const cookie = (await get(theirs)).headers['Set-Cookie'] ?? '';
    expect(cookie).toContain(`Path=${theirs.slice(0, theirs.lastIndexOf('/'))}`);
    await get(pathname);
    const [value = ''] = cookie.split(';');
    const came = await get(pathname, { headers: [['Cookie', value]] });
    expect(came.text).toBe((await get(pathname)).text);
    expect(came.text).not.toContain('name="token"');
  });
});

describe('the operator of the worlds [S11-worlds]', () => {
  it('acts in the world that the header names, which has a clock of its own', async () => {
    const { authorisationId = '' } = one.ids;
    const approve = (world: string, id: string) =>
      worlds.operate(world, 'POST', `/operator/sca/${id}/approve`, {});
    expect((await approve(OTHER, authorisationId)).text).toBe(
      (await approve(OTHER, unknown(authorisationId))).text,
    );
    await worlds.operate(OTHER, 'POST', '/operator/clock/advance', { seconds: 86_400 });
    const offset = async (world: string) =>
      (await worlds.operate(world, 'GET', '/operator/clock')).json.offsetSeconds;
    expect([await offset(ONE), await offset(OTHER)]).toEqual([0, 86_400]);
    // An organizationIdentifier may come without its PSD.
    expect(await offset(OTHER.slice(3))).toBe(86_400);
    expect((await approve(ONE, authorisationId)).status).toBe(200);
  });

  it('is asked which is meant, and told which there are', async () => {
    const came = await worlds.operate(undefined, 'GET', '/operator/clock');
    expect(came).toMatchObject({
      status: 400,
      json: { tppMessages: [{ code: 'HTTP_HEADER_REQUIRED', path: 'PSD2-World' }] },
    });
    for (const name of [ONE, OTHER]) expect(came.text).toContain(name);
    expect((await worlds.operate('NO-FSA-38888899', 'GET', '/operator/clock')).status).toBe(404);
    const { json } = await worlds.operate(undefined, 'GET', '/operator/worlds');
    expect(json.worlds.map(({ identity }: { identity: string }) => identity)).toEqual([ONE, OTHER]);
  });

  it('makes data for another TPP at their own port, where nobody else names a world', async () => {
    const customer = { customerNumber: '310999059', name: 'Satt inn AS', type: 'CORPORATE' };
    const path = '/v1/sandbox/customers';
    const send = (operator: boolean) => {
      const headers = { 'PSD2-World': ONE };
      const signed = worlds.bank.signed({ path, body: customer, headers, as: signerOf(OTHER) });
      return worlds.ask(signed, { operator });
    };
    const list = async (tpp: string) => (await worlds.send(tpp, { method: 'GET', path })).text;
    expect((await send(false)).status).toBe(201);
    expect([await list(ONE), await list(OTHER)].map((text) => text.includes(customer.name))).toEqual([
      false,
      true,
    ]);
    expect((await send(true)).status).toBe(201);
    expect(await list(ONE)).toContain(customer.name);
  });

  it('is there for the operator alone', async () => {
    const target = { method: 'GET', target: '/operator/worlds', headers: [], body: new Uint8Array(0) };
    expect((await worlds.ask(target)).status).toBe(404);
  });

  it('has faults strike in one world alone', async () => {
    const set = await worlds.operate(ONE, 'POST', '/operator/faults', { fault: 'SYSTEM_ERROR' });
    expect(set.status, set.text).toBe(201);
    const ask = (tpp: string) =>
      worlds.send(tpp, { method: 'GET', path: '/v1/accounts', headers: IN_SESSION });
    expect((await ask(ONE)).status).toBe(500);
    // It has no session any longer, and is told so.
    expect((await ask(OTHER)).status).toBe(401);
  });
});
