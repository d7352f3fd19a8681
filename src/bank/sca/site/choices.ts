import type { Op } from '../../../store/contract.ts';
import type { Authorisation, PsuContext } from '../../domain/authorisation.ts';
import { mayAct, offeredAgreements } from '../steps.ts';

/** A context that the PSU may choose with one button. @see decisions.md §6, step 2 */
export interface Choice {
  readonly context: PsuContext;
  readonly agreementId?: string;
  /** Name of the agreement. */
  readonly name?: string;
  /** What the button sends. */
  readonly step: string;
}

/** The contexts to choose from, once it is known who the PSU is: PRIVATE, and each agreement that is offered. */
export function* choicesOf(sca: Authorisation): Op<readonly Choice[]> {
  const offered = yield* offeredAgreements(sca);
  return [
    { context: 'PRIVATE', step: 'private' },
    ...offered.map(({ agreementId, name }): Choice => {
      return { context: 'CORPORATE', agreementId, name, step: `corporate:${agreementId}` };
    }),
  ];
}

/**
 * How a PSU that the headers named may confirm in the app, without a number: none while the TPP prefers the redirect,
 * or when what is approved is not theirs in any context; then the pages go their usual way.
 * @see decisions.md §3 TPP-Redirect-Preferred
 */
export function* appChoices(sca: Authorisation): Op<readonly Choice[]> {
  if (!sca.prefersApp || sca.psu === undefined) return [];
  const known = { ...sca, progress: { ...sca.progress, identified: sca.psu } };
  const possible: Choice[] = [];
  for (const choice of settledChoice(sca) ?? (yield* choicesOf(known))) {
    if (yield* mayAct(known, choice.context, choice.agreementId)) possible.push(choice);
  }
  return possible;
}

function settledChoice({ givenContext, givenAgreement }: Authorisation): readonly Choice[] | undefined {
  if (givenContext === undefined) return undefined;
  const agreement = givenAgreement === undefined ? {} : { agreementId: givenAgreement };
  return [{ context: givenContext, ...agreement, step: 'confirm' }];
}
