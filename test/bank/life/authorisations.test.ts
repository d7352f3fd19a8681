import { describe, expect, it } from 'vitest';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  create,
  listed,
  type Payment,
  scaStatusOf,
  start,
  statusOf,
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

describe('starting an authorisation [D1-authorisations, D2-links, D4-start-authorisation]', () => {
  it.each(kinds)('answers 201 with its id, its status and the link for the PSU (%s)', async (kind, make) => {
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

  it('can be read although the payment itself can not be yet', async () => {
    const payment = await create(bank());
    expectRefusal(await call(bank(), payment, 'GET', 'status'), { status: 404, code: 'RESOURCE_UNKNOWN' });
    expect(await scaStatusOf(bank(), payment)).toBe('RECEIVED');
  });
});

describe('a new start while the payment is received [D4-start-authorisation]', () => {
  it('ends the open one and leaves the payment', async () => {
    const payment = await create(bank());
    const { authorisationId } = await start(bank(), payment);
    expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
    expect(await scaStatusOf(bank(), payment, authorisationId)).toBe('RECEIVED');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    expect(await listed(bank(), payment)).toEqual([payment.authorisationId, authorisationId]);
  });

  it('leads back to the redirect URI of that start, with its session', async () => {
    const payment = await create(bank(), { session: 'of-the-creation' });
    await start(bank(), payment, AUTHORISATIONS, {
      headers: { 'TPP-Session-ID': 'of-the-start', 'TPP-Redirect-URI': 'https://tpp.example/other?a=b' },
    });
    const { redirect } = await approve(bank(), payment);
    expect(redirect).toMatch(/^https:\/\/tpp\.example\/other\?a=b&/);
    expect(new URL(redirect!).searchParams.get('tpp-session-id')).toBe('of-the-start');
  });
});
