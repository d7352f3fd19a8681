import { readScaRedirect, type ScaRefused } from '../client/sca-redirect.ts';
import { Fault } from '../errors.ts';
import type { ScaPlayed } from '../wire/operator.ts';
import type { StartedSca } from './started-sca.ts';

/** The PSU has said no, as it was asked for; or could not even say that. @see cli.md Exit codes: declined */
export function declinedFault(
  { kind, paymentId }: Pick<StartedSca, 'kind' | 'paymentId'>,
  played: ScaPlayed,
): Fault {
  if (refusalIn(played)?.code !== 'SCA_INVALID') return failedFault(played);
  const what =
    kind === 'payment' ? `declined payment ${paymentId}` : `declined to cancel payment ${paymentId}`;
  return new Fault('SCA_DECLINED', `The PSU ${what}; ${standing(played)}.`, { hint: next(paymentId) });
}

/** An SCA that ended in another way than it was to: what the PSU's redirect says of it. */
export function failedFault(played: ScaPlayed): Fault {
  const { authorisationId, paymentId, scaStatus } = played;
  const refusal = refusalIn(played);
  const why = refusal === undefined ? '' : `: ${[refusal.code, refusal.message ?? []].flat().join(', ')}`;
  const of = paymentId === undefined ? '' : ` of payment ${paymentId}`;
  const text = `The SCA ${authorisationId}${of} is ${scaStatus}${why}; ${standing(played)}.`;
  return new Fault('SCA_FAILED', text, paymentId === undefined ? {} : { hint: next(paymentId) });
}

/** Undefined where nobody was sent back, and where the redirect tells of success. */
function refusalIn({ redirect }: ScaPlayed): ScaRefused | undefined {
  const said = redirect === undefined ? undefined : readScaRedirect(redirect);
  return said === undefined || said.ok ? undefined : said;
}

/** A fault after the payment was made names the payment: no result does. */
export async function naming<T>(paymentId: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.message.includes(paymentId)) throw fault;
    const text = `Payment ${paymentId} is made. ${fault.message}`;
    throw new Fault(fault.code, text, { hint: next(paymentId), ...fault.details, cause: fault });
  }
}

function standing({ transactionStatus }: ScaPlayed): string {
  return transactionStatus === undefined ? 'nothing was approved' : `the payment is ${transactionStatus}`;
}

function next(paymentId: string): string {
  return `psd2 status ${paymentId} tells where the payment stands.`;
}
