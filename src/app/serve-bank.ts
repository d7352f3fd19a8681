import { clock, stopwatch } from '../clock.ts';
import type { Handle } from '../message.ts';
import type { RunningServer, ServeOptions, TlsPair } from '../server/serve.ts';
import { SearchAllowance } from '../signing/search-allowance.ts';
import { type BankOptions, openBank, refuseUnknownPolicy } from './open-bank.ts';
import { AwaitedBank } from './serve/awaited-bank.ts';
import { Waits } from './waits.ts';

export interface ServedBankOptions
  extends BankOptions,
    TlsPair,
    Pick<ServeOptions, 'host' | 'port' | 'limits' | 'onRefused' | 'onGone'> {
  /** The loopback port that also serves the PSU's site over plain HTTP. Default: none. @see D14-site-over-http */
  readonly sitePort?: number;
  /** The token for the operator's port, a free port on loopback. Default: no such port. @see S11-operator-port */
  readonly operatorToken?: string;
  /** What stands before the bank's door, for whoever comes by it. Default: nothing. @see C-serve-chaos */
  readonly around?: (handle: Handle) => Handle;
}

export interface ServedBank extends RunningServer {
  /** Origin of the PSU's site. */
  readonly siteUrl: string;
  /** Origin of the operator's port. */
  readonly operatorUrl?: string;
}

/** Who sends bad signatures takes so much of the bank's time from those who send good ones. @see S12-searches-served */
const SEARCHES = { milliseconds: 20, withinMilliseconds: 200 };

/** A request that has waited so long for what is due gets 503. @see S5-progress */
const PATIENCE_MS = 10_000;

/**
 * Opens a complete bank and serves it over HTTPS. Its links lead to the address that serves its site, unless `publicUrl`
 * is set.
 * @throws Fault INPUT_INVALID if it can't be served with these options; STORE_UNUSABLE, STORE_BUSY
 */
export async function serveBank(options: ServedBankOptions): Promise<ServedBank> {
  refuseUnknownPolicy(options.policy);
  const { Listeners } = await import('./serve/listeners.ts');
  const { key, certificate, host, port, limits, onRefused, onGone, sitePort, operatorToken, around, ...own } =
    options;
  const { onUnexpected } = own;
  const bank = new AwaitedBank();
  const listeners = new Listeners(bank, {
    ...{ clock: own.clock ?? clock, onUnexpected },
    ...(limits === undefined ? {} : { limits }),
    ...(onRefused === undefined ? {} : { onRefused }),
    ...(onGone === undefined ? {} : { onGone }),
  });
  const waits = new Waits();
  const close = async () => {
    waits.end();
    await listeners.close();
    await bank.close();
  };
  try {
    const place = { tls: { key, certificate }, port, ...(host === undefined ? {} : { host }) };
    const main = await listeners.interface(place);
    const site = sitePort === undefined ? main : await listeners.site(sitePort);
    const operator = operatorToken === undefined ? undefined : await listeners.operator(operatorToken);
    const searches = new SearchAllowance(SEARCHES, stopwatch);
    const means = { publicUrl: site.url, patienceMilliseconds: PATIENCE_MS, searches, wait: waits.wait };
    const opened = openBank({ ...means, ...own });
    await bank.open(around === undefined ? opened : { ...opened, handle: around(opened.handle) });
    const urls = { siteUrl: site.url, ...(operator === undefined ? {} : { operatorUrl: operator.url }) };
    return { ...main, ...urls, close };
  } catch (fault) {
    bank.giveUp(fault);
    await close();
    throw fault;
  }
}
