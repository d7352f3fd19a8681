import { clock, stopwatch } from '../clock.ts';
import type { RunningServer, ServeOptions } from '../server/serve.ts';
import { SearchAllowance } from '../signing/search-allowance.ts';
import { type BankOptions, openBank, refuseUnknownPolicy } from './open-bank.ts';

export interface ServedBankOptions
  extends BankOptions,
    Pick<ServeOptions, 'key' | 'certificate' | 'host' | 'port' | 'limits'> {}

/** Who sends bad signatures takes so much of the bank's time from those who send good ones. @see S12-searches-served */
const SEARCHES = { milliseconds: 20, withinMilliseconds: 200 };

/** A request that has waited so long for what is due gets 503. @see S5-progress */
const PATIENCE_MS = 10_000;

/**
 * Opens a whole bank and serves it over HTTPS. Its links lead to where it is served, unless `publicUrl` says otherwise.
 * @throws Fault INPUT_INVALID when it can't be served so; STORE_UNUSABLE, STORE_BUSY
 */
export async function serveBank(options: ServedBankOptions): Promise<RunningServer> {
  refuseUnknownPolicy(options.policy);
  const { serve } = await import('../server/serve.ts');
  const { key, certificate, host, port, limits, ...bankOptions } = options;
  const server = await serve({
    handle: (request, peer) => bank.handle(request, peer),
    clock: options.clock ?? clock,
    onUnexpected: options.onUnexpected,
    ...{ key, certificate, port },
    ...(host === undefined ? {} : { host }),
    ...(limits === undefined ? {} : { limits }),
  });
  // Not awaited in between, so there is a bank before the first request.
  const searches = new SearchAllowance(SEARCHES, stopwatch);
  const own = { publicUrl: server.url, patienceMilliseconds: PATIENCE_MS, searches };
  const bank = openBank({ ...own, ...bankOptions });
  const close = async () => {
    await server.close();
    await bank.close();
  };
  try {
    await bank.open();
  } catch (fault) {
    await close();
    throw fault;
  }
  return { ...server, close };
}
