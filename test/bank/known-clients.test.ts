import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Handle, type HttpRequest, headerValue, isToKnown, type Peer } from '../../src/message.ts';
import { openTestBank } from '../support/bank.ts';
import { party, productionBank, requestOf, seal } from '../support/production-bank.ts';

const STRANGER: Peer = { address: '192.0.2.7', operator: false };

/** Whoever asks without a signature. */
function unsigned(target: string): HttpRequest {
  return { method: 'GET', target, headers: [['X-Request-ID', randomUUID()]], body: new Uint8Array() };
}

/** What is told of an answer beside it: whether the door knows whom it goes to. */
async function isKnown(door: Handle, request: HttpRequest, peer = STRANGER): Promise<boolean> {
  return isToKnown(await door(request, peer));
}

async function testBank() {
  const bank = await openTestBank();
  onTestFinished(() => bank.close());
  return bank;
}

describe('whom the bank knows when it answers [S12-others-first]', () => {
  it('is a TPP whose signature is good, whatever the answer is', async () => {
    const { door, signed } = await testBank();
    expect(await isKnown(door, signed())).toBe(true);
    expect(await isKnown(door, signed({ body: {} }))).toBe(true);
    expect(await isKnown(door, { ...signed(), body: Buffer.from('{}') })).toBe(false);
  });

  it("isn't who asks for a page, though that repeats their X-Request-ID, or for what isn't there", async () => {
    const { door } = await testBank();
    const page = await door(unsigned('/sca/style.css'), STRANGER);
    expect([page.status, headerValue(page.headers, 'X-Request-ID')]).toEqual([200, expect.any(String)]);
    expect(isToKnown(page)).toBe(false);
    expect(await isKnown(door, unsigned('/nowhere'))).toBe(false);
  });

  it('is the operator', async () => {
    const { door } = await testBank();
    expect(await isKnown(door, unsigned('/operator/clock'), { ...STRANGER, operator: true })).toBe(true);
  });

  it("isn't a TPP whose certificate leads to no CA that the bank trusts", async () => {
    const { handle } = await productionBank({});
    expect(await isKnown(handle, requestOf({ seal: seal() }))).toBe(true);
    expect(await isKnown(handle, requestOf({ seal: seal({ issuer: party('Other CA') }) }))).toBe(false);
  });
});
