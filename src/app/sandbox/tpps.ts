import { releaseTpp } from '../../client/operator.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { ReleasedTpp } from '../../wire/operator.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { OPERATOR } from '../only-sandbox.ts';
import type { Program } from '../program.ts';

export type ShownRelease = ReleasedTpp & Meta;

/** @param tppId its organizationIdentifier, with or without its leading PSD. @see S11-shared-world, C-operator-commands */
export function releaseTppKey(program: Program, tppId: string, given: GivenFlags): Promise<ShownRelease> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => withMeta(await session.operate(releaseTpp, { tppId })),
    OPERATOR,
  );
}
