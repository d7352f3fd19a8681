import type { ScaRefused } from '../../client/sca-redirect.ts';
import { Fault } from '../../errors.ts';
import { hintOfFailure } from '../../explain/hints/sca-failure.ts';
import { statusInSentence } from '../../explain/statuses.ts';
import type { ScaPlayed } from '../../wire/operator.ts';
import { APPROVABLES, PAYMENT } from './approvables.ts';
import { redirectOf } from './redirect.ts';
import { refusalInWords } from './refusal-words.ts';
import { type Approvable, approvedBy } from './started.ts';

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
    throw new Fault(fault.code, text, {
      ...PAYMENT.look(paymentId),
      ...fault.details,
      cause: fault,
    });
  }
}

function standing(played: ScaPlayed): string {
  const { transactionStatus } = played;
  if (transactionStatus === undefined) return 'nothing was approved';
  return `the ${approvedBy(played)?.kind ?? 'payment'} is ${statusInSentence(transactionStatus)}`;
}
