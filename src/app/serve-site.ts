import { clock } from '../clock.ts';
import { type BankOptions, type OpenedBank, openBank } from './open-bank.ts';
import { AwaitedBank } from './serve/awaited-bank.ts';
import { Listeners } from './serve/listeners.ts';

/**
 * A bank in this process whose PSUs come by a browser: its site is served over HTTP on a port of loopback that is free,
 * which its links name, for as long as the bank is open.
 * @see C-sca-browser
 * @see D14-site-over-http
 */
export async function openWithSite(options: BankOptions): Promise<OpenedBank> {
  const awaited = new AwaitedBank();
  const listeners = new Listeners(awaited, { clock, onUnexpected: options.onUnexpected });
  const { url: publicUrl } = await listeners.site(0);
  const bank = openBank({ ...options, publicUrl });
  return {
    ...bank,
    open: () => awaited.open(bank),
    close: async () => {
      await listeners.close();
      await bank.close();
    },
  };
}
