import { accountAt, madeAt } from './accounts.ts';
import { halfEven } from './products.ts';
import type { Life, Model, Payment } from './state.ts';

/** The ledger of the model: nothing is kept, everything follows from the statuses. @see D9-totals */

/** A transfer, and whose. */
interface Transfer {
  readonly life: Life;
  readonly payment: Payment;
}

function transfersIn({ payments }: Model, ...statuses: readonly Life['status'][]): Transfer[] {
  return payments.flatMap((payment) =>
    payment.lives.filter(({ status }) => statuses.includes(status)).map((life) => ({ life, payment })),
  );
}

const whole = ({ life }: Transfer) => life.cost + life.fee;
const cost = ({ life }: Transfer) => life.cost;

function sum(transfers: readonly Transfer[], share: (transfer: Transfer) => number): number {
  return transfers.reduce((total, transfer) => total + share(transfer), 0);
}

/** Whether a transfer leaves the account that has this number now. */
function leaves(model: Model, { payment }: Transfer, account: number): boolean {
  return payment.debtor === account && payment.since === madeAt(model, account);
}

/** What transfers bring to the account that has this number now. */
function moved(model: Model, transfers: readonly Transfer[], account: number): number {
  const made = madeAt(model, account);
  const leaving = transfers.filter((transfer) => leaves(model, transfer, account));
  const coming = transfers.filter(({ life }) => life.creditor === account && (life.paidTo ?? made) === made);
  return sum(coming, cost) - sum(leaving, whole);
}

/** What is booked on an account, in øre. */
export function balanceOf(model: Model, account: number): number {
  const opening = madeAt(model, account) === 1 ? (model.facts[account]?.opening ?? 0) : 0;
  return opening + (model.changes[account] ?? 0) + bookedOn(model, account);
}

/** What payments have moved on an account. */
export function bookedOn(model: Model, account: number): number {
  return moved(model, transfersIn(model, 'ACSC'), account);
}

/** closingBooked − reservations + creditLine; nothing where there is no account. */
export function availableOn(model: Model, account: number): number {
  if (!accountAt(model, account)) return 0;
  return balanceOf(model, account) - reservedOn(model, account) + (model.facts[account]?.credit ?? 0);
}

/** What is kept for payments that are accepted or sent. */
export function reservedOn(model: Model, account: number): number {
  return sum(
    transfersIn(model, 'ACSP', 'ACWP').filter((transfer) => leaves(model, transfer, account)),
    whole,
  );
}

/** Whether amounts and fees are there. */
export function canPay(model: Model, debtor: number, ...lives: readonly Life[]): boolean {
  return lives.reduce((total, life) => total + life.cost + life.fee, 0) <= availableOn(model, debtor);
}

/** closingBooked ± what is pending. @see D9-expected-balance */
export function expectedOn(model: Model, account: number): number {
  return balanceOf(model, account) + pendingOn(model, account);
}

/**
 * What is approved and not booked; a periodic payment is no such.
 * @param from the first day of execution that counts
 * @see D7-pending
 */
export function pendingOn(model: Model, account: number, from = ''): number {
  const pending = transfersIn(model, 'ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP', 'ACWP');
  const once = pending.filter(({ payment, life }) => payment.kind !== 'periodic' && life.day >= from);
  return moved(model, once, account);
}

/** What left for other banks. */
export function nostroOf(model: Model): number {
  return sum(
    transfersIn(model, 'ACSC').filter(({ life }) => life.creditor === undefined),
    cost,
  );
}

export function feesOf(model: Model): number {
  return sum(transfersIn(model, 'ACSC'), ({ life }) => life.fee);
}

/** The other side of every change of a balance, what was on accounts that are gone, and what was paid to those. */
export function suspenseOf(model: Model): number {
  const changed = Object.values(model.changes).reduce((total, change) => total + change, 0);
  const toNobody = ({ life: { creditor, paidTo } }: Transfer) =>
    creditor !== undefined && (paidTo === undefined ? !accountAt(model, creditor) : paidTo === 'gone');
  return model.suspense - changed + sum(transfersIn(model, 'ACSC').filter(toNobody), cost);
}

/** NOK per EUR: 11.50. */
const EUR_IN_HUNDREDTHS = 1150;

/** An amount as written, in øre; half even. Amounts of these histories have two decimals. */
export function inOre(amount: string, currency: 'NOK' | 'EUR'): number {
  const minor = Number(amount.replace('.', ''));
  return currency === 'NOK' ? minor : halfEven(minor * EUR_IN_HUNDREDTHS, 100);
}

/** Øre as an amount is written. */
export function written(ore: number): string {
  return `${Math.floor(ore / 100)}.${String(ore % 100).padStart(2, '0')}`;
}
