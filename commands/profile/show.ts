import { Psd2Command } from '../../src/cli/base-command.ts';
import { shownProfile } from '../../src/cli/resources/profile.ts';
import { type ShownProfile, showProfile } from '../../src/profiles/show.ts';

export default class ProfileShow extends Psd2Command<ShownProfile> {
  static override summary = 'Show the current profile and where each value comes from.';
  static override description =
    'Values come from, in this order: a flag, the environment (PSD2_<FLAG>), the project file psd2.config.json, the profile, a default. This command creates nothing. Keys and the store are created on first use.';
  static override examples = Psd2Command.listExamples({
    'The profile in this folder': 'profile show',
    'Get the location of the keys, in a script': 'profile show --json',
  });

  protected override readonly presentation = shownProfile;

  async run(): Promise<ShownProfile> {
    const { flags } = await this.parse(ProfileShow);
    return showProfile(this.context, { profile: flags.profile });
  }
}
