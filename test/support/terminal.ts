import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { clockEnvironment } from './clock-environment.ts';
import { emptyFolder } from './program.ts';
import { ROOT } from './sources.ts';

/** What is typed: keys, or what to make of all that the terminal has shown. */
type Typing = string | ((all: string) => Promise<string>);

interface TerminalGiven {
  readonly home?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** A command line of the shell's that is run at the terminal afterwards. */
  readonly afterwards?: string;
}

/** Runs the program at a terminal of its own (script, of util-linux) and types each answer after its question. */
export function atTerminal(
  args: readonly string[],
  typed: readonly (readonly [after: string, keys: Typing])[],
  {
    home = emptyFolder(),
    cwd = emptyFolder(),
    env: more = {},
    columns,
    afterwards = ':',
  }: TerminalGiven = {},
): Promise<{ readonly code: number | null; readonly last: string; readonly all: string }> {
  const program = [process.execPath, join(ROOT, 'bin', 'run.js'), ...args]
    .map((word) => `'${word}'`)
    .join(' ');
  const size = columns === undefined ? ':' : `stty cols ${columns}`;
  const line = `${size}; ${program}; code=$?; ${afterwards}; exit $code`;
  const env = {
    PATH: process.env.PATH ?? '',
    TERM: 'xterm',
    ...clockEnvironment(),
    PSD2_HOME: home,
    ...more,
  };
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd, env });
  let seen = '';
  let all = '';
  let next = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString('utf8');
    all += chunk.toString('utf8');
    const [after, keys] = typed[next] ?? [];
    if (after === undefined || keys === undefined || !seen.includes(after)) return;
    seen = '';
    next += 1;
    if (typeof keys === 'string') child.stdin.write(keys);
    else
      keys(all).then(
        (text) => child.stdin.write(text),
        (error) => child.emit('error', error),
      );
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, last: seen, all }));
  });
}
