import { showProfile } from '../../src/app/profile/show.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { type ShownProfile, shownProfile } from '../../src/cli/resources/profile.ts';

export default class ProfileShow extends Psd2Command<ShownProfile> {
  static override summary = 'Show the profile in force and where each value comes from.';
  static override description =
    'A value comes from a flag, the environment (PSD2_<FLAG>), the project file psd2.config.json, the profile, ' +
    'or a default, in this order. Nothing is made: keys and store appear at first use.';
  static override examples = [
    { description: 'The profile of this folder', command: '<%= config.bin %> profile show' },
    { description: 'Where the keys are, for a script', command: '<%= config.bin %> profile show --json' },
  ];

  protected override readonly presentation = shownProfile;

  async run(): Promise<ShownProfile> {
    const { flags } = await this.parse(ProfileShow);
    return showProfile(this.program.surroundings, { profile: flags.profile });
  }
}
