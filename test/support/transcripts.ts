import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCurrency } from '../../src/values/currencies.ts';
import { formatAmount } from '../../src/values/money.ts';
import { copyKeys } from './home-with-keys.ts';
import { type Outcome, psd2 } from './program.ts';
import { START } from './stopped-clock.ts';
import { readStored } from './stored.ts';
import { TranscriptNames } from './transcript-names.ts';
import { commandLine, readTranscript, type Step, withBars, writeOutcome } from './transcript-text.ts';

const ACCOUNTS = `SELECT bban AS name, accounts.currency, SUM(amount_minor) AS minor
  FROM accounts JOIN booking_lines ON booking_lines.account = accounts.id
  GROUP BY bban, accounts.currency ORDER BY bban`;

/** Every line of the books, those of the bank's own accounts too: zero. @see D9-double-entry */
const WHOLE = `SELECT 'all lines' AS name, currency, SUM(amount_minor) AS minor
  FROM booking_lines GROUP BY currency ORDER BY currency`;

/** What is booked on each account of a stored bank, added up from the lines of its books, and the sum of all lines. */
function balances(store: string): string[] {
  return [...readStored(store, ACCOUNTS), ...readStored(store, WHOLE)].map(({ name, currency, minor }) => {
    if (!isCurrency(currency)) throw new Error(`${currency} is no currency`);
    const amount = formatAmount(BigInt(minor as bigint | number), currency);
    return `${`${name}`.padEnd(11)}  ${amount.padStart(10)} ${currency}`;
  });
}

const SECOND = 1000;

/**
 * Runs a transcript in a home of its own and gives it back with the answers that came.
 * @throws Error when a line can't be run, with what the line before it answered
 */
export async function playTranscript(text: string): Promise<string> {
  const stage = new Stage();
  const lines: string[] = [];
  let last: readonly string[] = [];
  try {
    const items = readTranscript(text);
    if (!items.some(({ kind }) => kind === 'fresh')) await stage.makeKeys();
    for (const item of items) {
      lines.push(...item.lines);
      if (item.kind === 'file') stage.writeFile(item.name, item.contents);
      if (item.kind === 'balances') lines.push(...withBars(stage.balances()));
      if (item.kind !== 'step') continue;
      const outcome = writeOutcome(await stage.play(item));
      lines.push(...outcome);
      last = [...item.lines, ...outcome];
    }
  } catch (cause) {
    throw new Error([(cause as Error).message, 'Before it:', ...last].join('\n'), { cause });
  } finally {
    stage.close();
  }
  return `${lines.join('\n')}\n`;
}

/** Where one transcript is played: its home, its working folder, its clock and its names. */
class Stage {
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), 'psd2-transcript-')));
  readonly #home = join(this.#root, 'home');
  readonly #folder = join(this.#root, 'folder');
  readonly #names = new TranscriptNames({ '<home>': this.#home, '<folder>': this.#folder });
  /** The first command is given at the start, each further one a second later. */
  #now = START;

  constructor() {
    mkdirSync(this.#folder);
  }

  /** They take longer than most commands: one copy serves every transcript. */
  makeKeys(): Promise<void> {
    return copyKeys(this.#home, START);
  }

  close(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  writeFile(name: string, contents: string): void {
    writeFileSync(join(this.#folder, name), this.#names.real(contents));
  }

  balances(): string[] {
    return balances(join(this.#home, 'offline', 'bank.db'));
  }

  async play({ command, stdin, place }: Step): Promise<Outcome> {
    try {
      const { env, args } = commandLine(this.#names.real(command));
      const { stdout, stderr, code } = await psd2(args, {
        home: this.#home,
        cwd: this.#folder,
        env,
        clockAt: this.#now,
        input: this.#names.real(stdin),
      });
      this.#now += SECOND;
      return { stdout: this.#names.named(stdout), stderr: this.#names.named(stderr), code };
    } catch (cause) {
      throw new Error(`line ${place}, ${command}: ${(cause as Error).message}`, { cause });
    }
  }
}
