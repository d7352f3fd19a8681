import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { readSettingsFile } from '../../settings/settings-file.ts';
import type { Surroundings } from '../../settings/surroundings.ts';
import type { ListedProfiles } from './shapes.ts';

/** Every profile that there is, and the one in use. @see C-profile-commands */
export function listProfiles(surroundings: Surroundings, given: GivenFlags): ListedProfiles {
  const { home, profile: inUse } = openSettings(surroundings, given);
  const { profiles } = readSettingsFile(home, surroundings.uid);
  return {
    items: profiles.map((profile) => ({
      name: profile.name,
      bank: profile.bank,
      ...(profile.bank === 'embedded' ? {} : { baseUrl: profile.remote.baseUrl }),
      inUse: profile.name === inUse.name,
    })),
  };
}
