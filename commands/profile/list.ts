import { Psd2Command } from '../../src/cli/base-command.ts';
import { listedProfiles } from '../../src/cli/resources/profile.ts';
import { type ListedProfiles, listProfiles } from '../../src/profiles/profiles.ts';

export default class ProfileList extends Psd2Command<ListedProfiles> {
  static override summary = 'List the profiles and show which one is in use.';
  static override examples = Psd2Command.listExamples({ 'All profiles': 'profile list' });

  protected override readonly presentation = listedProfiles;

  async run(): Promise<ListedProfiles> {
    const { flags } = await this.parse(ProfileList);
    return listProfiles(this.context.surroundings, { profile: flags.profile });
  }
}
