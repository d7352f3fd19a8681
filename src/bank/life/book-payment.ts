import type { Op } from '../../store/contract.ts';
import { osloDate } from '../../values/oslo.ts';
import { type Creditor, entriesOf, movedByCustomer, type TotalsChange } from '../domain/ledger.ts';
import { debtorCurrency, type Payment, settledDebtor } from '../domain/payment.ts';
import { book } from '../store/tables/ledger.ts';
import { insertTransactions } from '../store/tables/transactions.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';

interface With {
  readonly creditor: Creditor;
  readonly bookedAt: number;
  /** What else becomes of the totals. */
  readonly changes: readonly TotalsChange[];
}

/** Books a payment, and puts it into the list of each account that it moves money on. @see D8-one-list */
export function* bookPayment(
  world: WorldState,
  payment: Payment,
  { creditor, bookedAt, changes }: With,
): Op<void> {
  const debtor = { id: settledDebtor(payment), currency: debtorCurrency(payment) };
  const entries = entriesOf(payment, debtor, creditor);
  const booking = nextSequence(world);
  yield* book(
    entries.map((entry, leg) => ({
      sequence: leg === 0 ? booking : nextSequence(world),
      kind: 'payment',
      bookedAt,
      payment: payment.sequence,
      leg,
      entry,
    })),
    changes,
  );
  const date = osloDate(bookedAt);
  yield* insertTransactions(
    movedByCustomer(entries).map(({ account, currency, amountMinor }) => ({
      account,
      bookingDate: date,
      valueDate: date,
      currency,
      amountMinor,
      booking,
      from: { payment: payment.sequence },
    })),
  );
}
