import { readCertificate } from '../certificates/certificate.ts';
import type { StoredPsu } from '../client/ledger/types.ts';
import { getTime } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import { Fault } from '../errors.ts';
import { createSilentIo } from '../session/context.ts';
import { withLedgerAt } from '../session/with-session.ts';
import type { Environment } from '../settings/home.ts';
import { readIdentityCertificate, wasMade } from '../settings/identity.ts';
import { type OpenedSettings, openSettings } from '../settings/precedence.ts';
import type { BankKind } from '../settings/setting-table.ts';

/** The current profile and its state, for the start page. @see C-alone */
export interface Overview {
  readonly profile?: { readonly name: string; readonly bank: BankKind };
  /** The PSU of the last SCA. */
  readonly psu?: Pick<StoredPsu, 'psuId' | 'customerNumber' | 'context'>;
  /** The signing certificate, if it exists and is readable. */
  readonly certificate?: { readonly notAfter: string; readonly daysLeft: number };
  /** The reason why the settings are unreadable. */
  readonly problem?: string;
}

/** The maximum wait for the ledger, because the start page must not wait for other processes. */
const LOCK_LIMIT_MS = 200;

/** Reads existing data: creates nothing, and omits unreadable parts. */
export async function readOverview(surroundings: Environment): Promise<Overview> {
  let settings: OpenedSettings;
  try {
    settings = openSettings(surroundings);
  } catch (fault) {
    if (fault instanceof Fault) return { problem: fault.message };
    throw fault;
  }
  const { name, bank } = settings.profile;
  const notAfter = await readNotAfter(settings, surroundings).catch(ignoreFault);
  const psu = await readLastPsu(settings).catch(ignoreFault);
  return { profile: { name, bank }, psu, certificate: describeTerm(notAfter) };
}

function ignoreFault(fault: unknown): undefined {
  if (!(fault instanceof Fault)) throw fault;
}

/** Reads the expiry of the signing certificate, in milliseconds since 1970; undefined if there is none yet. */
async function readNotAfter(
  { profile, places }: OpenedSettings,
  surroundings: Environment,
): Promise<number | undefined> {
  if (profile.bank !== 'embedded') {
    const { readRemoteCertificate } = await import('../credentials/remote.ts');
    const { leaf } = await readRemoteCertificate(profile.remote, { surroundings, io: createSilentIo() });
    return leaf.notAfter;
  }
  if (!wasMade(places.keys)) return undefined;
  const reading = readCertificate(readIdentityCertificate(places.keys, surroundings.uid));
  return reading.ok ? reading.certificate.notAfter : undefined;
}

function describeTerm(notAfter: number | undefined): Overview['certificate'] {
  if (notAfter === undefined) return undefined;
  const daysLeft = Math.max(0, Math.floor((notAfter - getTime()) / DAY_MS));
  return { notAfter: new Date(notAfter).toISOString(), daysLeft };
}

async function readLastPsu({ places }: OpenedSettings): Promise<Overview['psu']> {
  const limits = { lockLimitMs: LOCK_LIMIT_MS };
  const psu = await withLedgerAt(
    places.ledger,
    (ledger) => ledger.psu(undefined),
    () => {},
    limits,
  );
  return psu && { psuId: psu.psuId, customerNumber: psu.customerNumber, context: psu.context };
}
