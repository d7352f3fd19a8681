import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { startPsd2 } from '../support/program.ts';

/** What a command has come to by itself. */
async function outcomeOf(args: readonly string[], home: string) {
  const child = startPsd2(args, { home });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = text(child.stderr);
  child.stdin.end();
  child.stdout.resume();
  const [code, signal] = await once(child, 'close');
  return { code, signal, stderr: await said };
}

const BY_BROWSER = ['payments', 'create', '--domestic', '--example', '--sca', 'browser'];

describe("a command that serves a bank's site [C-proxy, C-sca-browser, S1-store-damaged, C-exit-codes]", () => {
  it.each([
    ['proxy', ['proxy', '--port', '0']],
    ['a payment in a browser', BY_BROWSER],
  ])('ends where the store is damaged: %s', async (_, args) => {
    const home = await homeWithKeys();
    writeFileSync(join(home, 'offline', 'bank.db'), randomBytes(8192), { mode: 0o600 });
    const { code, signal, stderr } = await outcomeOf(args, home);
    expect({ code, signal }, stderr).toEqual({ code: 5, signal: null });
    expect(stderr).toContain('(STORE_DAMAGED)');
  });

  it("ends where its HAR file can't be written", async () => {
    const home = await homeWithKeys();
    const file = join(home, 'nowhere', 'psd2.har');
    const { code, signal, stderr } = await outcomeOf([...BY_BROWSER, '--har', file], home);
    expect({ code, signal }, stderr).toEqual({ code: 2, signal: null });
    expect(stderr).toContain("its folder doesn't exist");
  });
});
