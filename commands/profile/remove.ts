import { removeProfile } from '../../src/app/profile/change.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args, Flags } from '../../src/cli/flags.ts';
import { type RemovedProfile, removedProfile } from '../../src/cli/resources/profile.ts';

export default class ProfileRemove extends Psd2Command<RemovedProfile> {
  static override summary = 'Remove the profile of a bank elsewhere.';
  static override description =
    'What this program has kept for it goes too: psu-ids, sessions, payments. Files of keys and certificates stay. ' +
    'One that has writes without an answer is removed only with --force.';
  static override examples = [
    {
      description: 'A profile that nobody needs any more',
      command: '<%= config.bin %> profile remove mybank',
    },
  ];
  static override args = { name: Args.string({ description: 'A profile that there is.', required: true }) };
  static override flags = {
    force: Flags.boolean({ description: 'Forget writes whose outcome is unknown.' }),
  };

  protected override readonly presentation = removedProfile;

  async run(): Promise<RemovedProfile> {
    const { args, flags } = await this.parse(ProfileRemove);
    return removeProfile(this.program, args.name, { force: flags.force });
  }
}
