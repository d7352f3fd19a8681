import { createServer } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Books } from '../../../src/app/serve/chaos/books.ts';
import { planOf, type ServeInput } from '../../../src/app/serve/plan.ts';
import { startServing } from '../../../src/app/serve/start.ts';
import { openSettings } from '../../../src/settings/open-settings.ts';
import { homeWithKeys } from '../../support/home-with-keys.ts';

afterEach(() => void vi.restoreAllMocks());

/** A port that somebody listens on. */
async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { readonly port: number }).port;
}

describe('a bank that can not be served [C-serve-chaos]', () => {
  it('leaves nothing open of the trouble it was to make', async () => {
    const close = vi.spyOn(Books.prototype, 'close');
    const home = await homeWithKeys();
    const surroundings = {
      ...{ env: { PSD2_HOME: home }, platform: process.platform, cwd: home, uid: process.getuid?.() },
    };
    const input: ServeInput = {
      ...{ port: await takenPort(), host: '127.0.0.1', store: 'memory', chaos: '1', operator: false },
      ...{ terseErrors: false, signResponses: false, policy: 'sandbox', mutualTls: false },
    };
    const means = {
      surroundings,
      notice: () => {},
      onUnexpected: () => {},
      askSecret: async () => undefined,
    };
    const settings = openSettings(surroundings, {});
    await expect(startServing(means, input, planOf(input, home), settings)).rejects.toThrow(/port/i);
    expect(close).toHaveBeenCalledTimes(1);
  });
});
