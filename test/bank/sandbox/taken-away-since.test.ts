import { beforeEach, describe, expect, it } from 'vitest';
import { createBasket } from '../../support/life/baskets.ts';
import {
  accountOf,
  agree,
  agreementId,
  endAgreement,
  endEngagement,
  engage,
  inAgreement,
  waysOfTaking,
} from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play, runBatch } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  create,
  FIRM,
  type Headers,
  KARI,
  type Payment,
  readStatus,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { paymentStatusIn, SiteBrowser } from '../../support/site.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const DENIED = { status: '401', code: 'PSU_CREDENTIALS_INVALID', message: expect.stringMatching(/./) };
const UNKNOWN_THERE = { status: 401, code: 'PSU_CREDENTIALS_INVALID', path: 'PSU-Corporate-ID' };

let engagement: string;
let from: string;
beforeEach(async () => {
  await agree(bank());
  engagement = await engage(bank(), KARI);
  from = await accountOf(bank(), FIRM);
});
const WAYS = waysOfTaking(() => ({ bank: bank(), engagement }));

/** A payment of the firm's that Kari has approved; its session is not the usual one. */
async function approved(): Promise<Payment> {
  const payment = await create(bank(), {
    psu: KARI,
    from,
    session: 'approval',
    headers: { 'PSU-Context': null },
  });
  await play(bank(), 'approve', payment.paymentId, { agreementId });
  return payment;
}

describe('what was approved in an agreement that is taken away [D8-delete-agreement, D3-corporate-user]', () => {
  it.each(WAYS)('goes on, and is booked: $name', async ({ take }) => {
    const payment = await approved();
    await take();
    expect(await runBatch(bank())).toMatchObject({ settled: 1, held: 0 });
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it('can be read in another session than that of the agreement', async () => {
    const payment = await approved();
    await endAgreement(bank());
    const inSession = (session: string, more: Headers = {}) =>
      readStatus(bank(), payment, { headers: { 'TPP-Session-ID': session, ...more } });
    expectRefusal(await inSession('approval'), {
      status: 400,
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-Corporate-ID',
    });
    expect((await inSession('another')).json.transactionStatus).toBe('ACTC');
  });

  it('is cancelled by nobody without the agreement, and by who is engaged again', async () => {
    const payment = await approved();
    await endEngagement(bank(), engagement);
    await start(bank(), payment, CANCELLATIONS);
    const refused = await play(bank(), 'approve', payment.paymentId, { context: 'PRIVATE', as: KARI });
    expect(parametersOf(refused.redirect ?? '')).toEqual(DENIED);
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    await engage(bank(), KARI);
    await start(bank(), payment, CANCELLATIONS);
    await play(bank(), 'approve', payment.paymentId, { agreementId, as: KARI });
    expect(paymentStatusIn(bank(), payment.paymentId)).toBe('CANC');
  });
});

describe('the psu-corporate-id of an agreement that is taken away [D8-delete-agreement, D3-corporate-user]', () => {
  it.each(WAYS)('is unknown to every operation: $name', async ({ take }) => {
    const headers = await inAgreement(bank(), KARI);
    const payment = await create(bank(), { from, headers });
    const basket = await createBasket(bank(), [await create(bank(), { from, headers })], { headers });
    await take();
    const named = { headers };
    const answers = [
      await bank().send({ headers, body: bank().payment() }),
      await bank().send({ path: '/v1/signing-baskets', headers, body: { paymentIds: [payment.paymentId] } }),
      await readStatus(bank(), payment, named),
      await call(bank(), payment, 'DELETE', '', named),
      await call(bank(), payment, 'POST', AUTHORISATIONS, named),
      await call(bank(), basket, 'GET', 'status', named),
      await call(bank(), basket, 'POST', AUTHORISATIONS, named),
    ];
    for (const answer of answers) {
      expect(answer.json._links.scaRedirect.href).toMatch(/\/sca\//);
      const { _links, ...json } = answer.json;
      expectRefusal({ ...answer, json }, UNKNOWN_THERE);
    }
  });

  it('leads to an SCA by which the PSU may say who they are for themselves', async () => {
    const headers = { ...(await inAgreement(bank(), KARI)), 'TPP-Session-ID': 'first-sca' };
    await endAgreement(bank());
    const { json } = await bank().send({ headers, body: bank().payment() });
    const browser = new SiteBrowser(bank(), new URL(json._links.scaRedirect.href).pathname);
    await browser.open();
    expect((await browser.identify(KARI)).html).not.toContain('corporate:');
    await browser.go('private');
    await browser.go('continue');
    expect((await browser.press('confirm')).header('Location')).toContain('context=PRIVATE');
    const own = { ...headers, 'PSU-Corporate-ID': null };
    expect((await bank().send({ headers: own, body: bank().payment() })).status).toBe(201);
  });

  it('is another in an agreement that is made again, and the same where the PSU is engaged again', async () => {
    const first = await inAgreement(bank(), KARI);
    const idOf = (headers: Headers) => headers['PSU-Corporate-ID'];
    await endEngagement(bank(), engagement);
    await engage(bank(), KARI);
    const sent = { headers: first, body: bank().payment() };
    expectRefusal(await bank().send(sent), { status: 400, code: 'RESOURCE_UNKNOWN' });
    await endAgreement(bank());
    const agreement = await agree(bank());
    await engage(bank(), KARI, { agreement });
    expectRefusal(withoutLinks(await bank().send(sent)), UNKNOWN_THERE);
    expect(idOf(await inAgreement(bank(), KARI, { agreement, session: 'again' }))).not.toBe(idOf(first));
  });
});

function withoutLinks<T extends { json: { _links?: unknown } }>(answer: T): T {
  const { _links, ...json } = answer.json;
  return { ...answer, json };
}
