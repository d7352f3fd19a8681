import { describe, expect, it } from 'vitest';
import { nextCommands } from '../../src/payments/view.ts';
import { findBookableDate } from '../../src/values/bank-calendar.ts';
import { addDays, formatOsloDate } from '../../src/values/oslo.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

const example = ['payments', 'create', '--domestic', '--example'];
const clock = ['sandbox', 'clock'];
const batch = ['sandbox', 'batch', 'run'];
const date = /^\d{4}-\d{2}-\d{2}$/;

const meta = {
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  status: 200,
  durationMs: expect.any(Number),
  profile: 'offline',
};

describe('an example to its end [C-example, C-batch-run]', () => {
  it.each([
    ['now', []],
    ['on a Saturday at noon', [[...clock, 'set', '2026-11-21T12:00:00+01:00']]],
  ])('%s is ACSC by the three commands that it names', async (_, before) => {
    const home = await homeWithKeys();
    for (const command of before) await run(command, { home });
    const created = await json(example, { home });
    const next = nextCommands('domestic', created.value);
    expect(next.map((command) => command.replace(/\w{22}/, 'ID'))).toEqual([
      'sca approve ID',
      'sandbox batch run',
      'status ID',
    ]);
    const outcomes = [];
    for (const command of next) outcomes.push(await json(command.split(' '), { home }));
    const [approved, ran, status] = outcomes.map(({ value }) => value);
    expect(approved.transactionStatus).toBe('ACTC');
    expect(ran).toEqual({
      bankDay: expect.stringMatching(date),
      settled: 1,
      sent: 0,
      held: 0,
      waiting: 0,
      rejected: 0,
      _meta: meta,
    });
    expect(status.transactionStatus).toBe('ACSC');
  });
});

describe('sandbox batch run [C-batch-run]', () => {
  it('of nothing is no error, and shows people what it did', async () => {
    const { code, stdout } = await run(batch);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Bank day {2}\d{4}-\d{2}-\d{2}\nSettled {3}0\nSent {6}0\nWaiting {3}0\nRejected {2}0\nHeld {6}0\n$/,
    );
  });

  it('leaves the clock alone, and a payment of a later day', async () => {
    const now = Date.now();
    const later = [
      '--date',
      findBookableDate(addDays(formatOsloDate(now), 30), now),
      '--sca',
      'approve',
      '--quiet',
    ];
    const home = await homeWithKeys();
    const paymentId = (await run([...example, ...later], { home })).stdout.trim();
    expect((await json(batch, { home })).value).toMatchObject({ settled: 0, waiting: 0, rejected: 0 });
    expect((await json(['status', paymentId], { home })).value.transactionStatus).toBe('ACTC');
    expect((await json([...clock, 'show'], { home })).value.offsetSeconds).toBe(0);
  });

  it('keeps what lacks funds waiting', async () => {
    const home = await homeWithKeys();
    await run([...clock, 'set', '2026-11-20T10:00:00+01:00'], { home });
    const much = [...example, '--amount', '99999999.00', '--sca', 'approve', '--quiet'];
    const paymentId = (await run(much, { home })).stdout.trim();
    expect((await json(batch, { home })).value).toMatchObject({ settled: 0, waiting: 1, rejected: 0 });
    const { value } = await json(['status', paymentId], { home });
    expect(value).toMatchObject({ transactionStatus: 'ACCP', fundsAvailable: false });
  });
});

describe('sandbox clock [C-clock, C-clock-standstill]', () => {
  it('shows real time until it is moved', async () => {
    const home = await homeWithKeys();
    const { code, value } = await json([...clock, 'show'], { home });
    expect(code).toBe(0);
    expect(value).toEqual({
      now: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0[12]:00$/),
      offsetSeconds: 0,
      calendar: 'every-day',
      _meta: meta,
    });
    expect((await run([...clock, 'show'], { home })).stdout).toMatch(
      /^Now +\d{4}-\d\d-\d\d \d\d:\d\d\nClock +real time\nBatch runs +every day\n$/,
    );
  });

  it.each([
    ['90', 90],
    ['61m', 3660],
    ['1d12h', 129_600],
    ['PT2H', 7200],
  ])('advance %s moves it by %i seconds', async (duration, seconds) => {
    const home = await homeWithKeys();
    const { code, value } = await json([...clock, 'advance', duration], { home });
    expect({ code, offsetSeconds: value.offsetSeconds }).toEqual({ code: 0, offsetSeconds: seconds });
  });

  it('set goes on from the time that is given, reset puts it back; each warns when it goes back', async () => {
    const home = await homeWithKeys();
    const set = await json([...clock, 'set', '2098-03-01T06:00:00Z'], { home });
    expect(set.value.now).toMatch(/^2098-03-01T07:00:0\d\+01:00$/);
    expect(set.value).not.toHaveProperty('tppMessages');
    const { value } = await json([...clock, 'reset'], { home });
    expect(value).toMatchObject({
      offsetSeconds: 0,
      tppMessages: [{ category: 'WARNING', text: expect.stringContaining('moved back') }],
    });
    const { stdout } = await run([...clock, 'set', '2026-01-02T12:00:00+01:00'], { home });
    expect(stdout).toMatch(/^Now +2026-01-02 12:00\nBehind real time +(?:about )?\d+ days?.*\nWarning +/);
  });

  it.each([
    ['advance', 'soon', "isn't a duration", 'PT15M'],
    ['advance', '1.5h', "isn't a duration", 'PT15M'],
    ['set', 'tomorrow', "isn't a date-time with an offset", '2026-11-21T09:30:00+01:00'],
    ['set', '2026-11-21T09:30:00', "isn't a date-time with an offset", 'Z'],
  ])('%s %s is refused here, exit 2', async (act, text, words, hint) => {
    const { code, value } = await json([...clock, act, text]);
    expect(code).toBe(2);
    expect(value.error).toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining(words),
      hint: expect.stringContaining(hint),
    });
  });

  it.each([
    ['advance', '0', 'seconds', 'DURATION'],
    ['advance', '401d', 'seconds', 'DURATION'],
    ['set', '1999-12-31T12:00:00Z', 'now', 'TIME'],
    ['set', '2100-01-01T12:00:00Z', 'now', 'TIME'],
  ])('%s %s is refused by the bank, exit 3', async (act, text, path, argument) => {
    const { code, value } = await json([...clock, act, text]);
    expect(code).toBe(3);
    expect(value.error).toMatchObject({
      status: 400,
      tppMessages: [{ code: 'FORMAT_ERROR', path }],
      hint: `Change ${argument}.`,
    });
  });

  it('that stands still says so, since when, and how to let it go', async () => {
    const home = await homeWithKeys();
    const at = (time: string) => ({ home, clockAt: Date.parse(`2026-11-18T${time}+01:00`) });
    await run(example, at('12:00:00'));
    const { stdout } = await run([...clock, 'show'], at('10:00:00'));
    expect(stdout).toMatch(
      /^Now +2026-11-18 12:00\nClock +stands still\nBatch runs +every day\nWarning +.* since 2026-11-18 12:00, because /,
    );
    const { value } = await json([...clock, 'show'], at('10:00:00'));
    expect(Object.keys(value)).toEqual(['now', 'offsetSeconds', 'calendar', 'tppMessages', '_meta']);
    expect(value.tppMessages[0].text).toMatch(/is 2 hours behind: to let it run again, reset the clock$/);
    await run([...clock, 'reset'], at('10:00:01'));
    expect((await run([...clock, 'show'], at('10:00:02'))).stdout).toMatch(
      /\nClock +real time\nBatch runs +every day\n$/,
    );
  });

  it('names the argument that is missing', async () => {
    expect((await json([...clock, 'advance'])).value.error.missing).toEqual(['DURATION']);
    expect((await json([...clock, 'set'])).value.error.missing).toEqual(['TIME']);
  });
});

describe('--new-session [S10-new-session]', () => {
  it('says on stderr which session it ends, and nothing where there is none', async () => {
    const home = await homeWithKeys();
    const create = [...example, '--sca', 'approve', '--new-session'];
    const first = await run(create, { home });
    expect(first.stderr).toBe('');
    const second = await run(create, { home });
    expect(second.stderr).toMatch(
      /^TPP-Session-ID [0-9a-f-]{36} is no longer used\. It ends when the PSU authorises under the new one\.\n$/,
    );
    expect(second.code).toBe(0);
  });
});
