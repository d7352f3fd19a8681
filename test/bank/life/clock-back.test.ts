import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { stepsOf } from '../../support/life/books.ts';
import { at, DAY, HOUR, sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import {
  advanceClock,
  approve,
  resetClock,
  runBatch,
  setClock,
  showClock,
  wake,
} from '../../support/life/operator.ts';
import { create, statusOf } from '../../support/life/payments.ts';
import { readStored } from '../../support/stored.ts';

const bank = bankOfEach();

describe('a clock that was set back [D11-clock, S6-going-back]', () => {
  it('has the runs that took nothing come again, in the past of its founding too', async () => {
    await setClock(bank(), '2026-10-03T12:00:00+02:00');
    const payment = await create(bank());
    await approve(bank(), payment);
    expect((await runBatch(bank())).bankDay).toBe('2026-10-03');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    const next = await create(bank());
    await approve(bank(), next);
    await setClock(bank(), '2026-10-03T13:30:00+02:00');
    await wake(bank());
    expect(stepsOf(bank(), next).at(-1)).toMatchObject({ change: 'ACSP→ACSC' });
  });

  it('does not run a slot again that took a payment', async () => {
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

  it('begins anew what began later: a session is over after its hour', async () => {
    await advanceClock(bank(), (365 * DAY) / 1000);
    await approve(bank(), await create(bank()));
    await resetClock(bank());
    const [session] = readStored(bank().path, 'SELECT finalised_at_ms AS at FROM sessions');
    expect(Number(session?.at)).toBe(bank().now);
    await advanceClock(bank(), HOUR / 1000);
    expect((await showClock(bank())).now).toBe('2026-11-18T11:00:00+01:00');
  });
});

describe("a machine's clock that was ahead [S6-watermark]", () => {
  it('leaves the time last seen with the store when something fell due', async () => {
    await approve(bank(), await create(bank()));
    const ahead = openBank({
      path: bank().path,
      clock: () => at(WEDNESDAY, '10:00') + 10 * DAY,
      onUnexpected: (fault) => {
        throw fault;
      },
    });
    await wake({ door: ahead.handle });
    await ahead.close();
    expect((await showClock(bank())).now).toBe('2026-11-28T10:00:00+01:00');
  });
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
    const there = { door: opened.handle };
    expect((await showClock(there)).tppMessages).toEqual(warning('reset the clock'));
    await resetClock(there);
    expect(await showClock(there)).toEqual({
      now: '2026-11-18T10:00:00+01:00',
      offsetSeconds: 0,
      calendar: 'every-day',
    });
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
