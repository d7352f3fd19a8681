import { beforeEach, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { homeAt, servedBank } from '../support/remote-home.ts';
import { LineRun } from '../support/same-outcomes.ts';
import { START } from '../support/stopped-clock.ts';
import { sweep } from '../support/sweep.ts';
import { TERMINAL_LINES } from '../support/terminal-lines.ts';

/** Every line that calls a bank, but those that print where the bank is; what a line keeps, later ones use. */
const CALLS = TERMINAL_LINES.filter(
  ({ line }) =>
    /^(?:payments|status|basket|sca|sandbox|accounts|cards|consent|user|agreements)\b/.test(line) &&
    // A bank elsewhere can't be copied to a profile of one's own.
    !/^sandbox fork| --(?:dry-run|curl|csv)/.test(line),
);

/** One way to the bank, one to its operator: what a command of sandbox data goes, a payment went before. */
const LINES = sweep(
  CALLS,
  ({ line }) =>
    !/^sandbox (?!init|account list|batch|clock|agreement create --owner 310999016|transactions add 99901067291)/.test(
      line,
    ),
);

/** A bank elsewhere is asked with a far dateTo, which its links repeat. @see C-pending-ahead */
function maskDateTo<Result extends { readonly stdout: string }>(outcome: Result): Result {
  return { ...outcome, stdout: outcome.stdout.replaceAll(/dateTo=[\d-]+/g, 'dateTo=<day>') };
}

describe('a served bank answers as the one in this program [D13-same-bank, D11-operator-elsewhere]', () => {
  let [offline, served]: LineRun[] = [];

  beforeEach(async () => {
    offline = new LineRun(await homeWithKeys(START));
    served = new LineRun(await homeAt(await servedBank(''), { psuIpAddress: '192.0.2.1' }, START));
  });

  it('to every command line, in the same words', async () => {
    for (const line of LINES) {
      const expected = maskDateTo(await offline!.outcomeOf(line));
      expect({ line: line.line, ...maskDateTo(await served!.outcomeOf(line)) }).toEqual({
        line: line.line,
        ...expected,
      });
      expect(expected.code).toBe(line.exit ?? 0);
    }
    expect(LINES.length).toBeGreaterThan(35);
  });
});
