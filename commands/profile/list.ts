import { createList, defineCommand, QUIET } from '../../src/cli/command.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import type { BankKind } from '../../src/settings/setting-table.ts';
import { readSettingsFile } from '../../src/settings/settings-file.ts';

interface ListedProfile {
  readonly name: string;
  readonly bank: BankKind;
  /** Absent for the embedded bank. */
  readonly baseUrl?: string;
  /** True if commands use this profile in the current folder and environment. */
  readonly inUse: boolean;
}

/** @see C-profile-commands */
export default defineCommand(
  {
    summary: 'List the profiles and show which one is in use.',
    examples: { 'All profiles': 'profile list' },
    presentation: createList<ListedProfile>(
      [
        ['Profile', 'name', 'identifier', QUIET],
        ['Bank', 'bank'],
        ['Base URL', 'baseUrl', 'identifier'],
        ['In use', ({ inUse }) => (inUse ? 'yes' : undefined)],
      ],
      'No profiles.',
    ),
  },
  async ({ context: { surroundings } }, { flags }) => {
    const { home, profile: inUse } = openSettings(surroundings, { profile: flags.profile });
    const items = readSettingsFile(home, surroundings.uid).profiles.map((profile) => ({
      name: profile.name,
      bank: profile.bank,
      baseUrl: profile.bank === 'embedded' ? undefined : profile.remote.baseUrl,
      inUse: profile.name === inUse.name,
    }));
    return { items };
  },
);
