import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { type Answer, openTestBank, type TestBank } from '../../support/bank.ts';
import { at, DAY, FRIDAY, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { ask, showClock, wake } from '../../support/life/operator.ts';
import { approvedAs, createAs } from '../../support/life/products.ts';
import { copyOf, readStored } from '../../support/stored.ts';

/** More than one chunk of a run, in bulks. */
const BULKS = [500, 100];
const PAYMENTS = 600;
const OPENED = at(WEDNESDAY, '16:00');
/** A store with all of them approved, made once. */
let approved: Uint8Array;
beforeAll(async () => {
  const made = await openTestBank({ now: OPENED });
  for (const items of BULKS) {
    await approvedAs(made, 'bulk', { amounts: Array.from({ length: items }, () => '1.00') });
  }
  approved = copyOf(made.path);
  await made.close();
});

let bank: TestBank;
afterEach(() => bank.close());

interface Manner {
  readonly patienceMilliseconds?: number;
  readonly onProgress?: (text: string) => void;
}

/** A bank that finds a run of them all due, unless it is asked sooner. */
async function asleep(manner: Manner): Promise<void> {
  bank = await openTestBank({
    now: OPENED,
    file: approved,
    open: (options) => openBank({ ...options, ...manner }),
  });
}

function taken(): number {
  return Number(readStored(bank.path, 'SELECT SUM(settled) AS n FROM runs')[0]?.n);
}

/** Asks as an impatient client does, until it is answered. */
async function until(answered: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await answered();
    if (answer.status !== 503) return answer;
  }
}

describe('a request that finds a long run due [S5-progress, S1-503]', () => {
  it('gets 503 when its patience is over, which says how far the run is, and the run goes on', async () => {
    await asleep({ patienceMilliseconds: 0 });
    bank.now = at(THURSDAY, '06:00');
    const { status, json, header } = await ask(bank, 'POST', '/operator/payments/none/hold');
    expect(status).toBe(503);
    expect(header('Retry-After')).toBe('5');
    expect(json.tppMessages).toMatchObject([{ code: 'SYSTEM_ERROR' }]);
    expect(json.tppMessages[0].text).toMatch(
      /catching up \((it has started|the run of 2026-11-19 05:30 has processed \d+ of 600 payments)\): send/,
    );
    // Nobody asks meanwhile.
    while (
      readStored(bank.path, 'SELECT open_run FROM world WHERE open_run IS NULL').length === 0 ||
      taken() === 0
    ) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(taken()).toBe(PAYMENTS);
    expect(bank.unexpected).toEqual([]);
  });

  it('waits as long as it takes where no patience is given, and is told how far the run is', async () => {
    const told: string[] = [];
    await asleep({ onProgress: (text) => told.push(text) });
    bank.now = at(THURSDAY, '06:00');
    await wake(bank);
    const run = /^catching up: the run of 2026-11-19 05:30 has processed (\d+) of 600 payments$/;
    const done = told.map((text) => Number(run.exec(text)?.[1]));
    expect([done[0], done.at(-1)]).toEqual([0, 600]);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  });

  it('is not the show of the clock, which is answered at once', async () => {
    await asleep({});
    bank.now = at(THURSDAY, '06:00');
    const waiting = wake(bank);
    expect((await showClock(bank)).now).toBe('2026-11-19T06:00:00+01:00');
    expect(taken()).toBeLessThan(PAYMENTS);
    await waiting;
    expect(taken()).toBe(PAYMENTS);
  });

  it('is told of what has ended where no run is due', async () => {
    const told: string[] = [];
    bank = await openTestBank({
      now: OPENED,
      open: (options) => openBank({ ...options, onProgress: (text) => told.push(text) }),
    });
    await createAs(bank, 'domestic');
    bank.now += 15 * 60_000;
    await wake(bank);
    expect(told[0]).toBe('catching up: SCAs and payments that ran out of time: 1');
  });
});

describe('a batch run whose operator did not wait [S5-progress, D11-batch]', () => {
  const run = (requestId: string) =>
    bank.handle(
      {
        method: 'POST',
        target: '/operator/batch/run',
        headers: [['X-Request-ID', requestId]],
        body: new Uint8Array(),
      },
      { address: '127.0.0.1', operator: true },
    );

  it('answers a repeat of the request with what came of it', async () => {
    await asleep({ patienceMilliseconds: 0 });
    expect((await run('the-run')).status).toBe(503);
    await until(() => ask(bank, 'POST', '/operator/payments/none/hold'));
    const repeated = await run('the-run');
    expect(JSON.parse(Buffer.from(repeated.body).toString())).toMatchObject({ settled: PAYMENTS });
    expect(taken()).toBe(PAYMENTS);
  });

  /** A script that always sends the same one would be told of its first run for ever, and nothing would be run. */
  it('begins another run when the X-Request-ID comes again after 24 hours', async () => {
    await asleep({});
    await run('the-run');
    bank.now += DAY - 1;
    await approvedAs(bank, 'domestic', { date: FRIDAY });
    await run('the-run');
    expect(taken()).toBe(PAYMENTS);
    bank.now += 1;
    await run('the-run');
    expect(taken()).toBe(PAYMENTS + 1);
  });
});
