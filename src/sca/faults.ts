import { readScaRedirect, type ScaRefused, type ScaSucceeded } from '../client/sca-redirect.ts';
import { Fault } from '../errors.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import { explainBankCode, statusInSentence } from '../wire/explanations.ts';
import { APPROVABLES, PAYMENT } from './targets.ts';
import { type Approvable, approvedBy } from './types.ts';

/** The PSU has said no, as it was asked for; or could not even say that. @see C-sca-declined */
export function declinedFault(asked: Approvable, played: ScaPlayed): Fault {
  const refusal = refusalIn(played);
  if (refusal?.code !== 'SCA_INVALID') return failedFault(played);
  const { declined, look } = APPROVABLES[asked.kind];
  const text = `The PSU declined ${declined(asked.id)}: ${refusalInWords(refusal)}, and ${standing(played)}.`;
  return new Fault('SCA_DECLINED', text, look(asked.id));
}

/** An SCA that ended in another way than it was to: what the PSU's redirect says of it. @see C-sca-failed */
export function failedFault(played: ScaPlayed): Fault {
  const { authorisationId, scaStatus } = played;
  const refusal = refusalIn(played);
  const why = refusal === undefined ? '' : `: ${refusalInWords(refusal)}`;
  const approved = approvedBy(played);
  const of = approved === undefined ? '' : ` of ${approved.kind} ${approved.id}`;
  const text = `The SCA ${authorisationId}${of} is ${statusInSentence(scaStatus)}${why}, and ${standing(played)}.`;
  if (approved === undefined) return new Fault('SCA_FAILED', text);
  const details = APPROVABLES[approved.kind].look(approved.id);
  const change = played.transactionStatus === 'RJCT' ? hintOfFailure(refusal?.code) : undefined;
  return new Fault('SCA_FAILED', text, {
    ...details,
    ...(change === undefined ? {} : { hint: `${change}\n${details.hint}` }),
  });
}

/** Undefined where nobody was sent back, and where the redirect tells of success. */
function refusalIn(played: ScaPlayed): ScaRefused | undefined {
  const said = redirectOf(played);
  return said === undefined || said.ok ? undefined : said;
}

/** A fault after the payment was made names the payment: no result does. @see C-failed-payment */
export async function namingPayment<T>(paymentId: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const text = fault.message.includes(paymentId)
      ? fault.message
      : `Payment ${paymentId} was created. ${fault.message}`;
    throw new Fault(fault.code, text, { ...PAYMENT.look(paymentId), ...fault.details, cause: fault });
  }
}

function standing(played: ScaPlayed): string {
  const { transactionStatus } = played;
  if (transactionStatus === undefined) return 'nothing was approved';
  return `the ${approvedBy(played)?.kind ?? 'payment'} is ${statusInSentence(transactionStatus)}`;
}

/**
 * What the redirect of an SCA that was played says; undefined where nobody was sent back.
 * @throws Fault ANSWER_INVALID, with what to do
 */
export function redirectOf({ redirect }: ScaPlayed): ScaSucceeded | ScaRefused | undefined {
  if (redirect === undefined) return undefined;
  try {
    return readScaRedirect(redirect);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const hint = 'Nothing was saved. Start the authorisation again:\npsd2 payments authorise ID';
    throw new Fault(fault.code, fault.message, { ...fault.details, hint });
  }
}

/** Everything that the redirect of a failed SCA says, for within a sentence. @see I-authentication-6 */
export function refusalInWords({ system, status, code, message }: ScaRefused): string {
  const what = status === undefined ? code : `${status} ${code}`;
  const where = system === undefined ? '' : ` of the bank's system ${system}`;
  const means = message ?? explainBankCode(code)?.means;
  return `${what}${where}${means === undefined ? '' : `, ${means}`}`;
}

/**
 * What to change about a payment whose SCA failed, by the code of the PSU's redirect: what a creation is not told of
 * the debtor account comes out there.
 * @see D4-debtor-later
 */
const CHANGES: Readonly<Record<string, string>> = {
  PSU_CREDENTIALS_INVALID: "Pay from one of this PSU's accounts, or add --as with the account's owner.",
  FORMAT_ERROR: "Set --from-currency to the account's currency.",
  FORBIDDEN: 'Pay from another account. Payments from this one are blocked.',
  PAYMENT_FAILED: "Send less, or check the accounts' balances: psd2 sandbox account list",
};

function hintOfFailure(code: string | undefined): string | undefined {
  return code === undefined ? undefined : CHANGES[code];
}

/** What to do where an SCA failed that was for no payment: a company acts in an agreement only. */
export function hintOfAsked(code: string): string | undefined {
  if (code !== 'PSU_CREDENTIALS_INVALID') return undefined;
  return 'Check the customer number. To act for a company, the PSU needs an agreement, and you need --agreement. To list or create agreements:\npsd2 sandbox agreement list\npsd2 sandbox agreement create --owner NUMBER --name NAME';
}
