import type { ReadPayment } from '../../app/payments/read.ts';
import { type Column, card, type Look, type Presentation, table } from '../presentation.ts';

export type { ReadPayment };

/** A member that is shown as it is. */
function member(label: string, name: string): Column<ReadPayment> {
  return { label, value: (payment) => text(payment[name]) };
}

function account(label: string, name: string): Column<ReadPayment> {
  return {
    label,
    value: (payment) => pair(payment[name], 'bban', 'iban', 'currency'),
  };
}

/** A payment as the bank shows it; a member that only some kinds have has a line where it is there. */
const wholePayment = card<ReadPayment>([
  { label: 'Payment', value: ({ paymentId }) => text(paymentId), isId: true },
  member('Status', 'transactionStatus'),
  { label: 'Amount', value: ({ instructedAmount }) => pair(instructedAmount, 'amount', 'currency') },
  member('Creditor', 'creditorName'),
  account('Creditor account', 'creditorAccount'),
  member('Creditor bank', 'creditorAgent'),
  {
    label: 'Debtor account',
    value: ({ debtorAccount }) => (cardOf(debtorAccount) ? undefined : accountOf(debtorAccount)),
  },
  { label: 'Debtor card', value: ({ debtorAccount }) => cardOf(debtorAccount) },
  member('Ultimate debtor', 'ultimateDebtor'),
  member('Message', 'remittanceInformationUnstructured'),
  { label: 'Reference', value: (payment) => referencesOf(payment) },
  member('Purpose', 'purposeCode'),
  member('End-to-end id', 'endToEndIdentification'),
  member('Regulatory code', 'regulatoryReportingCode'),
  member('Regulatory info', 'regulatoryReportingInformation'),
  member('Service level', 'serviceLevel'),
  member('Start date', 'startDate'),
  member('Frequency', 'frequency'),
  {
    label: 'Months',
    value: ({ monthsOfExecution: months }) => (Array.isArray(months) ? months.join(', ') : undefined),
  },
  member('Day', 'dayOfExecution'),
  member('Execution rule', 'executionRule'),
  member('End date', 'endDate'),
  member('Execution date', 'requestedExecutionDate'),
]);

type Item = Readonly<Record<string, unknown>>;

interface Numbered {
  readonly number: number;
  readonly item: Item;
}

/** The payments of a bulk. */
const bulkPayments = table<Numbered, readonly Numbered[]>(
  [
    { label: 'No.', value: ({ number }) => `${number}`, align: 'right' },
    { label: 'Creditor', value: ({ item }) => text(item.creditorName) },
    { label: 'Account', value: ({ item }) => pair(item.creditorAccount, 'bban') },
    {
      label: 'Amount',
      value: ({ item }) => pair(item.instructedAmount, 'amount', 'currency'),
      align: 'right',
    },
    {
      label: 'Message or reference',
      value: ({ item }) => text(item.remittanceInformationUnstructured) ?? referencesOf(item),
    },
  ],
  (items) => items,
  'The bulk has no payments.',
);

/** A bulk is a card and a table of its payments. */
export const readPayment: Presentation<ReadPayment> = {
  text: async (payment, look: Look) => {
    const head = await wholePayment.text(payment, look);
    if (!Array.isArray(payment.payments)) return head;
    const items = payment.payments.map((item: Item, place) => ({ number: place + 1, item }));
    return `${head}\n\n${await bulkPayments.text(items, look)}`;
  },
  ids: wholePayment.ids,
};

function accountOf(value: unknown): string | undefined {
  return pair(value, 'bban', 'iban', 'currency');
}

function cardOf(debtorAccount: unknown): string | undefined {
  return pair((debtorAccount as { other?: unknown } | undefined)?.other, 'identification');
}

/** Structured references, by what each refers to. */
function referencesOf(payment: Item): string | undefined {
  const { remittanceInformationStructuredArray: several, remittanceInformationStructured: one } = payment;
  const references: readonly unknown[] = Array.isArray(several) ? several : [one];
  const texts = references.flatMap((reference) => pair(reference, 'referenceType', 'reference') ?? []);
  return texts.length === 0 ? undefined : texts.join(', ');
}

function text(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** The members that are there, side by side. */
function pair(value: unknown, ...names: string[]): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const texts = names.flatMap((name) => text((value as Record<string, unknown>)[name]) ?? []);
  return texts.length === 0 ? undefined : texts.join(' ');
}
