import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTpp } from '../../docs/examples/library/tpp.mjs';
import { createBank } from '../../src/library/create-bank.ts';
import { openHttps } from '../../src/library.ts';
import { trueTime } from '../support/true-clock.ts';

const GET = { method: 'GET', headers: [], body: new Uint8Array() } as const;

// Certificates are made by the clock that a TLS handshake judges them by.
beforeEach(() => {
  vi.useFakeTimers({ now: trueTime(), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a bank of a test that is served [A-library-serve]', () => {
  it('is the same bank over HTTPS, whose links lead to its own site', async () => {
    await using bank = await createBank({ clock: '2026-11-18T10:00:00+01:00', basePath: '/api' });
    const served = await bank.serve();
    const way = await openHttps({ origin: new URL(served.url).origin, ca: served.ca });
    expect(readFileSync(served.caFile, 'utf8')).toBe(served.ca);
    expect(new URL(served.url).pathname).toBe('/api');
    const { fetch } = await bank.tpp();
    const { scaRedirect } = await createTpp({ baseUrl: bank.url, fetch, psu: '15813963008' }).pay({
      from: '99901067291',
      to: '99901271948',
      amount: '1.00',
      message: 'A',
    });
    // What was made in this process is found there.
    const { pathname } = new URL(scaRedirect);
    const page = await way.send({ ...GET, target: pathname });
    expect(page.status).toBe(200);
    expect(Buffer.from(page.body).toString()).toContain('<html');
    expect((await way.send({ ...GET, target: '/api/operator/clock' })).status).toBe(404);
    await way.close();
    await bank.close();
    expect(existsSync(served.caFile)).toBe(false);
  });

  it('goes on in this process when it is served no longer', async () => {
    await using bank = await createBank();
    const served = await bank.serve();
    await served.close();
    expect(await bank.clock.now()).toBeInstanceOf(Date);
    expect((await bank.serve()).ca).toBe(served.ca);
  });

  it('can’t be served at a port that is taken', async () => {
    await using bank = await createBank();
    const { url } = await bank.serve();
    await expect(bank.serve({ port: Number(new URL(url).port) })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });
});
