import { expect, it } from 'vitest';
import { Browser } from '../../support/life/browser.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { ask, play } from '../../support/life/operator.ts';
import { create, scaStatusOf } from '../../support/life/payments.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();

it('an SCA that has expired leads back with SCA_EXPIRED once its link is opened [D11-play-sca, D6-abandoned]', async () => {
  const payment = await create(bank());
  await play(bank(), 'expire', payment.paymentId);
  const page = await new Browser(bank()).open(payment.link);
  expect(parametersOf(page.leavesTo!)).toMatchObject({ status: '401', code: 'SCA_EXPIRED' });
});

const bodies: readonly (readonly [unknown, string | null])[] = [
  [{ as: 5 }, 'as'],
  [{ context: 'private matters' }, 'context'],
  [{ agreementId: [] }, 'agreementId'],
  [[], null],
  ['null', null],
];

it.each([
  'approve',
  'decline',
  'abandon',
])('a play that is not possible because the body is wrong: %s [D11-play-sca, D11-operator]', async (act) => {
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
