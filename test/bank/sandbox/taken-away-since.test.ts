import { beforeEach, describe, expect, it } from 'vitest';
import { createBasket } from '../../support/life/baskets.ts';
import {
  accountOf,
  agree,
  agreementId,
  endAgreement,
  engage,
  inAgreement,
  waysOfTaking,
} from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  create,
  FIRM,
  type Headers,
  KARI,
  type Payment,
  readStatus,
} from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
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
});
