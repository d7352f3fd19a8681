import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { emptyFolder, startPsd2 } from './program.ts';

/** What `psd2 serve --json` says when it is ready. */
export interface Ready {
  readonly url: string;
  readonly siteUrl: string;
  readonly caFile: string;
  readonly pid: number;
  readonly operatorUrl?: string;
  readonly operatorTokenFile?: string;
}

/** A temporary folder of its own, so that a test sees what is left in it. */
export function temporaryFolderOf(home: string): { readonly TMPDIR: string } {
  const TMPDIR = join(home, 'tmp');
  mkdirSync(TMPDIR, { recursive: true });
  return { TMPDIR };
}

/** `psd2 serve`, ready; it ends with the test. */
export async function startServe(args: readonly string[] = [], home = emptyFolder()) {
  const env = temporaryFolderOf(home);
  const child = startPsd2(['serve', '--port', '0', '--json', ...args], { home, env, trueClock: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = once(child, 'close');
  while (!stdout.includes('\n')) {
    const [ended] = await Promise.race([once(child.stdout, 'data'), closed]);
    if (typeof ended === 'number') throw new Error(`psd2 serve ended with ${ended}: ${stdout}${stderr}`);
  }
  const ready: Ready = JSON.parse(stdout.slice(0, stdout.indexOf('\n')));
  return {
    ...{ ready, child, home, temporary: env.TMPDIR },
    stdout: () => stdout,
    stderr: () => stderr,
    /** The exit code once it has ended, and the signal that ended it. */
    ended: async (): Promise<readonly unknown[]> => closed,
  };
}
