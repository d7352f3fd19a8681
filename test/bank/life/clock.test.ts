import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { advanceClock, approve, ask, resetClock, setClock, showClock } from '../../support/life/operator.ts';
import { create, statusOf } from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const warned = [{ category: 'WARNING' }];
const oslo = (day: string, time: string) => `${day}T${time}+01:00`;

describe("the bank's clock [D11-clock, S6-clock-limits]", () => {
  it('is real time at first', async () => {
    expect(await showClock(bank())).toEqual({
      now: oslo(WEDNESDAY, '10:00:00'),
      offsetSeconds: 0,
      calendar: 'every-day',
    });
    bank().now += 1999;
    expect(await showClock(bank())).toEqual({
      now: oslo(WEDNESDAY, '10:00:01'),
      offsetSeconds: 0,
      calendar: 'every-day',
    });
  });

  it('is advanced, again and again, and goes on from there', async () => {
    expect(await advanceClock(bank(), 1)).toEqual({ now: oslo(WEDNESDAY, '10:00:01'), offsetSeconds: 1 });
    expect(await advanceClock(bank(), 86_400)).toEqual({
      now: oslo(THURSDAY, '10:00:01'),
      offsetSeconds: 86_401,
    });
    bank().now += MINUTE;
    expect(await showClock(bank())).toEqual({
      now: oslo(THURSDAY, '10:01:01'),
      offsetSeconds: 86_401,
      calendar: 'every-day',
    });
  });

  const instants: readonly (readonly [string, string])[] = [
    ['2026-11-19T08:30:00+01:00', '2026-11-19T08:30:00+01:00'],
    ['2026-11-19T07:30:00Z', '2026-11-19T08:30:00+01:00'],
    ['2026-11-19T02:30:00-05:00', '2026-11-19T08:30:00+01:00'],
    ['2027-07-01T12:00:00Z', '2027-07-01T14:00:00+02:00'],
  ];
  it.each(instants)('is set to any instant with an offset: %s', async (given, shown) => {
    const answer = await setClock(bank(), given);
    expect(answer).toEqual({ now: shown, offsetSeconds: (Date.parse(given) - bank().now) / 1000 });
    expect(await showClock(bank())).toEqual({
      now: shown,
      offsetSeconds: answer.offsetSeconds,
      calendar: 'every-day',
    });
  });

  it('is reset to real time', async () => {
    await advanceClock(bank(), 100);
    bank().now += HOUR;
    expect(await resetClock(bank())).toMatchObject({ now: oslo(WEDNESDAY, '11:00:00'), offsetSeconds: 0 });
    expect(await showClock(bank())).toEqual({
      now: oslo(WEDNESDAY, '11:00:00'),
      offsetSeconds: 0,
      calendar: 'every-day',
    });
  });

  it('is reset by initialise', async () => {
    await advanceClock(bank(), 5 * 86_400);
    await bank().send({ method: 'POST', path: '/v1/sandbox/initialize', rawBody: '' });
    expect(await showClock(bank())).toEqual({
      now: oslo(WEDNESDAY, '10:00:00'),
      offsetSeconds: 0,
      calendar: 'every-day',
    });
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

  const nows = [
    '2026-11-19T08:30:00',
    '2026-11-19',
    '2026-02-30T08:30:00Z',
    '2026-11-19T25:00:00Z',
    '19.11.2026 08:30',
    'tomorrow',
    '',
    1_800_000_000_000,
    null,
    '1999-12-30T12:00:00Z',
    '2100-01-02T12:00:00Z',
  ];
  it.each(nows)('{"now": %j} is refused, and the clock stays', async (value) => {
    const answer = await ask(bank(), 'POST', '/operator/clock/set', { now: value });
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'now' });
    expect((await showClock(bank())).offsetSeconds).toBe(0);
  });

  it('a time is needed to set it', async () => {
    const answer = await ask(bank(), 'POST', '/operator/clock/set');
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'now' });
  });

  it('text that is no JSON is refused', async () => {
    for (const act of ['advance', 'set']) {
      expectRefusal(await ask(bank(), 'POST', `/operator/clock/${act}`, '{"seconds": 1'), {
        status: 400,
        code: 'BAD_REQUEST',
      });
    }
  });
});

describe('runs and the clock [D11-clock, S6-clock-and-runs]', () => {
  it('come once when it is advanced to the very instant', async () => {
    const payment = await create(bank());
    await approve(bank(), payment);
    await advanceClock(bank(), 90 * 60 - 1);
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    await advanceClock(bank(), 1);
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });
});

describe('a clock that goes back [S6-going-back, D11-clock]', () => {
  it('warns, and only then', async () => {
    expect(await setClock(bank(), oslo(WEDNESDAY, '12:00:00'))).not.toHaveProperty('tppMessages');
    const back = await setClock(bank(), oslo(WEDNESDAY, '11:00:00'));
    expect(back).toMatchObject({ now: oslo(WEDNESDAY, '11:00:00'), tppMessages: warned });
    expect(await showClock(bank())).not.toHaveProperty('tppMessages');
    expect(await resetClock(bank())).toMatchObject({ now: oslo(WEDNESDAY, '10:00:00'), tppMessages: warned });
    expect(await resetClock(bank())).not.toHaveProperty('tppMessages');
  });
});
