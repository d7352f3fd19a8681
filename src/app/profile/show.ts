import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IDENTITY_FILES } from '../../settings/identity.ts';
import { type OpenedSettings, openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags, Provenance } from '../../settings/precedence.ts';
import type { RemoteBank } from '../../settings/remote-bank.ts';
import type { BankKind, SettingName, SettingValues } from '../../settings/setting-table.ts';
import type { Surroundings } from '../../settings/surroundings.ts';

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
  readonly settings: Readonly<
    Record<SettingName, Provenance & { readonly value: SettingValues[SettingName] | null }>
  >;
}

/** Every setting with its value and where that comes from, and the profile's own files. @see C-profile-show */
export function showProfile(surroundings: Surroundings, given: GivenFlags): ShownProfile {
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
    ...(profile.bank === 'embedded' ? ownFiles(opened) : { remote: profile.remote }),
    settings: Object.fromEntries(settings),
  };
}

function ownFiles({ places }: OpenedSettings): Pick<ShownProfile, 'store' | 'key' | 'certificate'> {
  const file = (path: string) => ({ path, made: existsSync(path) });
  return {
    store: file(places.store),
    key: file(join(places.keys, IDENTITY_FILES.key)),
    certificate: file(join(places.keys, IDENTITY_FILES.certificate)),
  };
}
