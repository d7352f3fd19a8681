import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../session/context.ts';
import { withLedgerAt } from '../session/with-session.ts';
import { IDENTITY_FILES } from '../settings/identity.ts';
import {
  type GivenFlags,
  type OpenedSettings,
  openSettings,
  type Provenance,
} from '../settings/precedence.ts';
import { DEFAULT_RESPONSE_SIGNATURE, type RemoteBank, type ResponseSignature } from '../settings/profile.ts';
import type { BankKind, SettingName, SettingValues } from '../settings/setting-table.ts';

interface ShownFile {
  readonly path: string;
  /** Whether it is there already; a key and its certificate are created on first use. */
  readonly made: boolean;
}

export interface ShownProfile {
  readonly name: Provenance & { readonly value: string };
  readonly bank: BankKind;
  /** The folder of all settings, keys and stores. */
  readonly home: string;
  /** Of the bank in this program. */
  readonly store?: ShownFile;
  readonly key?: ShownFile;
  readonly certificate?: ShownFile;
  /** Of a bank elsewhere: the members of its profile. */
  readonly remote?: RemoteBank;
  /** Of a bank elsewhere: what is asked of the signatures of its answers. @see D13-response-signature */
  readonly responseSignature?: ResponseSignature;
  /** The certificate of a bank elsewhere that signs its answers. @see C-profile-trust */
  readonly bankCertificate?: {
    /** 64 lower-case hexadecimal digits. */
    readonly sha256: string;
    /** ISO 8601, in UTC. */
    readonly trustedSince: string;
  };
  readonly settings: Readonly<
    Record<SettingName, Provenance & { readonly value: SettingValues[SettingName] | null }>
  >;
}

/** Every setting with its value and where that comes from, and the profile's own files. @see C-profile-show */
export async function showProfile(context: CommandContext, given: GivenFlags): Promise<ShownProfile> {
  const { surroundings } = context;
  const opened = openSettings(surroundings, given);
  const { profile, values, origins, home } = opened;
  const settings = Object.entries(values).map(([name, value]) => [
    name,
    { value: value ?? null, ...origins[name as SettingName] },
  ]);
  return {
    name: { value: profile.name, ...origins.profile },
    bank: profile.bank,
    home,
    ...(profile.bank === 'embedded' ? ownFiles(opened) : await elsewhere(profile.remote, opened, context)),
    settings: Object.fromEntries(settings),
  };
}

async function elsewhere(
  remote: RemoteBank,
  { places }: OpenedSettings,
  { io }: CommandContext,
): Promise<Pick<ShownProfile, 'remote' | 'responseSignature' | 'bankCertificate'>> {
  const { responseSignature = DEFAULT_RESPONSE_SIGNATURE } = remote;
  const { origin } = new URL(remote.baseUrl);
  // Whatever is wrong with the ledger, the settings can be looked at.
  const limits = { lockLimitMs: LOCK_LIMIT_MS };
  const pin = await withLedgerAt(
    places.ledger,
    (ledger) => ledger.pin(origin),
    io.reportUnexpected,
    limits,
  ).catch(io.reportUnexpected);
  return {
    ...{ remote, responseSignature },
    ...(pin && {
      bankCertificate: { sha256: pin.fingerprint, trustedSince: new Date(pin.at).toISOString() },
    }),
  };
}

/** What another process is waited for. */
const LOCK_LIMIT_MS = 500;

function ownFiles({ places }: OpenedSettings): Pick<ShownProfile, 'store' | 'key' | 'certificate'> {
  const file = (path: string) => ({ path, made: existsSync(path) });
  return {
    store: file(places.store),
    key: file(join(places.keys, IDENTITY_FILES.key)),
    certificate: file(join(places.keys, IDENTITY_FILES.certificate)),
  };
}
