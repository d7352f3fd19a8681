import { isatty } from 'node:tty';
import type { TerminalIo } from '../session/context.ts';
import type { Surroundings } from '../settings/home.ts';

export interface Circumstances {
  readonly stdinIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
  readonly noInput: boolean;
}

/**
 * Whether a person is there to be asked: without one there is never a prompt and never a browser.
 * @see C-person
 */
export function personIsThere(now: Circumstances): boolean {
  const automatic = now.json || now.noInput || Boolean(now.env.CI);
  return now.stdinIsTerminal && now.stderrIsTerminal && !automatic;
}

/** The circumstances of this process. Asks the descriptors, so that stdin is not opened. */
export function circumstances(json: boolean, noInput: boolean): Circumstances {
  return { stdinIsTerminal: isatty(0), stderrIsTerminal: isatty(2), env: process.env, json, noInput };
}

/** What the process finds around it. */
export function surroundingsOf({ env, platform, cwd, getuid }: NodeJS.Process): Surroundings {
  return { env, platform, cwd: cwd(), uid: getuid?.() };
}

/**
 * What the person at this terminal can do while their PSU is at the bank. `BROWSER=none` has no page opened.
 * @see C-sca-browser
 */
export function atTerminal({ BROWSER }: NodeJS.ProcessEnv): TerminalIo {
  return BROWSER === 'none' ? { onLine } : { onLine, openPage };
}

/** Not through a shell: the address is an argument of the program that opens it. @see S10-opened-urls */
async function openPage(url: string): Promise<void> {
  const { default: open } = await import('open');
  await open(url);
}

/** Lines as the terminal edits them: Ctrl-C stays a signal. */
function onLine(take: (line: string) => void): () => void {
  let rest = '';
  const read = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST);
    for (const line of lines) take(line);
  };
  const { stdin } = process;
  // A question that was asked before has paused it.
  stdin.setEncoding('utf8').on('data', read).resume();
  return () => {
    stdin.off('data', read).pause();
  };
}

/** More than any URL has. */
const LONGEST = 16_384;
