import { describe, expect, it } from 'vitest';
import { signerOf } from '../../support/bank.ts';
import { MINUTE } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { openMany } from '../../support/life/many-open.ts';
import { approve } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  create,
  KARI,
  listed,
  type Payment,
  scaStatusOf,
  send,
  start,
  statusOf,
  type Wish,
} from '../../support/life/payments.ts';
import { reach } from '../../support/life/states.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };
const LINK = /^http:\/\/127\.0\.0\.1:8444\/sca\/[A-Za-z0-9]{22}\/[\w-]{22,}$/;

/** A payment for which this kind of authorisation can be started: a received one, or an approved one. */
const kinds: readonly (readonly [string, () => Promise<Payment>])[] = [
  [AUTHORISATIONS, () => create(bank(), explicit)],
  [CANCELLATIONS, () => reach(bank(), 'ACTC')],
];

it.each(
  kinds,
)('starting an authorisation answers 201 with its id, its status and the link for the PSU (%s) [D1-authorisations, D2-links, D4-start-authorisation]', async (kind, make) => {
  const payment = await make();
  const { answer, authorisationId } = await start(bank(), payment, kind);
  const self = `${payment.path}/${kind}/${authorisationId}`;
  expect(answer.json).toEqual({
    scaStatus: 'RECEIVED',
    authorisationId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
    _links: {
      scaRedirect: { href: expect.stringMatching(LINK), verbs: ['GET'] },
      scaStatus: { href: self, verbs: ['GET'] },
    },
  });
  expect(answer.header('Location')).toBe(self);
  expect(answer.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
  expect(answer.header('Content-Type')).toMatch(/^application\/json\b/);
  expect(answer.json._links.scaRedirect.href).toContain(`/sca/${authorisationId}/`);
});

describe('reading authorisations [D1-authorisations, D4-start-authorisation]', () => {
  it('lists the one that was started with the payment', async () => {
    const payment = await create(bank());
    expect(payment.created.json._links.startAuthorisation).toEqual({
      href: `${payment.path}/${AUTHORISATIONS}`,
      verbs: ['POST'],
    });
    expect(await listed(bank(), payment)).toEqual([payment.authorisationId]);
    expect(await scaStatusOf(bank(), payment)).toBe('RECEIVED');
    expect(await listed(bank(), payment, CANCELLATIONS)).toEqual([]);
  });

  it.each(kinds)('lists all of them in the order in which they were started (%s)', async (kind, make) => {
    const payment = await make();
    const before = await listed(bank(), payment, kind);
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await start(bank(), payment, kind)).authorisationId);
    const answer = await call(bank(), payment, 'GET', kind);
    expect(answer.json).toMatchObject({ authorisationIds: [...before, ...ids] });
  });
});

it('a new start while the payment is received leads back to the redirect URI of that start, with its session [D4-start-authorisation]', async () => {
  const payment = await create(bank(), { session: 'of-the-creation' });
  await start(bank(), payment, AUTHORISATIONS, {
    headers: { 'TPP-Session-ID': 'of-the-start', 'TPP-Redirect-URI': 'https://tpp.example/other?a=b' },
  });
  const { redirect } = await approve(bank(), payment);
  expect(redirect).toMatch(/^https:\/\/tpp\.example\/other\?a=b&/);
  expect(new URL(redirect!).searchParams.get('tpp-session-id')).toBe('of-the-start');
});

it('a quarter of an hour is the time that a payment’s authorisation has [D4-fifteen-minutes, D6-sca-status]', async () => {
  const payment = await create(bank());
  bank().now += 15 * MINUTE - 1;
  expect(await scaStatusOf(bank(), payment)).toBe('RECEIVED');
  expect(await statusOf(bank(), payment)).toBe('RCVD');
  bank().now += 1;
  expect(await statusOf(bank(), payment)).toBe('RJCT');
  expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
});

describe('the number of open authorisations [S9-open-authorisations]', () => {
  const exceeded = { status: 429, code: 'ACCESS_EXCEEDED' };
  const MOST = 500;
  const textOf = async (wish: Wish) => (await send(bank(), wish)).json.tppMessages[0].text;

  it('is 500 for a TPP and a PSU: a payment more is refused and not made', async () => {
    await openMany(bank(), MOST - 1);
    await create(bank(), { psu: KARI });
    expectRefusal(await send(bank(), { psu: KARI }), exceeded);
    const late = await create(bank(), { psu: KARI, ...explicit });
    expectRefusal(await call(bank(), late, 'POST', AUTHORISATIONS), exceeded);
    expect(await listed(bank(), late)).toEqual([]);
    expect(await statusOf(bank(), late)).toBe('RCVD');
  });

  it('is 5,000 for a TPP, named PSUs or not, and of each TPP by itself', async () => {
    await openMany(bank(), 4_997, { psu: null });
    await create(bank());
    const payment = await create(bank(), { psu: KARI });
    const link = await bank().send({ headers: { 'X-PSU-IDENTITY': '99999999999' } });
    expect(link.json._links.scaRedirect.verbs).toEqual(['GET']);
    expectRefusal(await send(bank()), exceeded);
    expectRefusal(await send(bank(), { psu: KARI }), exceeded);
    expectRefusal(
      await bank().send({ headers: { 'X-PSU-IDENTITY': '99999999999', 'TPP-Session-ID': 'other' } }),
      exceeded,
    );
    await start(bank(), payment);
    await create(bank(), { as: signerOf('PSDNO-FSA-39999991') });
  });

  it('is told: which limit, how many, and what to do', async () => {
    const next = 'finish or cancel one, or wait until one runs out after 15 minutes';
    await openMany(bank(), MOST);
    expect(await textOf({ psu: KARI })).toBe(
      `500 authorisations are open, the most one TPP may have for one PSU: ${next}`,
    );
    await openMany(bank(), 4_500, { psu: null });
    expect(await textOf({})).toBe(`5000 authorisations are open, the most one TPP may have: ${next}`);
  });
});
