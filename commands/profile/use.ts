import { useProfile } from '../../src/app/profile/change.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { type UsedProfile, usedProfile } from '../../src/cli/resources/profile.ts';

export default class ProfileUse extends Psd2Command<UsedProfile> {
  static override summary = 'Use a profile where nothing else names one.';
  static override description =
    'It is the profile of every command that no --profile, PSD2_PROFILE or psd2.config.json gives another.';
  static override examples = [
    { description: 'The bank in this program again', command: '<%= config.bin %> profile use offline' },
  ];
  static override args = { name: Args.string({ description: 'A profile that there is.', required: true }) };

  protected override readonly presentation = usedProfile;

  async run(): Promise<UsedProfile> {
    const { args } = await this.parse(ProfileUse);
    return useProfile(this.program, args.name);
  }
}
