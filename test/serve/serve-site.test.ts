import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Listeners } from '../../src/serve/listeners.ts';
import { openWithSite } from '../../src/serve/serve-bank.ts';
import type { RunningServer } from '../../src/server/serve.ts';
import type { BankOptions } from '../../src/session/open-bank.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

afterEach(() => void vi.restoreAllMocks());

/** A bank with its site, and what there is to see of the site. */
async function withSite(path: string, more: Partial<BankOptions> = {}) {
  const unexpected: unknown[] = [];
  const site = vi.spyOn(Listeners.prototype, 'site');
  const bank = await openWithSite({ path, onUnexpected: (fault) => unexpected.push(fault), ...more });
  const { url } = (await site.mock.results[0]?.value) as RunningServer;
  const isServed = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  return { bank, unexpected, isServed };
}

function damagedStore(): string {
  const path = join(temporaryFolder(), 'bank.db');
  writeFileSync(path, randomBytes(8192), { mode: 0o600 });
  return path;
}

describe("a bank's site on loopback [D14-site-over-http, S1-store-damaged, A-server-close]", () => {
  it('is there until the bank is closed', async () => {
    const { bank, isServed } = await withSite(join(temporaryFolder(), 'bank.db'));
    await bank.open();
    expect(await isServed()).toBe(true);
    await bank.close();
    expect(await isServed()).toBe(false);
  });

  it("ends where the bank's store can't be opened", async () => {
    const { bank, isServed, unexpected } = await withSite(damagedStore());
    await expect(bank.open()).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
    expect(await isServed()).toBe(false);
    expect(unexpected).toEqual([]);
  });

  it("isn't served for a policy that no bank has", async () => {
    const listen = vi.spyOn(Listeners.prototype, 'site');
    const policy = 'inspect' as 'sandbox';
    const refused = openWithSite({ path: damagedStore(), onUnexpected: () => {}, policy });
    await expect(refused).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(listen).not.toHaveBeenCalled();
  });
});
