import type { ReadPayment } from '../../payments/read.ts';
import type { Column } from '../columns.ts';
import { card, type Presentation } from '../presentation.ts';
import { bankMessages } from './bank-messages.ts';
import { bulkPayments, numbered, yesOrNo } from './bulk-payments.ts';
import { cardOf, membersOf, moneyOf, referencesOf, textOf } from './members.ts';

export type { ReadPayment };

/** A member that is shown as it is. */
function member(label: string, name: string, kind?: 'date' | 'identifier' | 'status'): Column<ReadPayment> {
  const value = (payment: ReadPayment) => textOf(payment[name]);
  return kind === undefined ? { label, value } : { label, kind, value };
}

/** The numbers in which an account is named, and its currency. */
function account(label: string, name: string): Column<ReadPayment> {
  return {
    label,
    kind: 'identifier',
    value: (payment) => {
      const { bban, iban, currency } = membersOf(payment[name]);
      const numbers = [bban, iban].flatMap((number) => textOf(number) ?? []);
      return numbers.length === 0 ? undefined : [...numbers, textOf(currency) ?? []].flat().join(' ');
    },
  };
}

/** A payment as the bank shows it; a member that only some kinds have has a line where it is there. @see C-get-kinds */
const wholePayment = card<ReadPayment>([
  { ...member('Payment', 'paymentId', 'identifier'), isQuiet: true },
  member('Status', 'transactionStatus', 'status'),
  { label: 'Funds available', value: ({ fundsAvailable }) => yesOrNo(fundsAvailable) },
  { label: 'Amount', kind: 'amount', value: ({ instructedAmount }) => moneyOf(instructedAmount) },
  member('Creditor', 'creditorName'),
  account('Creditor account', 'creditorAccount'),
  member('Creditor bank', 'creditorAgent', 'identifier'),
  account('Debtor account', 'debtorAccount'),
  { label: 'Debtor card', kind: 'identifier', value: ({ debtorAccount }) => cardOf(debtorAccount) },
  member('Ultimate debtor', 'ultimateDebtor'),
  member('Message', 'remittanceInformationUnstructured'),
  { label: 'Reference', value: (payment) => referencesOf(payment) },
  member('Purpose', 'purposeCode'),
  member('End-to-end id', 'endToEndIdentification', 'identifier'),
  member('Regulatory code', 'regulatoryReportingCode'),
  member('Regulatory info', 'regulatoryReportingInformation'),
  member('Service level', 'serviceLevel'),
  member('Start date', 'startDate', 'date'),
  member('Frequency', 'frequency'),
  {
    label: 'Months',
    value: ({ monthsOfExecution: months }) => (Array.isArray(months) ? months.join(', ') : undefined),
  },
  member('Day', 'dayOfExecution'),
  member('Execution rule', 'executionRule'),
  member('End date', 'endDate', 'date'),
  member('Execution date', 'requestedExecutionDate', 'date'),
  ...bankMessages,
]);

/** A bulk is a card and a table of its payments. @see C-get-kinds */
export const readPayment: Presentation<ReadPayment> = {
  text: (payment, look) => {
    const head = wholePayment.text(payment, look);
    if (!Array.isArray(payment.payments)) return head;
    return `${head}\n\n${bulkPayments.text(numbered(payment.payments), look)}`;
  },
  quiet: wholePayment.quiet,
};
