import type { Called, CallMeta } from '../client/call.ts';
import type { Session } from '../client/session.ts';
import { Fault } from '../errors.ts';
import type { BrowserSca } from '../sca/browser.ts';
import { type OpenedSettings, openSettings } from '../settings/open-settings.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { Profile } from '../settings/profile.ts';
import { explained } from './explained.ts';
import { type Need, refuseUnmet } from './only-sandbox.ts';
import type { Program } from './program.ts';
import { waitedFor } from './waited-for.ts';

/** What is said beside a resource. @see C-meta */
export interface Meta {
  readonly _meta: CallMeta & { readonly profile: string };
}

/** The profile's bank, opened. */
export interface AtBank {
  readonly session: Session;
  readonly profile: Profile;
  readonly withMeta: <T extends object>(called: Pick<Called<T>, 'resource' | 'meta'>) => T & Meta;
  /** Whether the bank is this program's own, which keeps its rules on repeated requests. */
  readonly isOwnBank: boolean;
  /** Waits for the PSU, who authorises in a browser; absent where that is not asked for. */
  readonly browser?: BrowserSca;
  /** Says on stderr what a person should know beside the result. */
  readonly notice: Program['notice'];
  /** Remembers something in the ledger; one that fails does not take the result away, somebody is told. */
  readonly remember: (act: (ledger: Session['ledger']) => Promise<void>) => Promise<void>;
}

/**
 * Opens the bank of the profile that the flags name, acts there, and closes it whatever happened. The opener is loaded
 * when there is a bank to open: a refusal before it loads none.
 * @see A-lazy-opener, A-remote-lazy
 */
export async function atBank<T>(
  program: Program,
  given: GivenFlags,
  act: (there: AtBank) => Promise<T>,
  need: Need = {},
): Promise<T> {
  const settings = openSettings(program.surroundings, given);
  const { profile } = settings;
  refuseUnmet(profile, need);
  // Who comes back is listened for before anything leaves.
  const browser = await browserFor(settings, program, need);
  try {
    const opened = await open(redirectedTo(settings, browser), program, browser !== undefined);
    const session = waitedFor(explained(opened), program);
    return await actAt(session, { program, profile, browser }, act);
  } finally {
    await browser?.close();
  }
}

async function browserFor(
  settings: OpenedSettings,
  program: Program,
  { browser }: Need,
): Promise<BrowserSca | undefined> {
  if (browser === undefined || program.seeing?.sendsNothing === true) return undefined;
  return (await import('../sca/browser.ts')).openBrowserSca(settings, program, browser);
}

function redirectedTo(settings: OpenedSettings, browser: BrowserSca | undefined): OpenedSettings {
  if (browser === undefined) return settings;
  return { ...settings, values: { ...settings.values, redirectUri: browser.redirectUri } };
}

interface Around extends Pick<AtBank, 'profile'> {
  readonly program: Program;
  readonly browser: BrowserSca | undefined;
}

async function actAt<T>(
  session: Session,
  { program: { notice, onUnexpected }, profile, browser }: Around,
  act: (there: AtBank) => Promise<T>,
): Promise<T> {
  try {
    return await act({
      session,
      ...(browser === undefined ? {} : { browser }),
      profile,
      isOwnBank: profile.bank === 'embedded',
      withMeta: ({ resource, meta }) => ({ ...resource, _meta: { ...meta, profile: profile.name } }),
      notice,
      remember: (keep) =>
        keep(session.ledger).catch((fault) => onUnexpected(forgottenFault(fault, session.ledger.file))),
    });
  } finally {
    await session.close();
  }
}

/** @param servesSite whether a PSU comes to the bank in this program by a browser */
async function open(settings: OpenedSettings, program: Program, servesSite: boolean): Promise<Session> {
  const { profile } = settings;
  if (profile.bank === 'embedded')
    return (await import('./open-embedded.ts')).openEmbedded(settings, program, { servesSite });
  return (await import('./open-remote.ts')).openRemote(settings, profile, program);
}

function forgottenFault(fault: unknown, ledger: string): unknown {
  if (!(fault instanceof Fault)) return fault;
  return new Fault(fault.code, `The result wasn't saved in ${ledger}. ${fault.message}`, fault.details);
}
