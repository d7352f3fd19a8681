import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../client/session.ts';
import { openSigner, signOptionsOf } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import { makeProfileFolder, type ProfilePlaces, TLS_FOLDER } from '../settings/home.ts';
import { IDENTITY_FILES } from '../settings/identity.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { SECRETS_MASKED } from '../traces/told.ts';
import { inProcess } from '../transport/in-process.ts';
import type { ConnectionFiles } from '../transport/kept.ts';
import type { CommandContext } from './context.ts';
import { createCallMiddleware } from './middleware.ts';
import { type BankOptions, type OpenedBank, openBank } from './open-bank.ts';
import { openTppSession } from './open-session.ts';

/**
 * Whether the bank's file is not there, or is empty. The client's file is made after it, and says what the bank knew. In
 * this order: both may be made just now.
 * @see S1-files-before
 */
function isBankGone({ ledger, store }: ProfilePlaces): boolean {
  return existsSync(ledger) && (statSync(store, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function begunAnew({ ledger, store }: ProfilePlaces): Fault {
  const text = `${store} was gone. The bank starts from scratch and doesn't know what's recorded in ${ledger}.`;
  return new Fault('STORE_DAMAGED', text, {
    hint: `To start from scratch there too: rm ${shellWord(ledger)}`,
  });
}

/** Of the bank once it is served: its CA is made then. */
function servedFiles({ folder }: ProfilePlaces): ConnectionFiles {
  const caFile = join(folder, TLS_FOLDER, IDENTITY_FILES.ca);
  return existsSync(caFile) ? { caFile } : {};
}

/**
 * A session at the bank in this program; world, key and certificate are created on first use.
 * @param servesSite whether the PSU's site is served, so that the bank's links are alive until the session is closed
 * @see S7-first-start
 */
export async function openEmbedded(
  settings: OpenedSettings,
  context: CommandContext,
  { servesSite = false } = {},
): Promise<Session> {
  const { io, exchange } = context;
  const { reportUnexpected: onUnexpected, progress } = io;
  const places = makeProfileFolder(settings.home, settings.profile.name, context.surroundings.uid);
  const signer = await openSigner(settings, context);
  const bank = await bankAt({ path: places.store, onUnexpected, onProgress: progress.tell }, servesSite);
  const isGone = isBankGone(places);
  await progress.during("Opening the bank's store", () => bank.open());
  if (isGone) onUnexpected(begunAnew(places));
  try {
    return openTppSession({
      way: inProcess(bank.handle),
      middleware: createCallMiddleware(io, true),
      files: servedFiles(places),
      signer,
      signing: signOptionsOf(settings),
      ledger: places.ledger,
      settings: { ...settings.values, headers: exchange?.headers },
      ...{ underWay: io.writes, onUnexpected, onProgress: progress.tell, exchange, masks: SECRETS_MASKED },
      close: () => bank.close(),
    });
  } catch (fault) {
    await bank.close().catch(onUnexpected);
    throw fault;
  }
}

async function bankAt(options: BankOptions, servesSite: boolean): Promise<OpenedBank> {
  if (!servesSite) return openBank(options);
  return (await import('../serve/serve-bank.ts')).openWithSite(options);
}
