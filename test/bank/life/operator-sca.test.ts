import { describe, expect, it } from 'vitest';
import { Browser } from '../../support/life/browser.ts';
import { MINUTE } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Act, ask, play } from '../../support/life/operator.ts';
import {
  CANCELLATIONS,
  create,
  type Payment,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { reach } from '../../support/life/states.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const ACTS: readonly Act[] = ['approve', 'decline', 'abandon', 'expire', 'fail'];
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA';

/** What each act leaves, and the code that its redirect carries. */
const outcomes: Readonly<Record<Act, readonly [sca: string, payment: string, code?: string]>> = {
  approve: ['FINALISED', 'ACTC'],
  decline: ['FAILED', 'RJCT', 'SCA_INVALID'],
  abandon: ['STARTED', 'RCVD'],
  expire: ['FAILED', 'RJCT'],
  fail: ['FAILED', 'RJCT', 'SYSTEM_ERROR'],
};

describe('playing the PSU [D11-play-sca, D11-operator]', () => {
  it.each(ACTS)('tells what came of it: %s', async (act) => {
    const [scaStatus, transactionStatus, code] = outcomes[act];
    const payment = await create(bank());
    const { authorisationId, paymentId } = payment;
    const played = await play(bank(), act, authorisationId);
    expect(played).toMatchObject({ authorisationId, paymentId, scaStatus, transactionStatus });
    expect(await scaStatusOf(bank(), payment)).toBe(scaStatus);
    expect(await statusOf(bank(), payment)).toBe(transactionStatus);
    if (act === 'approve') expect(played).toHaveProperty('psuId');
    else expect(played).not.toHaveProperty('psuId');
    if (act === 'approve') expect(parametersOf(played.redirect!)).toHaveProperty('psu-id');
    else if (code !== undefined) expect(parametersOf(played.redirect!)).toMatchObject({ code });
    else expect(played).not.toHaveProperty('redirect');
  });

  it.each(ACTS)('means the cancellation once one is open: %s', async (act) => {
    const payment = await reach(bank(), 'ACTC');
    const { authorisationId } = await start(bank(), payment, CANCELLATIONS);
    const transactionStatus = act === 'approve' ? 'CANC' : 'ACTC';
    const played = await play(bank(), act, payment.paymentId);
    expect(played).toMatchObject({ authorisationId, transactionStatus, scaStatus: outcomes[act][0] });
  });
});

it('an SCA that is abandoned or expired expired, leads back with SCA_EXPIRED once its link is opened [D11-play-sca, D6-abandoned]', async () => {
  const payment = await create(bank());
  await play(bank(), 'expire', payment.paymentId);
  const page = await new Browser(bank()).open(payment.link);
  expect(parametersOf(page.leavesTo!)).toMatchObject({ status: '401', code: 'SCA_EXPIRED' });
});

describe('a play that is not possible [D11-play-sca, D11-operator]', () => {
  it.each(ACTS)('because the id is unknown: %s', async (act) => {
    for (const id of [nobody, 'x']) {
      const answer = await ask(bank(), 'POST', `/operator/sca/${id}/${act}`);
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
  });

  it.each(ACTS)('because nothing is open: %s', async (act) => {
    const conflict = { status: 409, code: 'CONFLICT' };
    const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };
    const none = await create(bank(), explicit);
    const states = ['ACTC', 'RJCT', 'CANC'] as const;
    const over: Payment[] = [];
    for (const state of states) over.push(await reach(bank(), state));
    const ids = [none, ...over].flatMap(({ paymentId, authorisationId }) => [paymentId, authorisationId]);
    for (const id of ids.filter((one) => one !== '')) {
      expectRefusal(await ask(bank(), 'POST', `/operator/sca/${id}/${act}`), conflict);
    }
    const late = await create(bank());
    bank().now += 15 * MINUTE;
    expectRefusal(await ask(bank(), 'POST', `/operator/sca/${late.paymentId}/${act}`), conflict);
  });

  const bodies: readonly (readonly [unknown, string | null])[] = [
    [{ as: 5 }, 'as'],
    [{ context: 'private matters' }, 'context'],
    [{ agreementId: [] }, 'agreementId'],
    [[], null],
    ['null', null],
  ];
  it.each(['approve', 'decline', 'abandon'])('because the body is wrong: %s', async (act) => {
    const payment = await create(bank());
    for (const [body, path] of bodies) {
      const answer = await ask(bank(), 'POST', `/operator/sca/${payment.paymentId}/${act}`, body);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.json.tppMessages).toMatchObject([
        { category: 'ERROR', code: 'FORMAT_ERROR', ...(path === null ? {} : { path }) },
      ]);
    }
    expectRefusal(await ask(bank(), 'POST', `/operator/sca/${payment.paymentId}/${act}`, '{'), {
      status: 400,
      code: 'BAD_REQUEST',
    });
    expect(await scaStatusOf(bank(), payment)).toBe('RECEIVED');
  });
});
