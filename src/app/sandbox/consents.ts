import { grantConsent } from '../../client/operator.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { ConsentGranted } from '../../wire/operator.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { OPERATOR } from '../only-sandbox.ts';
import type { Program } from '../program.ts';
import { idsOfAccounts } from './account-ids.ts';

/** A consent that a PSU gives at their bank, without an SCA of the TPP's. */
export interface DirectConsent {
  /** customerNumber. */
  readonly as: string;
  /** The sandbox's id of an agreement. */
  readonly agreement: string | undefined;
  /** By id or number. */
  readonly accounts: 'all' | readonly string[];
  /** To whom; absent: to this TPP. */
  readonly tpp: string | undefined;
}

export type ShownGrant = ConsentGranted & Meta;

/** @see D15-directly, C-operator-commands */
export function grantDirectly(
  program: Program,
  { as, agreement, accounts, tpp }: DirectConsent,
  given: GivenFlags,
): Promise<ShownGrant> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) =>
      withMeta(
        await session.operate(grantConsent, {
          as,
          accounts: accounts === 'all' ? accounts : await idsOfAccounts(session, accounts),
          tpp: tpp ?? session.tpp,
          ...(agreement === undefined ? {} : { agreementId: agreement }),
        }),
      ),
    OPERATOR,
  );
}
