import { clock } from '../clock.ts';
import { endAll } from './end-all.ts';
import { type BankOptions, type OpenedBank, openBank, refuseUnknownPolicy } from './open-bank.ts';
import { AwaitedBank } from './serve/awaited-bank.ts';
import { Listeners } from './serve/listeners.ts';

/**
 * A bank in this process whose PSUs come by a browser: its site is served over HTTP on a port of loopback that is free,
 * which its links name, until the bank is closed or can't be opened.
 * @throws Fault INPUT_INVALID as `openBank`
 * @see C-sca-browser
 * @see D14-site-over-http
 */
export async function openWithSite(options: BankOptions): Promise<OpenedBank> {
  refuseUnknownPolicy(options);
  const { onUnexpected } = options;
  const awaited = new AwaitedBank();
  const listeners = new Listeners(awaited, { clock, onUnexpected });
  const { url: publicUrl } = await listeners.site(0);
  const bank = openBank({ ...options, publicUrl });
  const close = () => endAll([() => listeners.close(), () => bank.close()], onUnexpected);
  const open = async () => {
    try {
      await awaited.open(bank);
    } catch (fault) {
      await close().catch(onUnexpected);
      throw fault;
    }
  };
  return { ...bank, open, close };
}
