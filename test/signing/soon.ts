import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { createVerifier } from '../../src/signing/verifier.ts';
import type { Verification, VerifyOptions } from '../../src/signing/verify.ts';
import budget from '../budget.json' with { type: 'json' };
import { ROOT } from '../support/sources.ts';
import { AT } from './tpp.ts';

/** Milliseconds of the processor: other tests run beside this one, and the wall's clock would count them too. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds in which anything gets its answer. */
const SOON = 100;
/** The first time pays for compiling, and garbage of others may be collected at any. */
const TRIES = 4;
/** A machine that others use is slower at one moment than at the next. */
const MOST_TRIES = 3 * TRIES;

/** Verifies a request whatever it is; it must not throw and must end soon, whether or not a cause is sought. */
export function verifySoon(request: HttpRequest, options: Partial<VerifyOptions> = {}): Verification {
  return soon(() => createVerifier()(request, { at: AT, clock: processorTime, ...options }));
}

/** Of a machine far slower than where SOON was set nothing is learned by it: as it is for the suite's budget. */
const MOST_SLOWNESS = 4;

/** How many times slower than there this machine is just now, by the loop that the suite's budget is scaled with. */
function slowness(): number {
  const measured = Number(
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'test-times', 'calibration.mjs')], {
      encoding: 'utf8',
    }),
  );
  return Math.min(Math.max(measured / budget.calibrationSeconds, 1), MOST_SLOWNESS);
}

/** What the work gives; it must end soon by the processor's time. */
export function soon<Result>(work: () => Result): Result {
  const spent: number[] = [];
  for (;;) {
    const start = processorTime();
    const result = work();
    spent.push(processorTime() - start);
    if (Math.min(...spent) <= SOON) return result;
    if (spent.length % TRIES !== 0) continue;
    const most = SOON * slowness();
    if (Math.min(...spent) <= most) return result;
    if (spent.length === MOST_TRIES) expect(spent).toEqual(`at most ${most} ms`);
  }
}
