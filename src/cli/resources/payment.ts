import type { CreatedPayment } from '../../app/payments/create.ts';
import type { PaymentStatusShown } from '../../app/payments/read.ts';
import type { PaymentKind } from '../../client/payment-kind.ts';
import { Fault } from '../../errors.ts';
import { harmless, harmlessJson } from '../foreign-text.ts';
import { type Column, card, type Presentation } from '../presentation.ts';
import { outcomeColumns } from './authorisation.ts';
import { feeColumn } from './fee.ts';
import { warnings } from './warnings.ts';

export type { CreatedPayment, PaymentStatusShown };

/** What the bank wants the PSU to be shown. */
const forPsu: Column<{ readonly psuMessage?: string }> = {
  label: 'For the PSU',
  value: ({ psuMessage }) => psuMessage,
};

const created = card<CreatedPayment>([
  { label: 'Payment', value: ({ paymentId }) => paymentId, isId: true },
  {
    label: 'Status',
    value: ({ transactionStatus, _meta }) =>
      _meta.sca === undefined ? transactionStatus : `${transactionStatus} at its creation`,
  },
  { label: 'SCA', value: ({ _meta }) => _meta.sca?.scaStatus },
  feeColumn,
  forPsu,
  warnings,
  {
    label: 'Authorise at',
    value: ({ _links, _meta }) => (_meta.sca === undefined ? _links?.scaRedirect?.href : undefined),
  },
  ...outcomeColumns,
  { label: 'X-Request-ID', value: ({ _meta }) => _meta.requestId },
]);

export const createdPayment = created as Presentation<CreatedOrBody>;

/** A body that was not sent, as `--print-body` shows it. */
type UnsentBody = Readonly<Record<string, unknown>>;

export type CreatedOrBody = CreatedPayment | UnsentBody;

export function unsentBody(bytes: Uint8Array): UnsentBody {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as UnsentBody;
  } catch (cause) {
    throw new Fault('FILE_UNREADABLE', 'The body is not JSON, so it is not printed.', { cause });
  }
}

/** The body's JSON, the same with and without `--json`, so that it can be kept in a file. @see cli.md --print-body */
export const bodyAsJson: Presentation<CreatedOrBody> = {
  text: async (body) => harmlessJson(body),
  ids: (body) => [harmlessJson(body)],
};

export const paymentStatus = card<PaymentStatusShown>([
  { label: 'Payment', value: ({ paymentId }) => paymentId, isId: true },
  { label: 'Status', value: ({ transactionStatus }) => transactionStatus },
  {
    label: 'Funds available',
    value: ({ fundsAvailable }) => (fundsAvailable === undefined ? undefined : fundsAvailable ? 'yes' : 'no'),
  },
  forPsu,
  warnings,
]);

/** Three commands that go on from an example. @see cli.md --example */
export function nextCommands(
  bin: string,
  kind: PaymentKind,
  { paymentId: id, _links, _meta }: CreatedPayment,
): string {
  const paymentId = harmless(id);
  const waits = _meta.sca === undefined && _links?.scaRedirect !== undefined;
  const commands = [
    ...(waits ? [`sca approve ${paymentId}`] : []),
    // An instant payment is booked when it is approved, and no run takes a periodic one.
    ...(kind === 'instant' || kind === 'periodic' ? [] : ['sandbox batch run']),
    `status ${paymentId}`,
    `payments get ${paymentId}`,
    kind === 'periodic' ? `payments cancel ${paymentId}` : 'sandbox account list',
  ].slice(0, 3);
  return ['Next:', ...commands.map((command) => `  ${bin} ${command}`)].join('\n');
}
