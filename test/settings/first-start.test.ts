import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { script } from '../support/child.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = String(Date.UTC(2026, 10, 21, 11, 0, 0));
const PROCESSES = 16;

interface Start {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: Interface;
}

/** A process that has loaded the program and waits for the word. */
async function ready(home: string, ...more: 'stall'[]): Promise<Start> {
  const child = spawn(process.execPath, [...script('identity-process'), home, NOW, ...more], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  return { child, lines };
}

async function go({ child, lines }: Start): Promise<string> {
  const line = once(lines, 'line');
  child.stdin.write('go\n');
  return String((await line)[0]);
}

function unfinished(home: string): string[] {
  const folder = join(home, 'offline');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.making')) : [];
}

describe('the first start [S7-first-start, S7-crashed-maker]', () => {
  it(`of ${PROCESSES} processes at once makes one key and one CA, and all agree`, async () => {
    const home = join(temporaryFolder(), 'home');
    const starts = await Promise.all(Array.from({ length: PROCESSES }, () => ready(home)));
    expect(existsSync(home)).toBe(false);
    const answers = await Promise.all(starts.map(go));
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0]!)).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(readdirSync(join(home, 'offline'))).toEqual(['keys']);
  }, 240_000);

  it('that is killed while it makes the keys is made good by the next', async () => {
    const home = join(temporaryFolder(), 'home');
    const [victim, next] = await Promise.all([ready(home, 'stall'), ready(home)]);
    expect(await go(victim)).toBe('making');
    victim.child.kill('SIGKILL');
    await once(victim.child, 'exit');
    expect(unfinished(home)).toHaveLength(1);
    expect(existsSync(join(home, 'offline', 'keys'))).toBe(false);
    const answer = await go(next);
    expect(readdirSync(join(home, 'offline'))).toEqual(['keys']);
    expect(await go(await ready(home))).toBe(answer);
  }, 240_000);
});
