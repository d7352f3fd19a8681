import type { Session } from '../../client/session.ts';
import type { ScaStatus } from '../../values/statuses.ts';
import type { ScaPlayed } from '../../wire/operator.ts';
import type { ConfirmedSca, ExpectedSca } from './choice.ts';
import { confirm } from './confirm.ts';
import { failedFault } from './fault.ts';
import { redirectOf } from './redirect.ts';
import { approvedBy } from './started.ts';

/**
 * Confirms an SCA that the operator has played to its end, as one whose PSU came back by a browser.
 * @param otherwise what it is where it approves neither a payment nor a basket
 * @throws Fault SCA_FAILED, ANSWER_INVALID
 */
export async function confirmPlayed(
  session: Session,
  played: ScaPlayed,
  expected: Pick<ExpectedSca, 'tppSessionId' | 'customerNumber' | 'agreement'>,
  otherwise: 'consent' | 'session' = 'session',
): Promise<ConfirmedSca> {
  const hint = redirectOf(played);
  if (played.scaStatus !== 'FINALISED' || !hint?.ok) throw failedFault(played);
  const { authorisationId } = played;
  const approved = approvedBy(played);
  if (approved === undefined) return confirm(session, hint, { ...expected, kind: otherwise });
  // A payment's own authorisation never cancels it, and an approved cancellation always does.
  const kind = played.transactionStatus === 'CANC' ? 'cancellation' : approved.kind;
  const faultOf = (scaStatus: ScaStatus) => failedFault({ ...played, scaStatus });
  return confirm(session, hint, { ...expected, kind, id: approved.id, authorisationId, faultOf });
}
