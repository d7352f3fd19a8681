import { describe, expect, it } from 'vitest';
import type { Signer } from '../../src/signing/sign.ts';
import type { Send } from '../support/bank.ts';
import { signersOf } from '../support/seals.ts';
import { ONE, testWorlds } from '../support/worlds.ts';

const LIST: Send = { method: 'GET', path: '/v1/sandbox/customers' };
const AROUND = Date.parse('2026-11-18T09:00:00Z');

describe('an organizationIdentifier with a world of its own [S11-worlds, S11-shared-world]', () => {
  const [first, renewed] = signersOf([ONE, ONE], AROUND);
  const [other] = signersOf([ONE], AROUND);

  it('is owned by the first key seen, until the operator releases it', async () => {
    const worlds = await testWorlds();
    expect((await worlds.send(first!, LIST)).status).toBe(200);
    expect((await worlds.send(renewed!, LIST)).status).toBe(200);
    expect(await worlds.send(other!, LIST)).toMatchObject({
      status: 403,
      json: { tppMessages: [{ path: 'TPP-Signature-Certificate' }] },
    });
    const release = () => worlds.operate(undefined, 'POST', `/operator/tpps/${ONE.slice(3)}/release`);
    expect([(await release()).status, (await release()).status]).toEqual([200, 404]);
    expect((await worlds.operate(undefined, 'POST', '/operator/tpps/NO-X/release')).status).toBe(404);
    expect((await worlds.send(other!, LIST)).status).toBe(200);
    expect((await worlds.send(first!, LIST)).status).toBe(403);
  });

  it('is released by its full name, whether it begins with PSD or not', async () => {
    const worlds = await testWorlds();
    for (const name of ['VATNO-310999016', 'PSDVATNO-310999016', 'LEIXG-5493001KJTIIGC8Y1R12']) {
      const [mine] = signersOf([name], AROUND);
      const [later] = signersOf([name], AROUND);
      await worlds.send(mine!, LIST);
      expect((await worlds.send(later!, LIST)).status).toBe(403);
      const released = await worlds.operate(undefined, 'POST', `/operator/tpps/${name}/release`);
      expect(released.status, name).toBe(200);
      expect((await worlds.send(later!, LIST)).status).toBe(200);
    }
    // Neither of the two whose names differ by PSD alone was released for the other.
    const [stranger] = signersOf(['PSDVATNO-310999016'], AROUND);
    await worlds.operate(undefined, 'POST', '/operator/tpps/VATNO-310999016/release');
    expect((await worlds.send(stranger!, LIST)).status).toBe(403);
  });

  it('passes to a key whose certificate a configured CA vouches for', async () => {
    const worlds = await testWorlds({
      vouchesFor: ({ der }) => Buffer.from(der).equals(other!.certificate.der),
    });
    await worlds.send(first!, LIST);
    expect((await worlds.send(other!, LIST)).status).toBe(200);
    // Who came first with a name that proves nothing is not let in again.
    expect((await worlds.send(first!, LIST)).status).toBe(403);
  });

  it('lets in both certificates of a renewal that are vouched for, whichever calls, and is the newer’s', async () => {
    const [older] = signersOf([ONE], AROUND);
    const [newer] = signersOf([ONE], AROUND + 86_400_000);
    const valid = new Set(
      [older!.certificate.der, newer!.certificate.der].map((der) => Buffer.from(der).toString('hex')),
    );
    const worlds = await testWorlds({ vouchesFor: ({ der }) => valid.has(Buffer.from(der).toString('hex')) });
    const statuses = async (signers: readonly Signer[]) =>
      Promise.all(signers.map(async (signer) => (await worlds.send(signer, LIST)).status));
    await worlds.send(newer!, LIST);
    await worlds.send(older!, LIST);
    expect(await statuses([older!, newer!, older!])).toEqual([200, 200, 200]);
    // The older is over now, though it was the last to call.
    valid.delete(Buffer.from(older!.certificate.der).toString('hex'));
    expect(await statuses([older!, newer!])).toEqual([403, 200]);
    valid.clear();
    expect(await statuses([older!, newer!, first!])).toEqual([403, 200, 403]);
  });
});
