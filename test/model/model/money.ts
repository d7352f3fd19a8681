import type { Model, Payment } from './state.ts';

/** The ledger of the model: nothing is kept, everything follows from the statuses. @see decisions.md §9 */

/** What is booked on an account, in øre. */
export function balanceOf({ facts, payments }: Model, account: number): number {
  const booked = payments.filter(({ status }) => status === 'ACSC');
  const paid = booked.filter(({ debtor }) => debtor === account);
  const received = booked.filter(({ creditor }) => creditor === account);
  return (facts[account]?.opening ?? 0) - sum(paid) + sum(received);
}

/** closingBooked − reservations + creditLine. */
export function availableOn(model: Model, account: number): number {
  const reserved = model.payments.filter(({ debtor, status }) => debtor === account && status === 'ACSP');
  return balanceOf(model, account) - sum(reserved) + (model.facts[account]?.credit ?? 0);
}

export function canPay(model: Model, { cost, debtor }: Pick<Payment, 'cost' | 'debtor'>): boolean {
  return cost <= availableOn(model, debtor);
}

const PENDING: readonly Payment['status'][] = ['ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP', 'ACWP'];

/** closingBooked ± what is approved and not booked. @see decisions.md §7 Pending, §9 */
export function expectedOn(model: Model, account: number): number {
  const pending = model.payments.filter(({ status }) => PENDING.includes(status));
  const leaving = pending.filter(({ debtor }) => debtor === account);
  const coming = pending.filter(({ creditor }) => creditor === account);
  return balanceOf(model, account) - sum(leaving) + sum(coming);
}

/** What left for other banks. */
export function nostroOf({ payments }: Model): number {
  return sum(payments.filter(({ status, creditor }) => status === 'ACSC' && creditor === undefined));
}

function sum(payments: readonly Payment[]): number {
  return payments.reduce((total, { cost }) => total + cost, 0);
}

/** NOK per EUR: 11.50. */
const EUR_IN_HUNDREDTHS = 1150;

/** An amount as written, in øre; half even. Amounts of these histories have two decimals. */
export function inOre(amount: string, currency: 'NOK' | 'EUR'): number {
  const minor = Number(amount.replace('.', ''));
  if (currency === 'NOK') return minor;
  const hundredths = minor * EUR_IN_HUNDREDTHS;
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths % 100;
  return rest > 50 || (rest === 50 && whole % 2 === 1) ? whole + 1 : whole;
}

/** Øre as an amount is written. */
export function written(ore: number): string {
  return `${Math.floor(ore / 100)}.${String(ore % 100).padStart(2, '0')}`;
}
