import { beforeAll, describe, expect, it } from 'vitest';
import { keepPsu } from '../../src/bank/store/tables/psus.ts';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { CREATION, type Send, signerOf } from '../support/bank.ts';
import { byPsuId } from '../support/known-psu.ts';
import { BASKETS, createBasket, EXPLICIT, sendBasket } from '../support/life/baskets.ts';
import { bankOfEach } from '../support/life/life.ts';
import { approve } from '../support/life/operator.ts';
import { create, KARI } from '../support/life/payments.ts';
import { createAs } from '../support/life/products.ts';
import { SiteBrowser } from '../support/site.ts';
import { inStore } from '../support/store-work.ts';
import { readStored } from '../support/stored.ts';
import { expectCreated, expectRefusal, faults, refusalAt } from './refusals/expectations.ts';
import { bankOf } from './refusals/rows.ts';

const tpp = 'PSDNO-FSA-39999990';
const kari = { number: '15813963008', psuId: byPsuId()['PSU-ID'] };
const ola = { number: '01929010120', psuId: byPsuId('01929010120')['PSU-ID'] };
const firm = { number: '310999016', psuId: '1c9e7b34-6a5d-4b2c-9f11-7e8d3c4b5a66' };
const denied = { status: 401, code: 'PSU_CREDENTIALS_INVALID' };

describe('a PSU-ID [D2-psu-credentials, D3-psu-identity, D3-psu-of-payment]', () => {
  const bank = bankOf();
  beforeAll(async () => {
    await bank().send({ method: 'GET', path: '/v1/sandbox/customers' });
    await inStore(bank().path, function* () {
      yield* keepPsu(tpp, firm.number, firm.psuId, bank().now);
    });
  });
  const create = (headers: Send['headers'], what: Send = {}) =>
    bank().send({ ...what, headers: { 'PSU-Context': null, ...headers }, body: bank().payment() });

  it('that this TPP was given is known, in upper case too', async () => {
    expectCreated(await create({ 'PSU-ID': kari.psuId }));
    expectCreated(await create({ 'PSU-ID': kari.psuId.toUpperCase() }));
    expectCreated(await create({ 'PSU-ID': kari.psuId, 'X-PSU-IDENTITY': kari.number }));
  });

  it('of one TPP is unknown to another', async () => {
    const stranger = signerOf('PSDNO-FSA-39999991');
    expectRefusal(await create({ 'PSU-ID': kari.psuId }, { as: stranger }), denied);
  });

  it('of one PSU beside the number of another is refused', async () => {
    expectRefusal(await create({ 'PSU-ID': kari.psuId, 'X-PSU-IDENTITY': ola.number }), denied);
  });

  it('of a corporate customer asks for PSU-Corporate-ID', async () => {
    expectRefusal(
      await create({ 'PSU-ID': firm.psuId }),
      refusalAt('PSU-Corporate-ID', 'HTTP_HEADER_REQUIRED'),
    );
  });

  it('stays known when the sandbox is initialised', async () => {
    await bank().send({ method: 'POST', path: '/v1/sandbox/initialize', rawBody: '' });
    expectCreated(await create({ 'PSU-ID': kari.psuId }));
  });
});

describe('the link of a 401 [D2-sca-redirect-on-401, D2-same-authorisation, S1-refusal-durable, S8-secrets]', () => {
  const bank = bankOf();
  const stranger = { 'X-PSU-IDENTITY': '99999999999' };
  const denials: readonly (readonly [string, Send])[] = [
    ['creating', {}],
    ['reading details', { method: 'GET', path: `${CREATION}/AAAAAAAAAAAAAAAAAAAAAA` }],
    ['reading the status', { method: 'GET', path: `${CREATION}/AAAAAAAAAAAAAAAAAAAAAA/status` }],
  ];
  const denial = async (what: Send, headers: Send['headers'] = {}) => {
    const answer = await bank().send({ ...what, headers: { ...stranger, ...headers } });
    expectRefusal(answer, denied);
    return answer.json._links.scaRedirect;
  };

  it.each(denials)('is there when %s', async (_, what) => {
    expect(await denial(what, { 'TPP-Session-ID': 'first' })).toEqual({
      href: expect.stringMatching(/^http:\/\/[^/]+\/sca\/[A-Za-z0-9]{22}\/[\w-]{22,}$/),
      verbs: ['GET'],
    });
  });

  it('is the same for the same TPP, session and PSU, whatever the operation', async () => {
    const links = [];
    for (const [, what] of denials) links.push(await denial(what, { 'TPP-Session-ID': 'same' }));
    expect(new Set(links.map(({ href }) => href)).size).toBe(1);
  });

  it('is another in another session, and for another TPP', async () => {
    const first = await denial({}, { 'TPP-Session-ID': 'one' });
    expect(await denial({}, { 'TPP-Session-ID': 'two' })).not.toEqual(first);
    const elsewhere = await denial({ as: signerOf('PSDNO-FSA-39999992') }, { 'TPP-Session-ID': 'one' });
    expect(elsewhere).not.toEqual(first);
  });

  it('is never the link of a payment', async () => {
    const session = { 'TPP-Session-ID': 'with-payment' };
    const created = await bank().send({ headers: session });
    expectCreated(created);
    expect(await denial({}, session)).not.toEqual(created.json._links.scaRedirect);
  });

  it('is a new one once a browser has opened it, and that browser may go on', async () => {
    const session = { 'TPP-Session-ID': 'opened' };
    const first = await denial({}, session);
    const browser = new SiteBrowser(bank(), new URL(first.href).pathname);
    await browser.open();
    const second = await denial({}, session);
    expect(second).not.toEqual(first);
    expect(await denial({}, session)).toEqual(second);
    expect((await browser.open()).status).toBe(200);
    expect((await new SiteBrowser(bank(), new URL(second.href).pathname).open()).status).toBe(200);
  });

  it('is another with another redirect URI, and each is given again to its own', async () => {
    const session = { 'TPP-Session-ID': 'elsewhere' };
    const other = { ...session, 'TPP-Redirect-URI': 'https://tpp.example/other' };
    const first = await denial({}, session);
    const second = await denial({}, other);
    expect(second).not.toEqual(first);
    expect([await denial({}, session), await denial({}, other)]).toEqual([first, second]);
    const { json } = await bank().send({ headers: { ...other, 'X-PSU-IDENTITY': kari.number } });
    expect(json._links.scaRedirect).not.toEqual(second);
    const open = readStored(
      bank().path,
      `SELECT redirect_uri, sca_status FROM authorisations WHERE tpp_session_id = 'elsewhere' AND subject IS NULL`,
    );
    expect(open.map(({ redirect_uri, sca_status }) => `${redirect_uri} ${sca_status}`)).toEqual([
      'https://tpp.example/cb RECEIVED',
      'https://tpp.example/other RECEIVED',
    ]);
  });

  it('is a new one after a quarter of an hour', async () => {
    const session = { 'TPP-Session-ID': 'ageing' };
    const first = await denial({}, session);
    bank().now += 15 * 60 * 1000 - 1;
    expect(await denial({}, session)).toEqual(first);
    bank().now += 1;
    expect(await denial({}, session)).not.toEqual(first);
  });

  it('is on disk before the answer leaves', async () => {
    const { href } = await denial({}, { 'TPP-Session-ID': 'durable' });
    const [stored] = readStored(
      bank().path,
      `SELECT id, secret FROM authorisations WHERE tpp_session_id = 'durable'`,
    );
    expect(href.endsWith(`/sca/${stored?.id}/${stored?.secret}`)).toBe(true);
  });

  it('comes with the refusal alone: no payment is made', async () => {
    const before = readStored(bank().path, 'SELECT COUNT(*) AS n FROM payments');
    await denial({});
    expect(readStored(bank().path, 'SELECT COUNT(*) AS n FROM payments')).toEqual(before);
    expect(faults(await bank().send({ headers: stranger }))).toEqual([
      'PSU_CREDENTIALS_INVALID X-PSU-IDENTITY',
    ]);
  });
});

const bank = bankOfEach();
const NOBODY = { 'X-PSU-IDENTITY': null, 'PSU-Context': null };

/** Operations on a payment or a basket that is there: they ask for the PSU when that is known. */
const OF_ONE = OPERATIONS.filter(({ path }) => /\{(payment|basket)Id\}/.test(path)).filter(
  ({ listener, name }) => listener === 'interface' && name !== 'start basket authorisation',
);

async function pathOf(path: string): Promise<string> {
  if (path.includes('{basketId}')) {
    const { path: own } = await createBasket(bank(), [await create(bank(), { psu: KARI, ...EXPLICIT })]);
    return path.replace(`${BASKETS}/{basketId}`, own).replace('{authorisationId}', 'x');
  }
  const payment = await createAs(bank(), 'cross-border', { psu: KARI });
  if (path.includes('cancellation')) await approve(bank(), payment);
  return path.replace('/v1/{service}/{product}/{paymentId}', payment.path).replace('{authorisationId}', 'x');
}

describe('X-PSU-IDENTITY in the place of PSU-ID [D3-identity-everywhere, D3-psu-of-payment]', () => {
  it('is asked of every operation on a payment or a basket', () => {
    expect(OF_ONE).toHaveLength(14);
  });

  it.each(OF_ONE)('$name: the text of what is missing names both, and the number will do', async ({
    method,
    path,
  }) => {
    const there = await pathOf(path);
    expectRefusal(await bank().send({ method, path: there, headers: NOBODY }), {
      status: 400,
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-ID',
      text: /^PSU-ID or X-PSU-IDENTITY is required, because this (payment|signing basket) has a known PSU$/,
    });
    const named = await bank().send({ method, path: there, headers: { ...NOBODY, 'X-PSU-IDENTITY': KARI } });
    // The authorisation of the last two is none.
    if (path.endsWith('{authorisationId}')) expectRefusal(named, { status: 404, code: 'RESOURCE_UNKNOWN' });
    else expect(named.status, named.text).toBeLessThan(300);
  });

  it('create basket: the text names both, and the number will do', async () => {
    const payment = await create(bank(), { psu: KARI, ...EXPLICIT });
    expectRefusal(await sendBasket(bank(), [payment], { headers: NOBODY }), {
      status: 400,
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-ID',
      text: /^PSU-ID or X-PSU-IDENTITY is required, because these payments have a known PSU$/,
    });
    expect((await sendBasket(bank(), [payment])).status).toBe(201);
  });
});
