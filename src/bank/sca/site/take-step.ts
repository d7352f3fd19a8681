import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Form } from '../../guards/load-form.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { chooseContext, confirm, decline, identify, selectMethod, start } from '../steps.ts';
import { findSubject } from '../subjects.ts';
import { tickedIn } from './accounts-page.ts';
import { appChoices, type Choice, choicesOf, identifiesInApp, needsPerson } from './choices.ts';

/** A form that can't be taken: its page is shown anew. */
export type Untaken =
  /** Ids that were ticked, and not all are of the list. */
  | { readonly ticked: readonly string[] }
  /** The customer number of a company, where a person has to log in. @see D6-company */
  | { readonly needsPerson: true };

/** Takes the form of the present page; undefined when it is no form of that page, and then nothing has changed. */
export function* takeStep(
  world: WorldState,
  sca: Authorisation,
  form: Form,
): Op<Authorisation | Untaken | undefined> {
  const step = form.get('step');
  if (step === 'decline') return yield* decline(world, sca);
  switch (sca.scaStatus) {
    case 'RECEIVED':
      return yield* takeFirst(world, sca, form);
    case 'PSU_IDENTIFIED': {
      const choice = (yield* choicesOf(sca)).find((one) => one.step === step);
      return choice && (yield* chooseContext(world, sca, choice.context, choice.agreementId));
    }
    case 'PSU_AUTHENTICATED':
      return step === 'continue' ? yield* takeChoice(sca, form) : undefined;
    case 'STARTED':
      return step === 'confirm' ? yield* confirm(world, sca) : undefined;
    default:
      return undefined;
  }
}

/** What was approved is seen, and the accounts of a consent are ticked. @see D6-consent */
function* takeChoice(sca: Authorisation, form: Form): Op<Authorisation | Untaken> {
  const subject = yield* findSubject(sca);
  const ticked = subject.asksForAccounts ? tickedIn(form) : [];
  const chosen = yield* subject.choose(ticked);
  return 'unlisted' in chosen ? { ticked } : yield* selectMethod(sca, chosen);
}

/** The number, or the button of the app. */
function* takeFirst(
  world: WorldState,
  sca: Authorisation,
  form: Form,
): Op<Authorisation | Untaken | undefined> {
  const step = form.get('step');
  const inApp = yield* appChoices(sca);
  if (inApp.length > 0) {
    const choice = inApp.find((one) => one.step === step);
    return choice && (yield* confirmInApp(world, sca, choice));
  }
  if (yield* identifiesInApp(sca)) {
    return step === 'app' ? yield* identify(world, sca, sca.psu ?? '') : undefined;
  }
  const number = form.get('number');
  if (step !== 'identify' || number === undefined) return undefined;
  const meant = yield* meantBy(number);
  const isAllowed = sca.psu === undefined || sca.psu === meant;
  if (isAllowed && (yield* needsPerson(sca, meant))) return { needsPerson: true };
  return yield* identify(world, sca, meant);
}

/** People write such numbers in groups; but a number made by hand may have blanks itself. */
function* meantBy(typed: string): Op<string> {
  const isOne = (yield* findCustomerType(typed)) !== undefined;
  return isOne ? typed : typed.replaceAll(/\s/gu, '');
}

/** All steps that remain, at once. @see D3-redirect-preferred */
function* confirmInApp(world: WorldState, sca: Authorisation, choice: Choice): Op<Authorisation> {
  const identified = yield* identify(world, sca, sca.psu ?? '');
  const chosen = yield* chooseContext(world, identified, choice.context, choice.agreementId);
  const started = yield* start(yield* selectMethod(chosen, {}));
  return yield* confirm(world, started);
}
