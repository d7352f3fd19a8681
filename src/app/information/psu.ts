import type { Operation } from '../../client/operation.ts';
import type { AgreementList, User } from '../../wire/information/psu.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { readAgain } from '../sca/read-again.ts';
import { type InformationChoice, needFor, readingOf } from './choice.ts';

export type ReadUser = User & Meta;
export type ListedAgreements = AgreementList & Meta;

/** Who the PSU of the session is. @see C-user */
export function readUser(program: Program, choice: InformationChoice): Promise<ReadUser> {
  return reading(program, choice, async () => (await operations()).readUser);
}

/** The agreements in which the PSU may act for a company. @see C-user */
export function listAgreements(program: Program, choice: InformationChoice): Promise<ListedAgreements> {
  return reading(program, choice, async () => (await operations()).listAgreements);
}

/** Loaded where a bank is open. */
function operations() {
  return import('../../client/information/psu.ts');
}

function reading<Resource extends object>(
  program: Program,
  choice: InformationChoice,
  operation: () => Promise<Operation<undefined, Resource>>,
): Promise<Resource & Meta> {
  return atBank(
    program,
    choice.settings,
    async (there) => {
      const reads = readingOf('session', choice);
      return there.withMeta(
        await readAgain(there, reads, async (as) => as.call(await operation(), undefined)),
      );
    },
    needFor(choice),
  );
}
