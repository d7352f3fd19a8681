import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Child, script } from '../support/child.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = String(Date.UTC(2026, 10, 21, 11, 0, 0));
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

it('the first start that is killed while it makes the keys is made good by the next [S7-crashed-maker]', async () => {
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
