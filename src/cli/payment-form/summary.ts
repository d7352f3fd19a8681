import type { PaymentKind } from '../../client/payments.ts';
import type { PaymentSummary } from '../../payments/create.ts';
import type { Column } from '../columns.ts';
import { card } from '../presentation.ts';
import type { PaymentHelp } from './form.ts';

interface Shown extends PaymentSummary {
  readonly kind: PaymentKind;
}

const KINDS: Readonly<Record<PaymentKind, string>> = {
  domestic: 'Domestic',
  instant: 'Instant',
  'cross-border': 'Cross-border',
  periodic: 'Periodic',
  bulk: 'Bulk',
};

function named(names: readonly string[]) {
  return ({ values }: Shown) => names.flatMap((name) => values[name] ?? []);
}

function value(label: string, ...names: readonly string[]): Column<Shown> {
  return { label, value: named(names) };
}

/** What is compared digit by digit. */
function number(label: string, ...names: readonly string[]): Column<Shown> {
  return { label, kind: 'identifier', value: named(names) };
}

/** Of an account in another currency than the amount's. */
function otherCurrency(name: 'from-currency' | 'to-currency') {
  return (shown: Shown) => {
    const { [name]: currency } = shown.values;
    return amounts(shown).every((one) => one.currency === currency) ? undefined : currency;
  };
}

const COLUMNS: readonly Column<Shown>[] = [
  { label: 'Kind', value: ({ kind }) => KINDS[kind] },
  number('From', 'from-bban', 'from-iban', 'from-card'),
  { label: 'From currency', value: otherCurrency('from-currency') },
  value('To', 'to-name'),
  number('Account', 'to-iban', 'to-bban'),
  { label: 'To currency', value: otherCurrency('to-currency') },
  number('BIC', 'to-agent'),
  value('Street', 'street', 'building-number'),
  value('City', 'postal-code', 'city'),
  value('Country', 'country'),
  { label: 'Payments', kind: 'count', value: ({ count }) => count },
  { label: 'Amount', kind: 'amount', tone: () => 'bold', value: amounts },
  { label: 'Date', value: whenPaid },
  value('Last day', 'end-date'),
  value('Closed days', 'execution-rule'),
  value('Day', 'day'),
  value('Months', 'months'),
  value('Message', 'message'),
  number('KID', 'kid'),
  value('Reference', 'reference'),
  value('Purpose', 'purpose'),
  value('End-to-end ID', 'end-to-end-id'),
  value('Paid for', 'ultimate-debtor'),
  value('Regulatory code', 'regulatory-code'),
  value('Regulatory text', 'regulatory-info'),
  value('Service level', 'service-level'),
  { label: 'Profile', value: profileText },
];

function amounts({ values: { amount, currency }, totals = [] }: Shown) {
  return amount === undefined || currency === undefined ? totals : [{ amount, currency }];
}

function whenPaid({ kind, values }: Shown): string {
  if (kind === 'periodic') return `${values.frequency} from ${values['start-date']}`;
  if (kind === 'instant') return 'at once, when the PSU approves';
  return values.date ?? "the bank's next run";
}

function profileText({ profile, bank, host }: Shown): string {
  return host === undefined ? `${profile}, the embedded bank` : `${profile}, ${bank} at ${host}`;
}

const summaryCard = card(COLUMNS);

/** The payment as it would be sent, before a person says whether it is. @see C-payment-summary */
export function summaryText(
  kind: PaymentKind,
  summary: PaymentSummary,
  { look }: Pick<PaymentHelp, 'look'>,
): string {
  return summaryCard.text({ ...summary, kind }, look);
}
