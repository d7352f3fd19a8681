import { describe, expect, it } from 'vitest';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { whileLocked } from '../support/locked-store.ts';
import { psd2, spawnPsd2 } from '../support/program.ts';
import { atTerminal } from '../support/terminal.ts';

const LINE = ['sandbox', 'clock', 'advance', '1h'];
const WAITING = 'Waiting for another process to finish writing to';

describe('a command that waits for another process of its home [C-progress, C-json-alone, S3-lock-retry]', () => {
  it('says so on the last line of a terminal until it goes on, and nothing with --json or --quiet', async () => {
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
});
