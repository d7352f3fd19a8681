import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoData } from '../bank/settings.ts';
import type { Session } from '../client/session.ts';
import { getSignOptions, openSigner } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import { makeProfileFolder, type ProfilePaths, TLS_FOLDER } from '../settings/home.ts';
import { IDENTITY_FILES } from '../settings/identity.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { SECRETS_MASKED } from '../traces/format.ts';
import type { ConnectionFiles } from '../transport/dry-run.ts';
import { createInProcessTransport } from '../transport/in-process.ts';
import type { CommandContext, Requirements } from './context.ts';
import { createCallMiddleware } from './middleware.ts';
import { type BankOptions, type OpenedBank, openBank } from './open-bank.ts';
import { openTppSession } from './open-session.ts';

/**
 * Returns true if the bank's file is missing or empty although the client's file proves an earlier bank.
 * @see S1-files-before
 */
function isStoreMissing({ ledger, store }: ProfilePaths): boolean {
  return existsSync(ledger) && (statSync(store, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function createStoreLost({ ledger, store }: ProfilePaths): Fault {
  const text = `${store} was gone. The bank starts from scratch and doesn't know what's recorded in ${ledger}.`;
  return new Fault('STORE_DAMAGED', text, {
    hint: `To start from scratch there too: rm ${quoteForShell(ledger)}`,
  });
}

/** Lists the files that another program needs to connect to the bank when it is served. */
function listServedFiles({ folder }: ProfilePaths): ConnectionFiles {
  const caFile = join(folder, TLS_FOLDER, IDENTITY_FILES.ca);
  return existsSync(caFile) ? { caFile } : {};
}

interface EmbeddedOptions {
  /** True if the PSU's site is served, so that the bank's links work until the session is closed. */
  readonly servesSite?: boolean;
  /** Default: a new world has the demo data, an initialised one has not. */
  readonly world?: Requirements['world'];
}

/**
 * Opens a session at the embedded bank; its world, key and certificate are created on first use.
 * @see S7-first-start, D8-demo
 */
export async function openEmbedded(
  settings: OpenedSettings,
  context: CommandContext,
  { servesSite = false, world }: EmbeddedOptions = {},
): Promise<Session> {
  const { io, exchange } = context;
  const { reportUnexpected: onUnexpected, progress } = io;
  const places = makeProfileFolder(settings.home, settings.profile.name, context.surroundings.uid);
  const signer = await openSigner(settings, context);
  const demo: DemoData = { isAddedAtReset: world === 'demo' };
  const options = { path: places.store, onUnexpected, onProgress: progress.tell, demo };
  const bank = await openBankAt(options, servesSite);
  const isGone = isStoreMissing(places);
  await progress.during("Opening the bank's store", () => bank.open());
  if (isGone) onUnexpected(createStoreLost(places));
  try {
    // Loaded only where it is used: later commands find the world.
    if (world === 'demo' || (world === undefined && !(await bank.hasWorld())))
      demo.furnish = (await import('./demo-world.ts')).furnishDemoWorld;
    return openTppSession({
      way: createInProcessTransport(bank.handle),
      middleware: createCallMiddleware(io, true),
      files: listServedFiles(places),
      signer,
      signing: getSignOptions(settings),
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

async function openBankAt(options: BankOptions, servesSite: boolean): Promise<OpenedBank> {
  if (!servesSite) return openBank(options);
  return (await import('../serve/serve-bank.ts')).openWithSite(options);
}
