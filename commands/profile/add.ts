import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args, Flags } from '../../src/cli/flags.ts';
import { memberFlags, profileAsked, profileFlags } from '../../src/cli/profile-flags.ts';
import { askingForMissing } from '../../src/cli/prompts.ts';
import { addedProfile } from '../../src/cli/resources/profile.ts';
import { type AddedProfile, addProfile, wordsOfMembers } from '../../src/profiles/profiles.ts';

export default class ProfileAdd extends Psd2Command<AddedProfile> {
  static override summary = 'Add a profile for a remote bank and test it.';
  static override description =
    "The test is a signed read of a payment that doesn't exist, which starts no SCA. If it fails, the profile is saved only if you confirm, or with --force. A profile is production unless you set --bank.";
  static override examples = Psd2Command.listExamples({
    "A bank's sandbox":
      'profile add mybank --bank sandbox --base-url https://api.bank.example/api-sandbox --cert-file seal.pem --key-file seal.key.pem',
    'A production bank, with mutual TLS and a key in a hardware token':
      "profile add live --base-url https://api.bank.example --cert-file seal.pem --signer 'exec:/usr/local/bin/hsm-sign seal' --tls-cert-file qwac.p12",
  });
  static override args = { name: Args.string({ description: 'Name of the profile.', required: true }) };
  static override flags = {
    ...profileFlags,
    force: Flags.boolean({ description: 'Save it even if the test fails.' }),
  };

  protected override readonly presentation = addedProfile;

  async run(): Promise<AddedProfile> {
    const { args, flags } = await this.parse(ProfileAdd);
    const added = await askingForMissing(
      {
        personIsThere: this.personIsThere,
        words: memberFlags,
        faultOf: async (answers) =>
          wordsOfMembers(profileAsked(args.name, flags, answers).members, this.context.surroundings.cwd),
      },
      (answers) => addProfile(this.context, profileAsked(args.name, flags, answers)),
    );
    this.next([`profile use ${args.name}`, `profile show --profile ${args.name}`]);
    return added;
  }
}
