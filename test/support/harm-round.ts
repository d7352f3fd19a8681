import { expect } from 'vitest';
import { Child, script } from './child.ts';
import type { Harm } from './harms.ts';
import { homeInUse } from './home-in-use.ts';
import { psd2 } from './program.ts';
import { storedPayments } from './stored.ts';

const IN_FLIGHT = 4;

/**
 * Harms the store of a process that creates payments, several at a time, and expects that none begun afterwards is
 * acknowledged, that the bank tells why, and that the next command says what was wrong; where nothing was lost, that
 * every acknowledged payment is there.
 * @param answers how many there are before
 */
export async function harmRound({ act, words, restart }: Harm, answers: number): Promise<void> {
  const { home, store } = await homeInUse();
  const child = new Child(process.execPath, [...script('tpp-process'), 'harmed', home, String(IN_FLIGHT)]);
  expect(await child.line(0)).toBe('ready');
  child.tell('go');
  await child.line(answers);
  act(store);
  child.tell('harmed');
  await child.ended();
  const said = child.lines.slice(1);
  const told = said.find((line) => line.startsWith('told '));
  expect(told).toMatch(/^told STORE_DAMAGED /);
  expect(told).toMatch(words);
  const after = said.filter((line) => line.startsWith('after '));
  expect(new Set(after)).toEqual(new Set(['after 503']));
  expect(after.length).toBeGreaterThan(IN_FLIGHT);
  const acknowledged = said.flatMap((line) => /^before 201 (\w+)$/.exec(line)?.[1] ?? []);
  expect(acknowledged.length).toBeGreaterThan(0);
  const next = await psd2(['payments', 'create', '--domestic', '--example', '--json'], { home });
  if (restart === undefined) {
    expect(next.code).toBe(0);
    expect(storedPayments(store)).toEqual(expect.arrayContaining(acknowledged));
    return;
  }
  expect(next.code).toBe(5);
  const { error } = JSON.parse(next.stdout);
  expect(error).toMatchObject({ code: 'STORE_DAMAGED', message: expect.stringMatching(restart) });
  expect(error.hint).toMatch(/: rm \S*bank\.db/);
}
