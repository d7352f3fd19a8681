import { psd2 } from './program.ts';
import { START } from './stopped-clock.ts';
import { type TerminalLine, wordsOf } from './terminal-lines.ts';
import { TranscriptNames } from './transcript-names.ts';

/** What a line came to, so that it can be compared with what it came to elsewhere. */
export interface LineOutcome {
  readonly code: number | null;
  readonly stdout: string;
}

/** Runs lines in a home, one after another, each as data and without what two homes may differ in. */
export class LineRun {
  readonly #home: string;
  readonly #names = new TranscriptNames();
  readonly #kept: Record<string, string> = {};

  constructor(home: string) {
    this.#home = home;
  }

  async outcomeOf(line: TerminalLine): Promise<LineOutcome> {
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

/** What a home names: each run has its own. A snapshot's size is that of amounts drawn at random, too. */
const MASKED = new Set(['_meta', 'scaRedirect', 'file', 'bytes']);
