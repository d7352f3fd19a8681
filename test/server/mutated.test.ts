import { describe, expect, it } from 'vitest';
import { testSigner } from '../support/bank.ts';
import { MutatedGuest } from '../support/mutated-guest.ts';
import { drawFrom } from '../support/mutated-requests.ts';
import { sendMutated } from '../support/mutated-wires.ts';
import { SEED } from '../support/seed.ts';
import { served } from '../support/served-bank.ts';
import { connectTls } from '../support/tls.ts';
import { creation } from '../support/tpp.ts';

const REQUESTS = 400;
const GUESTS = 8;

describe('signed requests that were changed at random [A-server-mutated, S12-not-http]', () => {
  it('are answered, none with the bank’s own fault, or end their connection; the next client is served', async () => {
    const { server, send, unexpected } = await served();
    const guests = Array.from({ length: GUESTS }, () => new MutatedGuest(() => connectTls(server.port)));
    await sendMutated(guests, REQUESTS, drawFrom(SEED));
    const statuses = new Set(guests.flatMap((guest) => [...guest.statuses.keys()]));
    expect(unexpected).toEqual([]);
    expect([...statuses].filter((status) => status.startsWith('5'))).toEqual([]);
    // Some were still what was signed, and some no HTTP at all.
    expect([...statuses]).toEqual(expect.arrayContaining(['201', '400', '404', '405']));
    expect((await send(creation(testSigner(), { remittance: 'Honest' }))).status).toBe(201);
  });
});
