import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Random } from '../../src/seed/random.ts';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { Child, script } from '../support/child.ts';
import { emptyFolder } from '../support/program.ts';
import { SEED } from '../support/seed.ts';
import { integrityOf, storedPayments } from '../support/stored.ts';
import { openTpp, textOf } from '../support/tpp.ts';

/** Acknowledgements before the kill, and milliseconds after them: at most. */
const MOST_CREATED = 20;
const MOST_DELAY_MS = 4;

/**
 * Kills a process that creates payments, at a random moment, once in each round, and expects every payment that it
 * has acknowledged in the store. Every second process has several creations in flight, which share commits.
 * @returns how many payments were acknowledged in all
 */
async function killRounds(rounds: number): Promise<number> {
  const random = new Random(SEED);
  const home = join(emptyFolder(), 'home');
  const { store } = buildProfilePaths(home, 'offline');
  await createOne(home, 'before');
  const acknowledged: string[] = storedPayments(store);
  let next = start(home, 0);
  for (let round = 0; round < rounds; round += 1) {
    const child = next;
    if (round + 1 < rounds) next = start(home, round + 1);
    acknowledged.push(...(await killed(child, random)));
    const stored = new Set(storedPayments(store));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(integrityOf(store)).toBe('ok');
  }
  acknowledged.push(await createOne(home, 'after'));
  expect(storedPayments(store)).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  return acknowledged.length;
}

/** It loads while the process before it is still at work, and touches the store when it is told. */
function start(home: string, round: number): Child {
  const inFlight = round % 2 === 0 ? 1 : 8;
  const args = ['create', home, `round ${round}`, 'Infinity', String(inFlight)];
  return new Child(process.execPath, [...script('tpp-process'), ...args]);
}

async function killed(child: Child, random: Random): Promise<string[]> {
  expect(await child.line(0)).toBe('ready');
  child.tell('go');
  await child.line(random.between(1, MOST_CREATED));
  await new Promise((resolve) => setTimeout(resolve, random.between(0, MOST_DELAY_MS)));
  await child.kill();
  return child.lines.slice(1).map((line) => /^created (\w+)$/.exec(line)?.[1] ?? line);
}

async function createOne(home: string, remittance: string): Promise<string> {
  const tpp = await openTpp(home);
  const answer = await tpp.send(tpp.request({ remittance }));
  await tpp.close();
  expect(answer.status).toBe(201);
  return JSON.parse(textOf(answer)).paymentId;
}

it('kill -9 in a loop of creations, 50 times loses no acknowledged payment [S1-durable]', async () => {
  expect(await killRounds(50)).toBeGreaterThan(50);
});
