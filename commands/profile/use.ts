import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { usedProfile } from '../../src/cli/resources/profile.ts';
import { type UsedProfile, useProfile } from '../../src/profiles/profiles.ts';

export default class ProfileUse extends Psd2Command<UsedProfile> {
  static override summary = 'Set the default profile.';
  static override description =
    'Every command uses it unless --profile, PSD2_PROFILE or psd2.config.json names another.';
  static override examples = Psd2Command.listExamples({
    'Go back to the bank in this program': 'profile use offline',
  });
  static override args = {
    name: Args.string({ description: 'Name of an existing profile.', required: true }),
  };

  protected override readonly presentation = usedProfile;

  async run(): Promise<UsedProfile> {
    const { args } = await this.parse(ProfileUse);
    return useProfile(this.context, args.name);
  }
}
