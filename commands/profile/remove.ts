import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args, Flags } from '../../src/cli/flags.ts';
import { removedProfile } from '../../src/cli/resources/profile.ts';
import { type RemovedProfile, removeProfile } from '../../src/profiles/profiles.ts';

export default class ProfileRemove extends Psd2Command<RemovedProfile> {
  static override summary = 'Remove the profile of a remote bank.';
  static override description =
    "Also removes what's stored for it: psu-ids, sessions and payments, and a fork's bank with the worlds of its TPPs. Key and certificate files stay. If a request is still without an answer, add --force.";
  static override examples = Psd2Command.listExamples({
    'A profile you no longer need': 'profile remove mybank --yes',
  });
  static override args = {
    name: Args.string({ description: 'Name of an existing profile.', required: true }),
  };
  static override flags = {
    yes: Flags.boolean({ description: 'Remove it without asking.' }),
    force: Flags.boolean({ description: 'Also forget requests whose outcome is unknown.' }),
  };

  protected override readonly presentation = removedProfile;

  async run(): Promise<RemovedProfile> {
    const { args, flags } = await this.parse(ProfileRemove);
    return removeProfile(this.context, args.name, { force: flags.force, yes: flags.yes });
  }
}
