import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyKeys } from './home-with-keys.ts';
import { type Outcome, psd2 } from './program.ts';
import { START } from './stopped-clock.ts';
import { balances } from './stored-balances.ts';
import { TranscriptNames } from './transcript-names.ts';
import { commandLine, readTranscript, type Step, withBars, writeOutcome } from './transcript-text.ts';

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
