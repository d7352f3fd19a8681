import type { PaymentKind } from '../../client/payments.ts';
import { Fault } from '../../errors.ts';
import type { CreatedPayment } from '../../payments/create.ts';
import type { ShownFees } from '../../payments/fees.ts';
import type { ListedPayment, ListedPayments } from '../../payments/list.ts';
import type { PendingWrite, PendingWrites, ResumedWrite } from '../../payments/pending.ts';
import type { PaymentStatusShown, ReadPayment, StatusChange } from '../../payments/read.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT, productNamed } from '../../values/products.ts';
import { type ColumnLine, type Columns, QUIET } from '../columns.ts';
import { harmless, harmlessJson } from '../foreign-text.ts';
import { pastedId } from '../pasted.ts';
import { card, type Presentation, table } from '../presentation.ts';
import { dateText, type Money } from '../shown-values.ts';
import { authorise, outcomeColumns, requestId, type WithScaCommand } from './authorisation.ts';
import {
  accountOf,
  bankMessages,
  membersOf,
  moneyOf,
  referencesOf,
  type Shown,
  textOf,
  yesOrNo,
} from './members.ts';

interface WithFee {
  readonly transactionFees?: Money;
  readonly transactionFeeIndicator?: boolean;
}

/** The fee, or what the indicator says where the fee is not told. @see I-creation-response */
const feeColumns = [
  ['Fee', ({ transactionFees }) => transactionFees, 'amount', QUIET],
  ['Fee', describeFee, 'text', QUIET],
] as const satisfies Columns<WithFee>;

function describeFee({ transactionFees, transactionFeeIndicator: hasFee }: WithFee): string | undefined {
  if (transactionFees !== undefined || hasFee === undefined) return undefined;
  return hasFee ? 'yes, amount not known' : 'none';
}

export const shownFees = card<ShownFees>([...feeColumns, requestId]);

/** The text that the bank wants the PSU to be shown. */
const forPsu: ColumnLine<{ readonly psuMessage?: string }> = ['For the PSU', 'psuMessage'];

/** After the SCA the status of now. @see C-status-of-now */
const created = card<CreatedPayment & WithScaCommand>([
  ['Payment', 'paymentId', 'identifier', QUIET],
  ['Status', ({ transactionStatus, _meta }) => _meta.sca?.transactionStatus ?? transactionStatus, 'status'],
  ['SCA', ({ _meta }) => _meta.sca?.scaStatus, 'status'],
  ...feeColumns,
  forPsu,
  ...bankMessages,
  ...authorise<CreatedPayment>(({ paymentId }) => paymentId),
  ...outcomeColumns,
  requestId,
]);

export const createdPayment = created as unknown as Presentation<CreatedOrBody & WithScaCommand>;

/** A body that was not sent, as `--print-body` shows it. */
type UnsentBody = Readonly<Record<string, unknown>>;

export type CreatedOrBody = CreatedPayment | UnsentBody;

export function unsentBody(bytes: Uint8Array): UnsentBody {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as UnsentBody;
  } catch (cause) {
    throw new Fault('FILE_UNREADABLE', "The body isn't printed because it isn't JSON.", { cause });
  }
}

/** The body's JSON, the same with and without `--json`, so that it can be kept in a file. @see C-print-body */
export const bodyAsJson: Presentation<CreatedOrBody> = {
  text: (body) => harmlessJson(body),
};

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
    text: (payment, look) => {
      const { payments } = membersOf(payment);
      const head = text(payment, look);
      return Array.isArray(payments) ? `${head}\n\n${bulkPayments.text(payments, look)}` : head;
    },
    quiet,
  };
}

export const paymentStatus = withPayments(
  card<PaymentStatusShown>([
    ['Payment', 'paymentId', 'identifier'],
    ['Status', 'transactionStatus', 'status', QUIET],
    ['Funds available', ({ fundsAvailable }) => yesOrNo(fundsAvailable)],
    forPsu,
    ...bankMessages,
  ]),
);

/** A change of a payment that is watched. @see C-watch */
export function statusLine({ at, status, words }: StatusChange): string {
  return [dateText(at), ...[status, words ?? []].flat().map((text) => harmless(text))].join('  ');
}

/** Reads a member that is shown as it is. */
function member(name: string) {
  return (resource: Shown) => textOf(resource[name]);
}

/** Reads the numbers in which an account is named, and its currency. */
function account(name: string) {
  return (payment: Shown) => {
    const { bban, iban, currency } = membersOf(payment[name]);
    const numbers = [bban, iban].flatMap((number) => textOf(number) ?? []);
    return numbers.length === 0 ? undefined : [...numbers, textOf(currency) ?? []].flat().join(' ');
  };
}

/** A payment as the bank shows it; a member that only some kinds have has a line where it is there. @see C-get-kinds */
export const readPayment = withPayments(
  card<ReadPayment>([
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

export const listedPayments = table<ListedPayment, ListedPayments>(
  [
    ['Payment', 'paymentId', 'identifier', QUIET],
    ['Kind', describeKind],
    ['Amount', 'amount', 'amount'],
    ['Creditor', 'creditorName'],
    ['Created', 'createdAt', 'date'],
    ['Status', 'transactionStatus', 'status'],
    ['As of', 'statusAt', 'date'],
  ],
  ({ items }) => items,
  "This profile hasn't created any payments yet. To create one:\npsd2 payments create --help",
);

const KIND_OF_PRODUCT = {
  [DOMESTIC]: 'domestic',
  [CROSS_BORDER]: 'cross-border',
  [INSTANT]: 'instant',
} as const;

/** As `payments create` calls it; a product that it doesn't make by its own name. */
function describeKind({ service, product }: ListedPayment): string {
  if (service === 'bulk-payments') return 'bulk';
  if (service === 'periodic-payments') return 'periodic';
  const known = productNamed(product);
  return known === undefined ? product : KIND_OF_PRODUCT[known];
}

export const pendingWrites = table<PendingWrite, PendingWrites>(
  [
    ['Sent', 'sentAt', 'date'],
    ['Request', 'operation'],
    ['X-Request-ID', 'requestId', 'identifier', QUIET],
    ['Can be resumed until', 'resumableUntil', 'date'],
  ],
  ({ items }) => items,
  'This profile has no pending requests.',
);

/** What the bank answered to a repeat: of a payment or a basket what it was made as. */
export const resumedWrite = card<ResumedWrite>([
  ['Payment', member('paymentId'), 'identifier', QUIET],
  ['Basket', member('basketId'), 'identifier', QUIET],
  ['Authorisation', member('authorisationId'), 'identifier'],
  ['Status', member('transactionStatus'), 'status'],
  ['SCA', member('scaStatus'), 'status'],
  ...bankMessages,
  ['Answer', ({ _meta }) => `${_meta.status}`],
  requestId,
]);

/** Three commands that go on from an example. @see C-example-kinds, C-example */
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
