import { describe, expect, it } from 'vitest';
import { writeHttpDate } from '../../../src/signing/http-date.ts';
import { THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { advanceClock, approve, ask, setClock } from '../../support/life/operator.ts';
import { create, KARI, send, statusOf } from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const TEN_DAYS = 10 * 86_400;

describe('what stays on real time [D11-real-time]', () => {
  it("is the Date of a request: the bank's clock does not move its 60 seconds", async () => {
    await advanceClock(bank(), TEN_DAYS);
    expect((await send(bank())).status).toBe(201);
    const real = bank().now;
    for (const [skew, accepted] of [
      [60_000, true],
      [-60_000, true],
      [61_000, false],
      [-61_000, false],
      [TEN_DAYS * 1000, false],
    ] as const) {
      const headers = { Date: writeHttpDate(real + skew) };
      const answer = await bank().send({ headers });
      if (accepted) expect(answer.status, answer.text).toBe(201);
      else expectRefusal(answer, { status: 400, code: 'BAD_REQUEST', path: 'Date', text: /^date-skew/ });
    }
  });

  it('is the Date of an answer', async () => {
    await advanceClock(bank(), TEN_DAYS);
    expect((await send(bank())).header('Date')).toBe(writeHttpDate(bank().now));
    expect((await ask(bank(), 'GET', '/operator/clock')).header('Date')).toBe(writeHttpDate(bank().now));
  });

  it('is the time in which a certificate is valid', async () => {
    const before = (await send(bank())).header('PSD2-Findings');
    // Years before the certificates of the tests begin.
    await setClock(bank(), '2003-06-01T12:00:00Z');
    expect((await send(bank())).header('PSD2-Findings')).toBe(before);
  });
});

describe("what goes by the bank's clock [D11-clock, D11-bank-time]", () => {
  it('is today: what was today is then past', async () => {
    await setClock(bank(), `${THURSDAY}T10:00:00+01:00`);
    expectRefusal(await send(bank(), { date: WEDNESDAY }), {
      status: 400,
      code: 'EXECUTION_DATE_INVALID',
      path: 'requestedExecutionDate',
    });
    const payment = await create(bank());
    await approve(bank(), payment);
    const headers = { 'X-PSU-IDENTITY': KARI };
    const { json } = await bank().send({ method: 'GET', path: payment.path, headers });
    expect(json.requestedExecutionDate).toBe(THURSDAY);
  });
});

const operations: readonly (readonly [string, string])[] = [
  ...['approve', 'decline', 'abandon', 'expire', 'fail'].map(
    (act) => ['POST', `/operator/sca/ID/${act}`] as const,
  ),
  ['POST', '/operator/batch/run'],
  ['GET', '/operator/clock'],
  ...['advance', 'set', 'reset'].map((act) => ['POST', `/operator/clock/${act}`] as const),
  ...['hold', 'release', 'reject', 'settle-late', 'settle'].map(
    (act) => ['POST', `/operator/payments/ID/${act}`] as const,
  ),
];

describe('one who is no operator [D11-operator, D1-operator-paths]', () => {
  it.each(operations)('finds nothing there: %s %s', async (method, path) => {
    const payment = await create(bank());
    const at = path.replace('ID', payment.paymentId);
    const refused = await ask(bank(), method, at, undefined, false);
    expectRefusal(refused, { status: 404, code: 'NOT_FOUND' });
    const nothing = await ask(bank(), method, '/operator/nothing/there', undefined, false);
    expect(refused.text).toBe(nothing.text);
    expect(refused.headers.map(([name]) => name)).toEqual(nothing.headers.map(([name]) => name));
    expect(await statusOf(bank(), payment)).toBe('RCVD');
  });
});
