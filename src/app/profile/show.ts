import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IDENTITY_FILES } from '../../settings/identity.ts';
import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags, Provenance } from '../../settings/precedence.ts';
import type { BankKind, SettingName, SettingValues } from '../../settings/setting-table.ts';
import type { Surroundings } from '../../settings/surroundings.ts';

interface ShownFile {
  readonly path: string;
  /** Whether it is there already; a key and its certificate are made at first use. */
  readonly made: boolean;
}

export interface ShownProfile {
  readonly name: Provenance & { readonly value: string };
  readonly bank: BankKind;
  /** The folder of all settings, keys and stores. */
  readonly home: string;
  readonly store: ShownFile;
  readonly key: ShownFile;
  readonly certificate: ShownFile;
  readonly settings: Readonly<
    Record<SettingName, Provenance & { readonly value: SettingValues[SettingName] | null }>
  >;
}

export function showProfile(surroundings: Surroundings, given: GivenFlags): ShownProfile {
  const { profile, values, origins, home, places } = openSettings(surroundings, given);
  const file = (path: string) => ({ path, made: existsSync(path) });
  const settings = Object.entries(values).map(([name, value]) => [
    name,
    { value: value ?? null, ...origins[name as SettingName] },
  ]);
  return {
    name: { value: profile.name, ...origins.profile },
    bank: profile.bank,
    home,
    store: file(places.store),
    key: file(join(places.keys, IDENTITY_FILES.key)),
    certificate: file(join(places.keys, IDENTITY_FILES.certificate)),
    settings: Object.fromEntries(settings),
  };
}
