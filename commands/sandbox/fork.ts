import { forkProfile } from '../../src/app/sandbox/fork.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { type ForkedProfile, forkedProfile } from '../../src/cli/resources/snapshot.ts';

export default class SandboxFork extends Psd2Command<ForkedProfile> {
  static override summary = 'Copy the embedded bank to a new profile.';
  static override description =
    "The new profile's bank begins with this bank's data as it is now, and goes its own way from then on. It uses the same key and certificate.";
  static override examples = [
    { description: 'A bank to break things in', command: '<%= config.bin %> sandbox fork broken' },
  ];
  static override args = {
    name: Args.string({ description: 'Name of the new profile.', required: true }),
  };

  protected override readonly presentation = forkedProfile;

  async run(): Promise<ForkedProfile> {
    const { args, flags } = await this.parse(SandboxFork);
    const forked = await forkProfile(this.program, args.name, { profile: flags.profile });
    this.next([`sandbox account list --profile ${forked.name}`, `profile use ${forked.name}`]);
    return forked;
  }
}
