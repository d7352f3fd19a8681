import { isatty } from 'node:tty';
import type { TerminalIo } from '../session/context.ts';
import type { Environment } from '../settings/home.ts';

export interface TerminalFacts {
  readonly stdinIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
  readonly noInput: boolean;
}

/** Returns true if the process is interactive; otherwise it never prompts and never opens a browser. @see C-person */
export function isInteractive(now: TerminalFacts): boolean {
  const automatic = now.json || now.noInput || Boolean(now.env.CI);
  return now.stdinIsTerminal && now.stderrIsTerminal && !automatic;
}

/** Reads the facts about this process's terminal. Checks the descriptors, so that stdin stays unopened. */
export function readCircumstances(json: boolean, noInput: boolean): TerminalFacts {
  return { stdinIsTerminal: isatty(0), stderrIsTerminal: isatty(2), env: process.env, json, noInput };
}

/** Reads the process's environment. */
export function readSurroundings({ env, platform, cwd, getuid }: NodeJS.Process): Environment {
  return { env, platform, cwd: cwd(), uid: getuid?.() };
}

/** Creates the terminal's IO during a browser SCA. `BROWSER=none` opens no page. @see C-sca-browser */
export function createTerminalIo({ BROWSER }: NodeJS.ProcessEnv): TerminalIo {
  return BROWSER === 'none' ? { onLine: listenForLines } : { onLine: listenForLines, openPage };
}

/** Opens a page without a shell: the address is an argument of the opening program. @see S10-opened-urls */
async function openPage(url: string): Promise<void> {
  const { default: open } = await import('open');
  await open(url);
}

/** Listens for lines from the terminal in its line mode, in which Ctrl-C stays a signal. */
function listenForLines(take: (line: string) => void): () => void {
  let rest = '';
  const read = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST);
    for (const line of lines) take(line);
  };
  const { stdin } = process;
  // An earlier prompt has paused stdin.
  stdin.setEncoding('utf8').on('data', read).resume();
  return () => {
    stdin.off('data', read).pause();
  };
}

/** The maximum length of a line; longer than any URL. */
const LONGEST = 16_384;
