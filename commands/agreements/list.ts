import { InformationCommand } from '../../src/accounts/information-command.ts';
import { QUIET } from '../../src/cli/columns.ts';
import { createTable } from '../../src/cli/presentation.ts';
import { readingFlags } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { AgreementList } from '../../src/wire/answers/information.ts';

export default class AgreementsList extends InformationCommand<AgreementList> {
  static override summary = 'List the agreements in which a PSU may act for a company.';
  static override description =
    'Pass a PSU-Corporate-ID from this list to --agreement. Needs an SCA in the same session within the last hour.';
  static override examples = InformationCommand.listExamples({
    'For the PSU of the last SCA': 'agreements list',
  });
  static override flags = readingFlags;

  protected override readonly presentation = createTable<AgreementList['agreements'][number], AgreementList>(
    [
      ['Name', 'name'],
      ['Owner', 'owner', 'identifier'],
      ['PSU-Corporate-ID', 'psuCorporateId', 'identifier', QUIET],
    ],
    ({ agreements }) => agreements,
    'The PSU has no agreement to act for a company.',
  );

  async run() {
    const { flags } = await this.parse(AgreementsList);
    return this.read(flags, (as) => as.call(getOperation('list agreements'), undefined), {
      kind: 'session',
    });
  }
}
