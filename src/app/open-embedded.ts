import type { Session } from '../client/session.ts';
import { makeProfileFolder } from '../settings/home.ts';
import type { OpenedSettings } from '../settings/open-settings.ts';
import { inProcess } from '../transport/in-process.ts';
import { openBank } from './open-bank.ts';
import { openTppSession } from './open-session.ts';
import type { Program } from './program.ts';
import { openSigner, signOptionsOf } from './signer.ts';

/** A session at the bank in this program; world, key and certificate are made at first use. @see safety.md §7 */
export async function openEmbedded(
  settings: OpenedSettings,
  program: Pick<Program, 'surroundings' | 'onUnexpected' | 'onProgress' | 'underWay' | 'notice'>,
): Promise<Session> {
  const { onUnexpected, onProgress, underWay } = program;
  const places = makeProfileFolder(settings.home, settings.profile.name, program.surroundings.uid);
  const signer = await openSigner(settings, program);
  const bank = openBank({ path: places.store, onUnexpected, onProgress });
  await bank.open();
  return openTppSession({
    way: inProcess(bank.handle),
    signer,
    signing: signOptionsOf(settings),
    ledger: places.ledger,
    settings: settings.values,
    ...{ underWay, onUnexpected },
    close: () => bank.close(),
  });
}
