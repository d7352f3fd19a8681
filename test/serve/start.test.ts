import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { Books } from '../../src/serve/chaos.ts';
import type { ServeInput } from '../../src/serve/flags.ts';
import { parseServeOptions } from '../../src/serve/plan.ts';
import { startServing } from '../../src/serve/start.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import { contextIn } from '../support/command-context.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { forgetListeners } from '../support/output-listeners.ts';

// What it serves with brings oclif, which listens to the outputs.
forgetListeners();

/** A port of loopback that is listened on while the test runs. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

afterEach(() => void vi.restoreAllMocks());

/** What `serve --store memory --chaos 1` is started with. */
async function startedWith(given: Partial<ServeInput>) {
  const home = await homeWithKeys();
  const input: ServeInput = {
    ...{ port: 0, host: '127.0.0.1', store: 'memory', chaos: '1', operator: false },
    ...{ terseErrors: false, signResponses: false, policy: 'sandbox', mutualTls: false, ...given },
  };
  const unexpected: unknown[] = [];
  const context = contextIn(home, { reportUnexpected: (error) => void unexpected.push(error) }, home);
  const settings = openSettings(context.surroundings, {});
  const start = () => startServing(context, parseServeOptions(input, home), settings);
  return { start, unexpected };
}

/** The trouble's books can't be closed. */
function failingBooks() {
  const failure = new Error('books that stay open');
  return { failure, close: vi.spyOn(Books.prototype, 'close').mockRejectedValue(failure) };
}

it('a bank that can not be served leaves nothing open of the trouble it was to make [C-serve-chaos]', async () => {
  const close = vi.spyOn(Books.prototype, 'close');
  await expect((await startedWith({ port: await takenPort() })).start()).rejects.toThrow(/port/i);
  expect(close).toHaveBeenCalledTimes(1);
});

it('the end of a served bank removes what it kept in the temporary folder, whatever fails to close [D14-memory-store]', async () => {
  const { failure, close } = failingBooks();
  const { folder, end } = await (await startedWith({})).start();
  const kept = folder.path('');
  expect(existsSync(kept)).toBe(true);
  await expect(end()).rejects.toBe(failure);
  expect(close).toHaveBeenCalledTimes(1);
  expect(existsSync(kept)).toBe(false);
});
