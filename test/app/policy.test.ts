import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BankOptions, openBank, serveBank } from '../../src/library.ts';
import { emptyFolder } from '../support/program.ts';

const onUnexpected = (fault: unknown) => {
  throw fault;
};

/** As a program in JavaScript gives it: no type is asked. */
function asGiven(path: string, policy: string): BankOptions {
  return { path, onUnexpected, policy } as unknown as BankOptions;
}

describe("a bank's policy [D12-one-policy]", () => {
  it.each([
    'production',
    'inspect',
    '',
  ])('is refused in words unless it is that of the sandbox: %j', async (policy) => {
    const folder = emptyFolder();
    const given = asGiven(join(folder, 'bank.db'), policy);
    const refused = `policy is ${JSON.stringify(policy)}, but this version supports only "sandbox".`;
    expect(() => openBank(given)).toThrow(refused);
    // Before a port is opened: the certificate, which is none, is not looked at.
    await expect(serveBank({ ...given, key: '', certificate: '', port: 0 })).rejects.toThrow(refused);
    const fault = await serveBank({ ...given, key: '', certificate: '', port: 0 }).catch((thrown) => thrown);
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.details.hint).toBe(
      'Remove policy, or set it to "sandbox", where certificate faults are only warnings.',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("may be the sandbox's", async () => {
    const bank = openBank({ path: join(emptyFolder(), 'bank.db'), onUnexpected, policy: 'sandbox' });
    await bank.close();
  });
});
