import { type Consents, showConsents } from '../../src/accounts/known.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { knownConsents } from '../../src/cli/resources/consent.ts';

export default class ConsentShow extends Psd2Command<Consents> {
  static override summary = 'Show the consents this profile knows of.';
  static override description =
    "Doesn't ask the bank, where a PSU may have revoked a consent. The expiry date is counted from the last SCA.";
  static override examples = Psd2Command.listExamples({ 'As JSON, for a script': 'consent show --json' });

  protected override readonly presentation = knownConsents;

  async run(): Promise<Consents> {
    const { flags } = await this.parse(ConsentShow);
    return showConsents(this.context, { profile: flags.profile });
  }
}
