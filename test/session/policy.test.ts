import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Authorities } from '../../src/certificates/trust.ts';
import { type BankOptions, openBank, serveBank } from '../../src/library.ts';
import { emptyFolder } from '../support/program.ts';

const onUnexpected = (fault: unknown) => {
  throw fault;
};

const admission = { authorities: new Authorities([]), mutualTls: false };

describe("a bank's policy [D12-two-policies]", () => {
  it.each([
    [{ policy: 'inspect' }, 'policy is "inspect", but must be "sandbox" or "production".'],
    [{ policy: '' }, 'policy is "", but must be "sandbox" or "production".'],
    [{ policy: 'Production', admission }, 'policy is "Production", but must be'],
    [{ policy: 'production' }, 'policy is "production", but no CA is trusted.'],
    [{ policy: 'sandbox', admission }, 'Trusted CAs work only with the policy "production".'],
    [{ admission }, 'Trusted CAs work only with the policy "production".'],
  ])('is refused in words unless it is one of the two, whole: %j', async (given, refused) => {
    const folder = emptyFolder();
    const options = { path: join(folder, 'bank.db'), onUnexpected, ...given } as unknown as BankOptions;
    expect(() => openBank(options)).toThrow(refused);
    // Before a port is opened: the certificate, which is none, is not looked at.
    const fault = await serveBank({ ...options, key: '', certificate: '', port: 0 }).catch(
      (thrown) => thrown,
    );
    expect(fault.message).toContain(refused);
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.details.hint).toMatch(/^(?:Remove|Pass|Set) /);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    { policy: 'sandbox' },
    { policy: 'production', admission },
  ] as const)('may be either: %j', async (given) => {
    await openBank({ path: join(emptyFolder(), 'bank.db'), onUnexpected, ...given }).close();
  });
});
