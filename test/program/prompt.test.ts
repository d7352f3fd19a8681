import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clockEnvironment } from '../support/clock-environment.ts';
import { emptyFolder, type Outcome, psd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const GIVEN = ['--currency', 'NOK', '--to-name', 'Ola', '--country', 'NO', '--from-bban', '99901067291'];
const CREATE = ['payments', 'create', '--domestic', ...GIVEN];

/** Runs the program at a terminal of its own (script, of util-linux) and types each answer after its question. */
function atTerminal(args: readonly string[], typed: readonly (readonly [after: string, keys: string])[]) {
  const line = [process.execPath, join(ROOT, 'bin', 'run.js'), ...args].map((word) => `'${word}'`).join(' ');
  const env = {
    PATH: process.env.PATH ?? '',
    TERM: 'xterm',
    ...clockEnvironment(),
    PSD2_HOME: emptyFolder(),
  };
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd: emptyFolder(), env });
  let seen = '';
  let next = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString('utf8');
    const [after, keys] = typed[next] ?? [];
    if (after === undefined || keys === undefined || !seen.includes(after)) return;
    seen = '';
    next += 1;
    child.stdin.write(keys);
  });
  return new Promise<{ code: number | null; last: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, last: seen }));
  });
}

describe('a person at a terminal [C-asks-a-person]', () => {
  it('is asked for what is missing, again when the answer breaks a rule, and gets the payment', async () => {
    const { code, last } = await atTerminal(CREATE, [
      ['(--amount)', '100,50\r'],
      ['write 100.50', `${'\b'.repeat(6)}100.50\r`],
      ['(--to-bban)', '99901271948\r'],
    ]);
    expect(last).toContain('RCVD');
    expect(code).toBe(0);
  });

  it('who leaves with Ctrl-C hears that nothing was sent', async () => {
    const { code, last } = await atTerminal(CREATE, [['(--amount)', '\x03']]);
    expect(last).toContain('nothing was sent');
    expect(code).toBe(130);
  });
});

describe('without a person [C-no-person]', () => {
  const missing = ['--amount', '--to-bban'];

  it.each([
    ['stdin is no terminal', CREATE],
    ['--no-input is given', [...CREATE, '--no-input']],
  ])('nothing is asked when %s: every missing flag is named', async (_, args) => {
    const outcome: Outcome = await psd2(args, { home: emptyFolder() });
    expect(outcome.code).toBe(2);
    expect(outcome.stdout).toBe('');
    for (const flag of missing) expect(outcome.stderr).toContain(flag);
  });
});
