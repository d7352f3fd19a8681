import type { Money } from '../cli/format-values.ts';
import {
  type ColumnLine,
  type Columns,
  createCard,
  createTable,
  type Presentation,
  QUIET,
  SPARE,
} from '../cli/presentation.ts';
import {
  bankMessages,
  formatAccount,
  formatReferences,
  formatYesOrNo,
  getMembers,
  getText,
  parseMoney,
  type ReceivedResource,
} from '../cli/resources/members.ts';
import { quoteId } from '../cli/shell-quote.ts';
import type { PaymentKind } from '../client/payments.ts';
import type { MetaWithSca } from '../sca/targets.ts';
import type { Meta } from '../session/with-session.ts';
import type { PaymentCreated, PaymentStatus } from '../wire/answers/payments.ts';
import { computeSum } from './body.ts';

interface WithFee {
  readonly transactionFees?: Money;
  readonly transactionFeeIndicator?: boolean;
}

/** The columns of the fee, or of the fee indicator if the fee is absent. @see I-creation-response */
export const feeColumns = [
  ['Fee', ({ transactionFees }) => transactionFees, 'amount', QUIET],
  ['Fee', describeFee, 'text', QUIET],
] as const satisfies Columns<WithFee>;

function describeFee({ transactionFees, transactionFeeIndicator: hasFee }: WithFee): string | undefined {
  if (transactionFees !== undefined || hasFee === undefined) return undefined;
  return hasFee ? 'yes, amount not known' : 'none';
}

/** The column of the bank's message to the PSU. */
export const psuMessage: ColumnLine<{ readonly psuMessage?: string }> = ['For the PSU', 'psuMessage'];

/** A payment of a bulk, in the bulk itself or its status. @see D4-status-body */
interface NumberedItem {
  readonly number: number;
  readonly item: ReceivedResource;
}

/** The table of a bulk's payments, by position; columns without values are omitted. */
const bulkPayments = createTable<NumberedItem, readonly unknown[]>(
  [
    ['No.', 'number', 'count'],
    ['Payment', ({ item }) => getText(item.paymentId), 'identifier'],
    ['Creditor', ({ item }) => getText(item.creditorName), 'name'],
    ['Account', ({ item }) => formatAccount(item.creditorAccount), 'account'],
    ['Amount', ({ item }) => parseMoney(item.instructedAmount), 'amount'],
    ['Message', ({ item }) => getText(item.remittanceInformationUnstructured), 'name', SPARE],
    ['Reference', ({ item }) => formatReferences(item), 'name', SPARE],
    ['Funds available', ({ item }) => formatYesOrNo(item.fundsAvailable), 'text', { heading: 'Funds' }],
    ['Status', ({ item }) => getText(item.transactionStatus), 'status'],
  ],
  (payments) => payments.map((item, place) => ({ number: place + 1, item: item as ReceivedResource })),
  'The bulk contains no payments.',
);

/** Extends the presentation of a bulk with the table of its payments, if the response has them. @see C-get-kinds */
function withPayments<Result extends object>({ text, quiet }: Presentation<Result>): Presentation<Result> {
  return {
    text: async (payment, look) => {
      const { payments } = getMembers(payment);
      const head = await text(payment, look);
      return Array.isArray(payments) ? `${head}\n\n${await bulkPayments.text(payments, look)}` : head;
    },
    quiet,
  };
}

/** Creates a column of a member, unchanged. */
export function createMemberColumn(name: string) {
  return (resource: ReceivedResource) => getText(resource[name]);
}

export const statusCard = withPayments(
  createCard<PaymentStatus & Meta>([
    ['Payment', 'paymentId', 'identifier'],
    ['Status', 'transactionStatus', 'status', QUIET],
    ['Funds available', ({ fundsAvailable }) => formatYesOrNo(fundsAvailable)],
    psuMessage,
    ...bankMessages,
  ]),
);

export type ReadPayment = Readonly<Record<string, unknown>>;

/** Creates a column of an account's numbers and currency. */
function createAccountColumn(name: string) {
  return (payment: ReceivedResource) => {
    const { bban, iban, currency } = getMembers(payment[name]);
    const numbers = [bban, iban].flatMap((number) => getText(number) ?? []);
    return numbers.length === 0 ? undefined : [...numbers, getText(currency) ?? []].flat().join(' ');
  };
}

/** The columns of an initiation's money, parties and dates, as sent or as the bank has it. @see C-create-result */
const receivedInitiation: Columns<ReceivedResource> = [
  ['Payments', ({ payments }) => (Array.isArray(payments) ? payments.length : undefined), 'count'],
  ['Amount', readAmount, 'amount'],
  ['Creditor', createMemberColumn('creditorName')],
  ['Creditor account', createAccountColumn('creditorAccount'), 'account'],
  ['Debtor account', createAccountColumn('debtorAccount'), 'account'],
  ['Start date', createMemberColumn('startDate'), 'date'],
  ['Frequency', createMemberColumn('frequency')],
  ['Execution date', createMemberColumn('requestedExecutionDate'), 'date'],
];
export const initiationColumns = receivedInitiation as Columns<object>;

/** Reads the amount, of a bulk the total if its payments have one currency. */
function readAmount({ instructedAmount, payments }: ReceivedResource): Money | undefined {
  return (
    parseMoney(instructedAmount) ??
    (Array.isArray(payments) ? computeSum(payments.map(getMembers)) : undefined)
  );
}

/** The card of a payment from the bank; lines of absent members are omitted. @see C-get-kinds */
export const paymentCard = withPayments(
  createCard<ReadPayment & Meta>([
    ['Payment', createMemberColumn('paymentId'), 'identifier', QUIET],
    ['Status', createMemberColumn('transactionStatus'), 'status'],
    ['Funds available', ({ fundsAvailable }) => formatYesOrNo(fundsAvailable)],
    ['Amount', readAmount, 'amount'],
    ['Creditor', createMemberColumn('creditorName')],
    ['Creditor account', createAccountColumn('creditorAccount'), 'account'],
    ['Creditor bank', createMemberColumn('creditorAgent'), 'identifier'],
    ['Debtor account', createAccountColumn('debtorAccount'), 'account'],
    ['Debtor card', readCard, 'identifier'],
    ['Ultimate debtor', createMemberColumn('ultimateDebtor')],
    ['Message', createMemberColumn('remittanceInformationUnstructured')],
    ['Reference', formatReferences],
    ['Purpose', createMemberColumn('purposeCode')],
    ['End-to-end id', createMemberColumn('endToEndIdentification'), 'identifier'],
    ['Regulatory code', createMemberColumn('regulatoryReportingCode')],
    ['Regulatory info', createMemberColumn('regulatoryReportingInformation')],
    ['Service level', createMemberColumn('serviceLevel')],
    ['Start date', createMemberColumn('startDate'), 'date'],
    ['Frequency', createMemberColumn('frequency')],
    ['Months', ({ monthsOfExecution: all }) => (Array.isArray(all) ? all.join(', ') : undefined)],
    ['Day', createMemberColumn('dayOfExecution')],
    ['Execution rule', createMemberColumn('executionRule')],
    ['End date', createMemberColumn('endDate'), 'date'],
    ['Execution date', createMemberColumn('requestedExecutionDate'), 'date'],
    ...bankMessages,
  ]),
);

function readCard({ debtorAccount }: ReadPayment): string | undefined {
  return getText(getMembers(getMembers(debtorAccount).other).identification);
}

export type CreatedPayment = PaymentCreated & MetaWithSca;

/** Lists three commands that continue from a new payment. @see C-create-result, C-example-kinds */
export function nextCommands(
  kind: PaymentKind,
  { paymentId: id, _links, _meta }: CreatedPayment,
  hasOperator = true,
): readonly string[] {
  const paymentId = quoteId(id);
  const waits = _meta.sca === undefined && _links?.scaRedirect !== undefined;
  const approve = waits ? [`${hasOperator ? 'sca approve' : 'payments authorise'} ${paymentId}`] : [];
  if (!hasOperator) return [...approve, `status ${paymentId} --watch`];
  return [
    ...approve,
    // Instant payments are booked on approval, and batch runs skip periodic payments.
    ...(kind === 'instant' || kind === 'periodic' ? [] : ['sandbox batch run']),
    // A domestic payment can't be read before its approval. @see D4-domestic-read
    `status ${paymentId}${waits && kind === 'domestic' ? ' --watch' : ''}`,
    `payments get ${paymentId}`,
    kind === 'periodic' ? `payments cancel ${paymentId}` : 'sandbox account list',
  ].slice(0, 3);
}
