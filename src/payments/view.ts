import { type ColumnLine, type Columns, QUIET } from '../cli/columns.ts';
import { pastedId } from '../cli/pasted.ts';
import { card, type Presentation, table } from '../cli/presentation.ts';
import {
  accountOf,
  bankMessages,
  membersOf,
  moneyOf,
  referencesOf,
  type Shown,
  textOf,
  yesOrNo,
} from '../cli/resources/members.ts';
import type { Money } from '../cli/shown-values.ts';
import type { PaymentKind } from '../client/payments.ts';
import type { MetaWithSca } from '../sca/targets.ts';
import type { Meta } from '../session/with-session.ts';
import type { PaymentCreated, PaymentStatus } from '../wire/answers/payments.ts';

interface WithFee {
  readonly transactionFees?: Money;
  readonly transactionFeeIndicator?: boolean;
}

/** Shows the fee, or what the indicator says where the fee is not told. @see I-creation-response */
export const feeColumns = [
  ['Fee', ({ transactionFees }) => transactionFees, 'amount', QUIET],
  ['Fee', describeFee, 'text', QUIET],
] as const satisfies Columns<WithFee>;

function describeFee({ transactionFees, transactionFeeIndicator: hasFee }: WithFee): string | undefined {
  if (transactionFees !== undefined || hasFee === undefined) return undefined;
  return hasFee ? 'yes, amount not known' : 'none';
}

/** The text that the bank wants the PSU to be shown. */
export const psuMessage: ColumnLine<{ readonly psuMessage?: string }> = ['For the PSU', 'psuMessage'];

/** A payment of a bulk, as its read and its status list it. @see D4-status-body */
interface Numbered {
  readonly number: number;
  readonly item: Shown;
}

/** Its place in the bulk first; what only the initiation or only the bank says of it is left out where it is not. */
const bulkPayments = table<Numbered, readonly unknown[]>(
  [
    ['No.', 'number', 'count'],
    ['Payment', ({ item }) => textOf(item.paymentId), 'identifier'],
    ['Creditor', ({ item }) => textOf(item.creditorName)],
    ['Account', ({ item }) => accountOf(item.creditorAccount), 'identifier'],
    ['Amount', ({ item }) => moneyOf(item.instructedAmount), 'amount'],
    ['Message', ({ item }) => textOf(item.remittanceInformationUnstructured)],
    ['Reference', ({ item }) => referencesOf(item)],
    ['Funds available', ({ item }) => yesOrNo(item.fundsAvailable)],
    ['Status', ({ item }) => textOf(item.transactionStatus), 'status'],
  ],
  (payments) => payments.map((item, place) => ({ number: place + 1, item: item as Shown })),
  'The bulk contains no payments.',
);

/** Shows a bulk as a card and a table of its payments, where the bank tells them. @see C-get-kinds */
function withPayments<Result extends object>({ text, quiet }: Presentation<Result>): Presentation<Result> {
  return {
    text: async (payment, look) => {
      const { payments } = membersOf(payment);
      const head = await text(payment, look);
      return Array.isArray(payments) ? `${head}\n\n${await bulkPayments.text(payments, look)}` : head;
    },
    quiet,
  };
}

/** Reads a member that is shown as it is. */
export function member(name: string) {
  return (resource: Shown) => textOf(resource[name]);
}

export const statusCard = withPayments(
  card<PaymentStatus & Meta>([
    ['Payment', 'paymentId', 'identifier'],
    ['Status', 'transactionStatus', 'status', QUIET],
    ['Funds available', ({ fundsAvailable }) => yesOrNo(fundsAvailable)],
    psuMessage,
    ...bankMessages,
  ]),
);

export type ReadPayment = Readonly<Record<string, unknown>>;

/** Reads the numbers in which an account is named, and its currency. */
function account(name: string) {
  return (payment: Shown) => {
    const { bban, iban, currency } = membersOf(payment[name]);
    const numbers = [bban, iban].flatMap((number) => textOf(number) ?? []);
    return numbers.length === 0 ? undefined : [...numbers, textOf(currency) ?? []].flat().join(' ');
  };
}

/** A payment as the bank shows it; a member that only some kinds have has a line where it is there. @see C-get-kinds */
export const paymentCard = withPayments(
  card<ReadPayment & Meta>([
    ['Payment', member('paymentId'), 'identifier', QUIET],
    ['Status', member('transactionStatus'), 'status'],
    ['Funds available', ({ fundsAvailable }) => yesOrNo(fundsAvailable)],
    ['Amount', ({ instructedAmount }) => moneyOf(instructedAmount), 'amount'],
    ['Creditor', member('creditorName')],
    ['Creditor account', account('creditorAccount'), 'identifier'],
    ['Creditor bank', member('creditorAgent'), 'identifier'],
    ['Debtor account', account('debtorAccount'), 'identifier'],
    ['Debtor card', readCard, 'identifier'],
    ['Ultimate debtor', member('ultimateDebtor')],
    ['Message', member('remittanceInformationUnstructured')],
    ['Reference', referencesOf],
    ['Purpose', member('purposeCode')],
    ['End-to-end id', member('endToEndIdentification'), 'identifier'],
    ['Regulatory code', member('regulatoryReportingCode')],
    ['Regulatory info', member('regulatoryReportingInformation')],
    ['Service level', member('serviceLevel')],
    ['Start date', member('startDate'), 'date'],
    ['Frequency', member('frequency')],
    ['Months', ({ monthsOfExecution: all }) => (Array.isArray(all) ? all.join(', ') : undefined)],
    ['Day', member('dayOfExecution')],
    ['Execution rule', member('executionRule')],
    ['End date', member('endDate'), 'date'],
    ['Execution date', member('requestedExecutionDate'), 'date'],
    ...bankMessages,
  ]),
);

function readCard({ debtorAccount }: ReadPayment): string | undefined {
  return textOf(membersOf(membersOf(debtorAccount).other).identification);
}

export type CreatedPayment = PaymentCreated & MetaWithSca;

/** Lists three commands that go on from an example. @see C-example-kinds, C-example */
export function nextCommands(
  kind: PaymentKind,
  { paymentId: id, _links, _meta }: CreatedPayment,
): readonly string[] {
  const paymentId = pastedId(id);
  const waits = _meta.sca === undefined && _links?.scaRedirect !== undefined;
  return [
    ...(waits ? [`sca approve ${paymentId}`] : []),
    // An instant payment is booked when it is approved, and no run takes a periodic one.
    ...(kind === 'instant' || kind === 'periodic' ? [] : ['sandbox batch run']),
    `status ${paymentId}`,
    `payments get ${paymentId}`,
    kind === 'periodic' ? `payments cancel ${paymentId}` : 'sandbox account list',
  ].slice(0, 3);
}
