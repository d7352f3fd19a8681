import { type Op, type Row, run } from '../../../store/contract.ts';
import { DamagedContent, integer, small, text } from '../../../store/row.ts';
import type { Authorisation, Purpose } from '../../domain/authorisation.ts';
import { UNFINISHED } from '../conditions.ts';

/** An SCA that has ended, as far as it matters for whether it may go. @see S12-kept */
export type EndedSca = Pick<Authorisation, 'sequence' | 'purpose' | 'subject'>;

/** SCAs whose time is counted from `keptFrom` or before, the oldest first. */
export function* listEndedBefore(keptFrom: number, limit: number): Op<EndedSca[]> {
  const rows = yield* run(
    `SELECT sequence, purpose, subject FROM authorisations WHERE kept_from_ms IS NOT NULL AND kept_from_ms <= ?
     ORDER BY kept_from_ms LIMIT ?`,
    keptFrom,
    limit,
  );
  return rows.map((row) => ({
    sequence: integer(row, 'sequence'),
    purpose: text(row, 'purpose') as Purpose,
    ...(row.subject === null ? {} : { subject: integer(row, 'subject') }),
  }));
}

const COUNTS = `COUNT(*) AS payments, COALESCE(SUM(CASE WHEN ${UNFINISHED} THEN 1 ELSE 0 END), 0) AS unfinished`;

/** How many payments an SCA is about, and how many of them are on their way; a deleted basket is about none. */
export interface About {
  readonly payments: number;
  readonly unfinished: number;
}

export function* countAbout({ purpose, subject }: EndedSca): Op<About> {
  if (subject === undefined) return { payments: 0, unfinished: 0 };
  const [row] = yield* purpose === 'basket' ? countOfBasket(subject) : countOfOrder(subject);
  if (!row) throw new DamagedContent('a count has no row');
  return { payments: small(row, 'payments'), unfinished: small(row, 'unfinished') };
}

function countOfBasket(basket: bigint): Op<readonly Row[]> {
  return run(
    `SELECT ${COUNTS} FROM baskets JOIN basket_payments ON basket_payments.basket = baskets.sequence
       JOIN payments ON payments.sequence = basket_payments.payment
     WHERE baskets.sequence = ? AND state <> 'DELETED'`,
    basket,
  );
}

/** Of a payment, or of a bulk. */
function countOfOrder(sequence: bigint): Op<readonly Row[]> {
  return run(
    `SELECT ${COUNTS} FROM payments WHERE sequence = ? OR (bulk = ? AND bulk IS NOT NULL)`,
    sequence,
    sequence,
  );
}

export function* removeAuthorisation({ sequence }: EndedSca): Op<void> {
  yield* run('DELETE FROM authorisations WHERE sequence = ?', sequence);
}

/** Its time is counted anew: what it is about is on its way. */
export function* keepFrom({ sequence }: EndedSca, keptFrom: number): Op<void> {
  yield* run('UPDATE authorisations SET kept_from_ms = ? WHERE sequence = ?', keptFrom, sequence);
}
