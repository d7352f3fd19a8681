import { beforeEach, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { homeAt, servedBank } from '../support/remote-home.ts';
import { START } from '../support/stopped-clock.ts';
import { sweep } from '../support/sweep.ts';
import { TERMINAL_LINES, type TerminalLine, wordsOf } from '../support/terminal-lines.ts';
import { TranscriptNames } from '../support/transcript-names.ts';

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

/** What each line printed, as data and without what the two ways may differ in. */
class Run {
  readonly #home: string;
  readonly #names = new TranscriptNames();
  readonly #kept: Record<string, string> = {};

  constructor(home: string) {
    this.#home = home;
  }

  async outcomeOf(line: TerminalLine): Promise<{ readonly code: number | null; readonly stdout: string }> {
    const words = wordsOf(line).map((word) =>
      word.replace(/\{(\w+)\}/g, (_, name) => this.#kept[name] ?? ''),
    );
    const asJson = line.keeps === undefined ? [...words, '--json'] : words;
    const { code, stdout } = await psd2(asJson, { home: this.#home, clockAt: START });
    if (line.keeps !== undefined) this.#kept[line.keeps] = stdout.trim();
    const compared = line.keeps === undefined ? JSON.stringify(masked(JSON.parse(stdout)), null, 2) : stdout;
    return { code, stdout: this.#names.named(compared) };
  }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON came
function masked(value: any): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    MASKED.has(name) ? typeof member : masked(member),
  ]);
  return Object.fromEntries(members);
}

/** What a home names: each run has its own. */
const MASKED = new Set(['_meta', 'scaRedirect', 'file']);

describe('a served bank answers as the one in this program [D13-same-bank, D11-operator-elsewhere]', () => {
  let [offline, served]: Run[] = [];

  beforeEach(async () => {
    offline = new Run(await homeWithKeys(START));
    served = new Run(await homeAt(await servedBank(''), { psuIpAddress: '192.0.2.1' }, START));
  });

  it('to every command line, in the same words', async () => {
    for (const line of LINES) {
      const expected = await offline!.outcomeOf(line);
      expect({ line: line.line, ...(await served!.outcomeOf(line)) }).toEqual({
        line: line.line,
        ...expected,
      });
      expect(expected.code).toBe(line.exit ?? 0);
    }
    expect(LINES.length).toBeGreaterThan(35);
  });
});
