import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ShownProfile } from '../app.ts';
import { IDENTITY_FILES } from '../settings/identity.ts';
import { openSettings } from '../settings/open-settings.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { SettingName } from '../settings/setting-table.ts';
import type { Surroundings } from '../settings/surroundings.ts';

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
