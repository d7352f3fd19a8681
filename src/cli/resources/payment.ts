import type { PaymentKind } from '../../client/payments.ts';
import { Fault } from '../../errors.ts';
import type { CreatedPayment } from '../../payments/create.ts';
import type { PaymentStatusShown, StatusChange } from '../../payments/read.ts';
import type { Column } from '../columns.ts';
import { harmless, harmlessJson } from '../foreign-text.ts';
import { pastedId } from '../pasted.ts';
import { card, type Presentation } from '../presentation.ts';
import { dateText } from '../shown-values.ts';
import { authorise, outcomeColumns, requestId, type WithScaCommand } from './authorisation.ts';
import { bankMessages } from './bank-messages.ts';
import { bulkPayments, numbered, yesOrNo } from './bulk-payments.ts';
import { feeColumns } from './fee.ts';
import { membersOf } from './members.ts';

export type { CreatedPayment, PaymentStatusShown };

/** What the bank wants the PSU to be shown. */
const forPsu: Column<{ readonly psuMessage?: string }> = {
  label: 'For the PSU',
  value: ({ psuMessage }) => psuMessage,
};

/** After the SCA the status of now. @see C-status-of-now */
const created = card<CreatedPayment & WithScaCommand>([
  { label: 'Payment', kind: 'identifier', value: ({ paymentId }) => paymentId, isQuiet: true },
  {
    label: 'Status',
    kind: 'status',
    value: ({ transactionStatus, _meta }) => _meta.sca?.transactionStatus ?? transactionStatus,
  },
  { label: 'SCA', kind: 'status', value: ({ _meta }) => _meta.sca?.scaStatus },
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

const statusCard = card<PaymentStatusShown>([
  { label: 'Payment', kind: 'identifier', value: ({ paymentId }) => paymentId },
  { label: 'Status', kind: 'status', value: ({ transactionStatus }) => transactionStatus, isQuiet: true },
  { label: 'Funds available', value: ({ fundsAvailable }) => yesOrNo(fundsAvailable) },
  forPsu,
  ...bankMessages,
]);

/** Of a bulk the status of each of its payments, too, where the bank tells it. */
export const paymentStatus: Presentation<PaymentStatusShown> = {
  text: (status, look) => {
    const head = statusCard.text(status, look);
    const { payments } = membersOf(status);
    return Array.isArray(payments) ? `${head}\n\n${bulkPayments.text(numbered(payments), look)}` : head;
  },
  quiet: statusCard.quiet,
};

/** A change of a payment that is watched. @see C-watch */
export function statusLine({ at, status, words }: StatusChange): string {
  return [dateText(at), ...[status, words ?? []].flat().map((text) => harmless(text))].join('  ');
}

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
