import type { Op } from '../../../store/contract.ts';
import type { Authorisation, PsuContext } from '../../domain/authorisation.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import { obstacleIn, offeredAgreements } from '../end.ts';
import { findSubject } from '../subjects.ts';

/** A context that the PSU may choose with one button. @see D6-context */
export interface Choice {
  readonly context: PsuContext;
  readonly agreementId?: string;
  /** Name of the agreement. */
  readonly name?: string;
  /** What the button sends. */
  readonly step: string;
}

/**
 * The contexts to choose from, once it is known who the PSU is: PRIVATE for a person, and each agreement that is offered,
 * as far as the headers left it open.
 * @see D3-context-agreement, D6-company
 */
export function* choicesOf(sca: Authorisation): Op<readonly Choice[]> {
  const offered = yield* offeredAgreements(sca);
  const all: Choice[] = [
    ...((yield* isCompany(sca.progress.identified)) ? [] : [PRIVATE]),
    ...offered.map(({ agreementId, name }): Choice => {
      return { context: 'CORPORATE', agreementId, name, step: `corporate:${agreementId}` };
    }),
  ];
  const { givenContext, givenAgreement } = sca;
  if (givenContext === undefined) return all;
  return all.filter(
    ({ context, agreementId }) =>
      context === givenContext && (givenAgreement === undefined || agreementId === givenAgreement),
  );
}

const PRIVATE: Choice = { context: 'PRIVATE', step: 'private' };

export function* isCompany(number: string | undefined): Op<boolean> {
  return number !== undefined && (yield* findCustomerType(number)) === 'CORPORATE';
}

/**
 * Tells whether a customer number is that of a company that has no agreement to act in here: a person has to log in. An
 * agreement that PSU-Corporate-ID settled and that is gone ends the SCA instead.
 * @see D6-company, D8-delete-agreement
 */
export function* needsPerson(sca: Authorisation, number: string): Op<boolean> {
  if (sca.givenAgreement !== undefined || !(yield* isCompany(number))) return false;
  const choices = yield* choicesOf({ ...sca, progress: { ...sca.progress, identified: number } });
  return choices.length === 0;
}

/**
 * How a PSU that the headers named may confirm in the app, without a number: none while the TPP prefers the redirect,
 * or when what is approved is not theirs in any context; then the pages go their usual way.
 * @see D3-redirect-preferred, I-authentication-4-app
 */
export function* appChoices(sca: Authorisation): Op<readonly Choice[]> {
  if (!sca.prefersApp || sca.psu === undefined || !(yield* needsNoPage(sca))) return [];
  const known = { ...sca, progress: { ...sca.progress, identified: sca.psu } };
  const possible: Choice[] = [];
  for (const choice of yield* choicesOf(known)) {
    const obstacle = yield* obstacleIn(known, choice.context, choice.agreementId);
    if (obstacle === undefined) possible.push(choice);
  }
  return possible;
}

/**
 * Whether the app must first say who the PSU is: until then nobody who has the link learns whether the account is
 * theirs. Nobody was told that at the creation either.
 * @see D4-disclosure, S9-owner-before-payment
 */
export function* identifiesInApp(sca: Authorisation): Op<boolean> {
  if (!sca.prefersApp || sca.psu === undefined || (yield* needsNoPage(sca))) return false;
  return !(yield* needsPerson(sca, sca.psu));
}

function* needsNoPage(sca: Authorisation): Op<boolean> {
  return (yield* findSubject(sca)).needsNoPage;
}
