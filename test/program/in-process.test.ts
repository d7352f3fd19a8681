import { describe, expect, it } from 'vitest';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { homeInUse } from '../support/home-in-use.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { whileLocked } from '../support/locked-store.ts';
import { processState } from '../support/process-state.ts';
import { psd2, spawnPsd2 } from '../support/program.ts';
import { atTerminal } from '../support/terminal.ts';

const LINES: readonly { readonly args: readonly string[]; readonly input?: string }[] = [
  { args: [] },
  { args: ['--version'] },
  { args: ['payments', 'create', '--help'] },
  { args: ['nosuch', '--json'] },
  { args: ['payments', 'create', '--domestic'] },
  { args: ['payments', 'create', '--domestic', '--file', '-', '--print-body'], input: 'no JSON' },
  { args: ['payments', 'get', 'kQ3nV0b1cT8sYpR5dW2xZa'] },
  { args: ['sandbox', 'account', 'list'] },
  { args: ['sandbox', 'account', 'list', '--quiet'] },
  { args: ['verify', '--format', 'http'], input: 'GET /v1/accounts HTTP/1.1\nHost: bank.example\n\n' },
];

describe('a command in the process of the suite [A-program-in-process]', () => {
  it.each(LINES)('says what one in a process of its own says: $args', async ({ args, input = '' }) => {
    const { home } = await homeInUse();
    // Two commands are two requests, a moment apart.
    const alike = (text: string) => text.replaceAll(/[0-9a-f-]{36}|\d+ ms|"at": "[^"]+"/g, '…');
    const [here, apart] = [await psd2(args, { home, input }), await spawnPsd2(args, { home, input })];
    expect({ ...here, stdout: alike(here.stdout), stderr: alike(here.stderr) }).toEqual({
      ...apart,
      stdout: alike(apart.stdout),
      stderr: alike(apart.stderr),
    });
  });

  it('leaves nothing of itself behind, whether it ends well or not', async () => {
    const before = processState();
    const { home } = await homeInUse();
    for (const { args, input = '' } of LINES) {
      await psd2(args, { home, input, env: { PSD2_PSU_IP: '192.0.2.7' }, clockAt: 0 });
      expect(processState()).toEqual(before);
    }
  });

  it('is refused beside another one, and where it asks for a process', async () => {
    const { home } = await homeInUse();
    const first = psd2(['profile', 'show'], { home });
    await expect(psd2(['profile', 'show'], { home })).rejects.toThrow('one command at a time');
    expect((await first).code).toBe(0);
    expect(() => psd2([], { env: { NODE_OPTIONS: '' } })).toThrow('use spawnPsd2');
    const before = processState();
    await expect(psd2([], { home, cwd: '/nowhere' })).rejects.toThrow('ENOENT');
    expect(processState()).toEqual(before);
  });
});

describe('the guard after each file of tests [A-process-untouched]', () => {
  it.each<readonly [what: string, make: () => void, undo: () => void]>([
    ['a listener', () => process.on('SIGTERM', nothing), () => process.off('SIGTERM', nothing)],
    [
      'a listener of an output',
      () => process.stdout.on('error', nothing),
      () => process.stdout.off('error', nothing),
    ],
    ['umask', () => process.umask(process.umask() ^ 0o020), () => process.umask(process.umask() ^ 0o020)],
    ['the folder', () => process.chdir('/'), () => process.chdir(HERE)],
    [
      'a variable',
      () => {
        process.env.PSD2_LEFT = '1';
      },
      () => {
        delete process.env.PSD2_LEFT;
      },
    ],
    [
      'the clock',
      () => {
        Date.now = () => 0;
      },
      () => {
        Date.now = REAL_NOW;
      },
    ],
  ])('sees %s that was left changed', (_, make, undo) => {
    const before = processState();
    make();
    const after = processState();
    undo();
    expect(after).not.toEqual(before);
    expect(processState()).toEqual(before);
  });
});

const HERE = process.cwd();
const REAL_NOW = Date.now;

function nothing(): void {}

const LINE = ['sandbox', 'clock', 'advance', '1h'];
const WAITING = 'Waiting for another process to finish writing to';

it('a command that waits for another process of its home says so on the last line of a terminal until it goes on, and nothing with --json or --quiet [C-progress, C-json-alone, S3-lock-retry]', async () => {
  const home = await homeWithKeys();
  await psd2(['sandbox', 'account', 'list'], { home });
  let wasShown = () => {};
  const shown = new Promise<void>((resolve) => {
    wasShown = resolve;
  });
  const seen = async () => {
    wasShown();
    return '';
  };
  let running: ReturnType<typeof runAll> | undefined;
  const runAll = () => ({
    terminal: atTerminal(LINE, [[WAITING, seen]], { home }),
    silent: [spawnPsd2([...LINE, '--json'], { home }), spawnPsd2([...LINE, '--quiet'], { home })],
  });
  await whileLocked(buildProfilePaths(home, 'offline').store, async () => {
    running = runAll();
    await Promise.race([shown, running.terminal]);
  });
  const { code, all } = await running!.terminal;
  expect(code, all).toBe(0);
  const parts = all.split('\r\u001b[K');
  expect(parts.filter((part) => part.includes(WAITING)).length).toBeGreaterThan(0);
  expect(parts.at(-1)).not.toContain('Waiting');
  for (const one of running!.silent) expect(await one).toMatchObject({ code: 0, stderr: '' });
});
