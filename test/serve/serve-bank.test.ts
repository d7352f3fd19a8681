import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Handle } from '../../src/message.ts';
import { Listeners } from '../../src/serve/listeners.ts';
import { Metrics } from '../../src/serve/metrics.ts';
import { serveBank } from '../../src/serve/serve-bank.ts';
import { openBank } from '../../src/session/open-bank.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testTls } from '../support/tls.ts';

afterEach(() => void vi.restoreAllMocks());
const STAY = new Error('listeners stay');

/** A bank whose listeners close, and then say that they haven't. */
function stubborn() {
  const closeListeners = Listeners.prototype.close;
  vi.spyOn(Listeners.prototype, 'close').mockImplementation(async function (this: Listeners) {
    await closeListeners.call(this);
    throw STAY;
  });
  const metrics = new Metrics();
  const closed = {
    bank: vi.fn(),
    metrics: vi.spyOn(metrics, 'close'),
  };
  const unexpected: unknown[] = [];
  const { key, certificate } = testTls();
  const serve = (port: number) =>
    serveBank({
      ...{ key, certificate, port, metrics, path: join(temporaryFolder(), 'bank.db') },
      onUnexpected: (fault) => unexpected.push(fault),
      openWorlds: (options) => {
        const bank = openBank(options);
        return { ...bank, close: () => bank.close().then(closed.bank) };
      },
    });
  const expectClosed = () => {
    expect(closed.bank).toHaveBeenCalledTimes(1);
    expect(closed.metrics).toHaveBeenCalledTimes(1);
  };
  return { serve, unexpected, expectClosed };
}

it('a served bank whose listeners fail to close is closed, and its metrics with it [A-server-close]', async () => {
  const { serve, expectClosed } = stubborn();
  await expect((await serve(0)).close()).rejects.toBe(STAY);
  expectClosed();
});

it('the listeners of a bank have all ended when one has failed to, and each failure is told [A-server-close]', async () => {
  const unexpected: unknown[] = [];
  const never = () => Promise.reject(new Error('called'));
  const onUnexpected = (fault: unknown) => void unexpected.push(fault);
  const listeners = new Listeners({ handle: never, check: never }, { clock: Date.now, onUnexpected });
  const around = (handler: Handle): Handle => handler;
  const site = await listeners.site(0);
  const operator = await listeners.operator({ token: 'token', port: 0, around });
  const [soon, late] = [new Error('soon'), new Error('late')];
  const [closeSite, closeOperator] = [site.close, operator.close];
  let endSite = () => {};
  const siteEnded = new Promise<void>((resolve) => {
    endSite = resolve;
  });
  site.close = async () => {
    await closeSite();
    endSite();
    throw soon;
  };
  operator.close = async () => {
    await closeOperator();
    await siteEnded;
    // The failure of the site has reached everything that waits for it alone.
    await new Promise((resolve) => setImmediate(resolve));
    throw late;
  };
  await expect(listeners.close()).rejects.toBe(soon);
  expect(unexpected).toEqual([late]);
});
