import { describe, expect, it } from 'vitest';
import { badGuests, guestSocket } from '../support/bad-guests.ts';
import { testSigner } from '../support/bank.ts';
import { forkedBank } from '../support/forked-bank.ts';
import { MutatedGuest } from '../support/mutated-guest.ts';
import { wireOf } from '../support/mutated-requests.ts';
import { ALL_TURNS, type Turn, timesBeside } from '../support/processor-share.ts';
import { creation } from '../support/tpp.ts';

const { 'what was changed at random': atRandom, ...KINDS } = badGuests();
const PATIENCE_MS = 60_000;

/** How many times as much of the bank's processor a creation takes beside so many guests of a kind. */
async function creationBeside(kind: (port: number) => Turn, guests: number): Promise<number> {
  const bank = await forkedBank();
  const wires = Array.from({ length: ALL_TURNS }, (_, place) =>
    wireOf(creation(testSigner(), { remittance: `honest ${place}` })),
  );
  const honest = new MutatedGuest(() => guestSocket(bank.port), PATIENCE_MS);
  const times = await timesBeside({
    used: async () => (await bank.ask('usage')).processor / 1000,
    client: () => honest.send(wires.pop()!),
    guests: Array.from({ length: guests }, () => kind(bank.port)),
  });
  expect([...honest.statuses.keys()]).toEqual(['201']);
  expect(bank.said()).toBe('');
  honest.close();
  return times;
}

describe('what bad guests take of a bank [A-server-mutated, S12-others-first, S12-searches-served]', () => {
  /** A guest that was refused waits behind the client. */
  it.each([
    [2, 3],
    [8, 5],
  ])('leaves a creation its share beside %i that send what was changed at random', async (guests, limit) => {
    const measure = () => creationBeside(atRandom!, guests);
    const first = await measure();
    // A busy machine adds to some measures, and takes from none.
    const least = first < limit ? first : Math.min(first, await measure());
    expect(least).toBeLessThan(limit);
  });

  /** A guest whose connection is ended shakes hands again, which waits in no line and costs as much as a creation. */
  it.each(
    Object.keys(KINDS),
  )('is no more than seven creations in each turn of 8 that send %s', async (name) => {
    expect(await creationBeside(KINDS[name]!, 8)).toBeLessThan(1 + 7);
  });
});
