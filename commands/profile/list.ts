import { Psd2Command } from '../../src/cli/base-command.ts';
import { QUIET } from '../../src/cli/columns.ts';
import { createTable } from '../../src/cli/presentation.ts';
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

interface ListedProfiles {
  readonly items: readonly ListedProfile[];
}

/** @see C-profile-commands */
export default class ProfileList extends Psd2Command<ListedProfiles> {
  static override summary = 'List the profiles and show which one is in use.';
  static override examples = Psd2Command.listExamples({ 'All profiles': 'profile list' });

  protected override readonly presentation = createTable<ListedProfile, ListedProfiles>(
    [
      ['Profile', 'name', 'identifier', QUIET],
      ['Bank', 'bank'],
      ['Base URL', 'baseUrl', 'identifier'],
      ['In use', ({ inUse }) => (inUse ? 'yes' : undefined)],
    ],
    ({ items }) => items,
    'No profiles.',
  );

  async run(): Promise<ListedProfiles> {
    const { flags } = await this.parse(ProfileList);
    const { surroundings } = this.context;
    const { home, profile: inUse } = openSettings(surroundings, { profile: flags.profile });
    const items = readSettingsFile(home, surroundings.uid).profiles.map((profile) => ({
      name: profile.name,
      bank: profile.bank,
      baseUrl: profile.bank === 'embedded' ? undefined : profile.remote.baseUrl,
      inUse: profile.name === inUse.name,
    }));
    return { items };
  }
}
