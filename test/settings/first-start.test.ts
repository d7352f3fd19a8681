import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Child, script } from '../support/child.ts';
import { runs } from '../support/sweep.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = String(Date.UTC(2026, 10, 21, 11, 0, 0));
/** Four begin together as surely as sixteen: each makes keys for longer than all take to be told. */
const PROCESSES = runs(4, 16);

/** A process that has loaded the program and waits for the word. */
async function ready(home: string, ...more: 'stall'[]): Promise<Child> {
  const child = new Child(process.execPath, [...script('identity-process'), home, NOW, ...more]);
  await child.line(0);
  return child;
}

function go(child: Child): Promise<string> {
  child.tell('go');
  return child.line(1);
}

function unfinished(home: string): string[] {
  const folder = join(home, 'offline');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.making')) : [];
}

describe('the first start [S7-first-start, S7-crashed-maker]', () => {
  it('of several processes at once makes one key and one CA, and all agree', async () => {
    const home = join(temporaryFolder(), 'home');
    const starts = await Promise.all(Array.from({ length: PROCESSES }, () => ready(home)));
    expect(existsSync(home)).toBe(false);
    const answers = await Promise.all(starts.map(go));
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0]!)).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(readdirSync(join(home, 'offline'))).toEqual(['keys']);
  });

  it('that is killed while it makes the keys is made good by the next', async () => {
    const home = join(temporaryFolder(), 'home');
    const [victim, next] = await Promise.all([ready(home, 'stall'), ready(home)]);
    expect(await go(victim)).toBe('making');
    await victim.kill();
    expect(unfinished(home)).toHaveLength(1);
    expect(existsSync(join(home, 'offline', 'keys'))).toBe(false);
    const answer = await go(next);
    expect(readdirSync(join(home, 'offline', 'keys'))).toHaveLength(4);
    expect(await go(await ready(home))).toBe(answer);
  });
});
