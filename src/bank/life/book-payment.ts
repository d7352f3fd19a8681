import type { Op } from '../../store/contract.ts';
import { osloDate } from '../../values/oslo.ts';
import { entriesOf, movedByCustomer } from '../domain/ledger.ts';
import { debtorCurrency, type Payment } from '../domain/payment.ts';
import { findAccount } from '../store/tables/accounts.ts';
import { book } from '../store/tables/ledger.ts';
import { insertTransactions } from '../store/tables/transactions.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';

/** Books a payment, and puts it into the list of each account that it moves money on. @see D8-one-list */
export function* bookPayment(world: WorldState, payment: Payment, bookedAt: number): Op<void> {
  const debtor = { id: payment.debtorAccount, currency: debtorCurrency(payment) };
  const creditor = yield* findAccount(payment.creditorAccount);
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
