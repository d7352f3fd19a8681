import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { writeHttpDate } from '../../../src/signing/http-date.ts';
import { at, DAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import {
  advanceClock,
  approve,
  ask,
  resetClock,
  setClock,
  showClock,
  wake,
} from '../../support/life/operator.ts';
import { create, KARI, send, statusOf } from '../../support/life/payments.ts';
import { expectRefusal, refusalAt } from '../refusals/expectations.ts';

const bank = bankOfEach();
const warned = [{ category: 'WARNING' }];
const clockAt = (now: string, offsetSeconds: number) => ({ now, offsetSeconds, calendar: 'every-day' });
const oslo = (day: string, time: string) => `${day}T${time}+01:00`;

describe("the bank's clock [D11-clock, S6-clock-limits]", () => {
  it('is real time at first', async () => {
    expect(await showClock(bank())).toEqual(clockAt(oslo(WEDNESDAY, '10:00:00'), 0));
    bank().now += 1999;
    expect(await showClock(bank())).toEqual(clockAt(oslo(WEDNESDAY, '10:00:01'), 0));
  });

  it.each<readonly [string, string]>([
    ['2026-11-19T08:30:00+01:00', '2026-11-19T08:30:00+01:00'],
    ['2026-11-19T07:30:00Z', '2026-11-19T08:30:00+01:00'],
    ['2026-11-19T02:30:00-05:00', '2026-11-19T08:30:00+01:00'],
    ['2027-07-01T12:00:00Z', '2027-07-01T14:00:00+02:00'],
  ])('is set to any instant with an offset: %s', async (given, shown) => {
    const answer = await setClock(bank(), given);
    expect(answer).toEqual({ now: shown, offsetSeconds: (Date.parse(given) - bank().now) / 1000 });
    expect(await showClock(bank())).toEqual(clockAt(shown, answer.offsetSeconds));
  });
});

describe('what a clock command can not mean [S6-clock-limits, D11-clock]', () => {
  const seconds = [0, -1, 1.5, '60', null, 400 * 86_400 + 1, 1e300, true];
  it.each(seconds)('{"seconds": %j} is refused, and the clock stays', async (value) => {
    const answer = await ask(bank(), 'POST', '/operator/clock/advance', { seconds: value });
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'seconds' });
    expect((await showClock(bank())).offsetSeconds).toBe(0);
  });

  it('seconds are needed, at most those of 400 days', async () => {
    for (const body of [undefined, {}, { second: 1 }]) {
      const answer = await ask(bank(), 'POST', '/operator/clock/advance', body);
      expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'seconds' });
    }
    expect((await advanceClock(bank(), 400 * 86_400)).offsetSeconds).toBe(400 * 86_400);
  });
  it.each([
    '2026-11-19T08:30:00',
    '2026-11-19',
    '2026-02-30T08:30:00Z',
    '2026-11-19T25:00:00Z',
    '19.11.2026 08:30',
    'tomorrow',
    '',
    1_800_000_000_000,
    null,
    undefined,
    '1999-12-30T12:00:00Z',
    '2100-01-02T12:00:00Z',
  ])('{"now": %j} is refused, and the clock stays', async (value) => {
    const answer = await ask(bank(), 'POST', '/operator/clock/set', { now: value });
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'now' });
    expect((await showClock(bank())).offsetSeconds).toBe(0);
  });
});

it('a clock that goes back warns, and only then [S6-going-back, D11-clock]', async () => {
  expect(await setClock(bank(), oslo(WEDNESDAY, '12:00:00'))).not.toHaveProperty('tppMessages');
  const back = await setClock(bank(), oslo(WEDNESDAY, '11:00:00'));
  expect(back).toMatchObject({ now: oslo(WEDNESDAY, '11:00:00'), tppMessages: warned });
  expect(await showClock(bank())).not.toHaveProperty('tppMessages');
  expect(await resetClock(bank())).toMatchObject({ now: oslo(WEDNESDAY, '10:00:00'), tppMessages: warned });
  expect(await resetClock(bank())).not.toHaveProperty('tppMessages');
});

it('a clock that was set back does not run a slot again that took a payment [D11-clock, S6-going-back]', async () => {
  const first = await create(bank());
  await approve(bank(), first);
  sleepUntil(bank(), WEDNESDAY, '11:30');
  expect(await statusOf(bank(), first)).toBe('ACSC');
  await setClock(bank(), '2026-11-18T11:00:00+01:00');
  const second = await create(bank());
  await approve(bank(), second);
  await setClock(bank(), '2026-11-18T11:31:00+01:00');
  expect(await statusOf(bank(), second)).toBe('ACTC');
  await setClock(bank(), '2026-11-18T13:30:00+01:00');
  expect(await statusOf(bank(), second)).toBe('ACSC');
});

it("a machine's clock that was ahead leaves the time last seen with the store when something fell due [S6-watermark]", async () => {
  await approve(bank(), await create(bank()));
  const ahead = openBank({
    path: bank().path,
    clock: () => at(WEDNESDAY, '10:00') + 10 * DAY,
    onUnexpected: (fault) => {
      throw fault;
    },
  });
  await wake({ handle: ahead.handle });
  await ahead.close();
  expect((await showClock(bank())).now).toBe('2026-11-28T10:00:00+01:00');
});

describe("a machine's clock that went back [S6-standstill, S6-watermark]", () => {
  const warning = (letGo: string) => [
    {
      category: 'WARNING',
      code: 'BAD_REQUEST',
      text: `the clock has stood still since 2026-11-18T12:00:00+01:00, because the machine's clock went back and is 2 hours behind: to let it run again, ${letGo}`,
    },
  ];

  it('has the bank stand still, which the clock says, until it is reset', async () => {
    sleepUntil(bank(), WEDNESDAY, '12:00');
    await create(bank());
    const opened = openBank({
      path: bank().path,
      clock: () => at(WEDNESDAY, '10:00'),
      onUnexpected: (fault) => {
        throw fault;
      },
    });
    const there = { handle: opened.handle };
    expect((await showClock(there)).tppMessages).toEqual(warning('reset the clock'));
    await resetClock(there);
    expect(await showClock(there)).toEqual(clockAt('2026-11-18T10:00:00+01:00', 0));
    await opened.close();
  });

  it('while the bank was open is let go by opening it again', async () => {
    sleepUntil(bank(), WEDNESDAY, '12:00');
    await create(bank());
    bank().now = at(WEDNESDAY, '10:00');
    const text = 'start the bank again and reset the clock';
    expect((await showClock(bank())).tppMessages).toEqual(warning(text));
  });

  it('by less than a second is not told: clocks of two processes are no closer', async () => {
    sleepUntil(bank(), WEDNESDAY, '12:00');
    await create(bank());
    bank().now -= 999;
    expect(await showClock(bank())).not.toHaveProperty('tppMessages');
  });
});

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

it("what goes by the bank's clock is today: what was today is then past [D11-clock, D11-bank-time]", async () => {
  await setClock(bank(), `${THURSDAY}T10:00:00+01:00`);
  expectRefusal(
    await send(bank(), { date: WEDNESDAY }),
    refusalAt('requestedExecutionDate', 'EXECUTION_DATE_INVALID'),
  );
  const payment = await create(bank());
  await approve(bank(), payment);
  const headers = { 'X-PSU-IDENTITY': KARI };
  const { json } = await bank().send({ method: 'GET', path: payment.path, headers });
  expect(json.requestedExecutionDate).toBe(THURSDAY);
});

it.each<readonly [string, string]>([
  ...['approve', 'decline', 'abandon', 'expire', 'fail'].map(
    (act) => ['POST', `/operator/sca/ID/${act}`] as const,
  ),
  ['POST', '/operator/batch/run'],
  ['GET', '/operator/clock'],
  ...['advance', 'set', 'reset'].map((act) => ['POST', `/operator/clock/${act}`] as const),
  ...['hold', 'release', 'reject', 'settle-late', 'settle'].map(
    (act) => ['POST', `/operator/payments/ID/${act}`] as const,
  ),
])('one who is no operator finds nothing there: %s %s [D11-operator, D1-operator-paths]', async (method, path) => {
  const payment = await create(bank());
  const at = path.replace('ID', payment.paymentId);
  const refused = await ask(bank(), method, at, undefined, false);
  expectRefusal(refused, { status: 404, code: 'NOT_FOUND' });
  const nothing = await ask(bank(), method, '/operator/nothing/there', undefined, false);
  expect(refused.text).toBe(nothing.text);
  expect(refused.headers.map(([name]) => name)).toEqual(nothing.headers.map(([name]) => name));
  expect(await statusOf(bank(), payment)).toBe('RCVD');
});
