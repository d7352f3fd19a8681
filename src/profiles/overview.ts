import { readCertificate } from '../certificates/certificate.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { StoredPsu } from '../client/ledger/types.ts';
import { clock } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import { Fault } from '../errors.ts';
import { createSilentIo } from '../session/context.ts';
import { withLedgerAt } from '../session/with-session.ts';
import type { Surroundings } from '../settings/home.ts';
import { readIdentityCertificate, wasMade } from '../settings/identity.ts';
import { type OpenedSettings, openSettings } from '../settings/precedence.ts';
import type { BankKind } from '../settings/setting-table.ts';

/** Where somebody is who has typed nothing but `psd2`. @see C-alone */
export interface Overview {
  readonly profile?: { readonly name: string; readonly bank: BankKind };
  /** The PSU of the last SCA. */
  readonly psu?: Pick<StoredPsu, 'psuId' | 'customerNumber' | 'context'>;
  /** The signing certificate, once it is there and can be read. */
  readonly certificate?: { readonly notAfter: string; readonly daysLeft: number };
  /** Why the settings tell nothing. */
  readonly problem?: string;
}

/** Nobody waits for another process only to be greeted. */
const LOCK_LIMIT_MS = 200;

/** Reads what is there already; nothing is made, and what can't be read is left out. */
export async function overview(surroundings: Surroundings): Promise<Overview> {
  const settings = known(() => openSettings(surroundings));
  if (settings instanceof Fault) return { problem: settings.message };
  const { name, bank } = settings.profile;
  const certificate = await certificateOf(settings, surroundings);
  const psu = await lastPsu(settings);
  return {
    profile: { name, bank },
    psu,
    certificate,
  };
}

/** A bug leaves as it came. */
function known<T>(read: () => T): T | Fault {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
}

async function certificateOf(
  { profile, places }: OpenedSettings,
  surroundings: Surroundings,
): Promise<Overview['certificate']> {
  if (profile.bank !== 'embedded') {
    const { readRemoteCertificate } = await import('../credentials/remote.ts');
    const context = { surroundings, io: createSilentIo() };
    const leaf = await readRemoteCertificate(profile.remote, context).then(
      (material) => material.leaf,
      unreadable,
    );
    return leaf && termOf(leaf.notAfter);
  }
  const der = known(() =>
    wasMade(places.keys) ? readIdentityCertificate(places.keys, surroundings.uid) : undefined,
  );
  if (der === undefined || der instanceof Fault) return undefined;
  const reading = readCertificate(der);
  return reading.ok ? termOf(reading.certificate.notAfter) : undefined;
}

function unreadable(fault: unknown): undefined {
  if (!(fault instanceof Fault)) throw fault;
}

function termOf(notAfter: number): Overview['certificate'] {
  return {
    notAfter: new Date(notAfter).toISOString(),
    daysLeft: Math.max(0, Math.floor((notAfter - clock()) / DAY_MS)),
  };
}

function lastPsu({ places }: OpenedSettings): Promise<Overview['psu']> {
  const act = async (ledger: Ledger) => told(await ledger.psu(undefined));
  return withLedgerAt(places.ledger, act, () => {}, { lockLimitMs: LOCK_LIMIT_MS }).catch(unreadable);
}

function told(psu: StoredPsu | undefined): Overview['psu'] {
  if (psu === undefined) return undefined;
  const { psuId, customerNumber, context } = psu;
  return { psuId, customerNumber, context };
}
