import { type ListedAgreements, readInformation } from '../../src/accounts/read.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { QUIET } from '../../src/cli/columns.ts';
import { table } from '../../src/cli/presentation.ts';
import { informationChoice, readingFlags } from '../../src/cli/psu-flags.ts';
import { listAgreements } from '../../src/client/information.ts';

export default class AgreementsList extends BankCommand<ListedAgreements> {
  static override summary = 'List the agreements in which a PSU may act for a company.';
  static override description =
    'Pass a PSU-Corporate-ID from this list to --agreement. Needs an SCA in the same session within the last hour.';
  static override examples = BankCommand.listExamples({ 'For the PSU of the last SCA': 'agreements list' });
  static override flags = readingFlags;

  protected override readonly presentation = table<ListedAgreements['agreements'][number], ListedAgreements>(
    [
      ['Name', 'name'],
      ['Owner', 'owner', 'identifier'],
      ['PSU-Corporate-ID', 'psuCorporateId', 'identifier', QUIET],
    ],
    ({ agreements }) => agreements,
    'The PSU has no agreement to act for a company.',
  );

  async run(): Promise<ListedAgreements> {
    const { flags } = await this.parse(AgreementsList);
    const choice = informationChoice(flags, this.usualSca);
    return readInformation(this.context, choice, (as) => as.call(listAgreements, undefined), {
      kind: 'session',
    });
  }
}
