import type { Called, CallMeta } from '../client/call.ts';
import type { Session } from '../client/session.ts';
import { Fault } from '../errors.ts';
import type { BrowserSca } from '../sca/browser.ts';
import { type GivenFlags, type OpenedSettings, openSettings } from '../settings/precedence.ts';
import type { Profile } from '../settings/profile.ts';
import { type Need, refuseUnmet } from './only-sandbox.ts';
import type { Program } from './program.ts';

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
  const { notice, onUnexpected } = program;
  const settings = openSettings(program.surroundings, given);
  const { profile } = settings;
  refuseUnmet(profile, need);
  // Who comes back is listened for before anything leaves.
  const browser = await browserFor(settings, program, need);
  try {
    const session = await open(settings, program, browser);
    const { ledger } = session;
    try {
      return await act({
        ...{ session, browser, profile, isOwnBank: profile.bank === 'embedded', notice },
        withMeta: ({ resource, meta }) => ({ ...resource, _meta: { ...meta, profile: profile.name } }),
        remember: (save) => save(ledger).catch((fault) => onUnexpected(ledgerSaveError(fault, ledger.file))),
      });
    } finally {
      await session.close();
    }
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

/** @param browser by which a PSU comes to the bank, in this program too */
async function open(
  settings: OpenedSettings,
  program: Program,
  browser: BrowserSca | undefined,
): Promise<Session> {
  const { profile, values } = settings;
  const redirectUri = browser?.redirectUri ?? values.redirectUri;
  const redirected = { ...settings, values: { ...values, redirectUri } };
  if (profile.bank === 'embedded') {
    const { openEmbedded } = await import('./open-embedded.ts');
    return openEmbedded(redirected, program, { servesSite: browser !== undefined });
  }
  return (await import('./open-remote.ts')).openRemote(redirected, profile, program);
}

function ledgerSaveError(fault: unknown, ledger: string): unknown {
  if (!(fault instanceof Fault)) return fault;
  return new Fault(fault.code, `The result wasn't saved in ${ledger}. ${fault.message}`, fault.details);
}
