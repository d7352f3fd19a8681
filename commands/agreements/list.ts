import { defineInformationCommand } from '../../src/accounts/commands.ts';
import { createTable, QUIET } from '../../src/cli/command.ts';
import { readingFlags } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { AgreementList } from '../../src/wire/answers/information.ts';

export default defineInformationCommand(
  {
    summary: 'List the agreements in which a PSU may act for a company.',
    description:
      'Pass a PSU-Corporate-ID from this list to --agreement. Needs an SCA in the same session within the last hour.',
    examples: { 'For the PSU of the last SCA': 'agreements list' },
    flags: readingFlags,
    presentation: createTable<AgreementList['agreements'][number], AgreementList>(
      [
        ['Name', 'name', 'name'],
        ['Owner', 'owner', 'identifier'],
        ['PSU-Corporate-ID', 'psuCorporateId', 'identifier', QUIET],
      ],
      ({ agreements }) => agreements,
      'The PSU has no agreement to act for a company.',
    ),
  },
  (as) => as.call(getOperation('list agreements'), undefined),
  { kind: 'session' },
);
