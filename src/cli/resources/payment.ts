import type { CreatedPayment, PaymentStatusShown, ReadPayment } from '../../app.ts';
import { Fault } from '../../errors.ts';
import { harmless, harmlessJson } from '../foreign-text.ts';
import { card, type Presentation } from '../presentation.ts';
import { outcomeColumns } from './authorisation.ts';
import { warnings } from './warnings.ts';

export type { CreatedPayment, PaymentStatusShown, ReadPayment };

const created = card<CreatedPayment>([
  { label: 'Payment', value: ({ paymentId }) => paymentId, isId: true },
  {
    label: 'Status',
    value: ({ transactionStatus, _meta }) =>
      _meta.sca === undefined ? transactionStatus : `${transactionStatus} at its creation`,
  },
  { label: 'SCA', value: ({ _meta }) => _meta.sca?.scaStatus },
  {
    label: 'Fee',
    value: ({ transactionFees }) =>
      transactionFees && `${transactionFees.amount} ${transactionFees.currency}`,
  },
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
  warnings,
]);

/** A payment as the bank shows it; members of other products appear as they come. */
export const readPayment = card<ReadPayment>([
  { label: 'Payment', value: ({ paymentId }) => text(paymentId), isId: true },
  { label: 'Status', value: ({ transactionStatus }) => text(transactionStatus) },
  { label: 'Amount', value: ({ instructedAmount }) => pair(instructedAmount, 'amount', 'currency') },
  { label: 'Creditor', value: ({ creditorName }) => text(creditorName) },
  { label: 'Creditor account', value: ({ creditorAccount }) => pair(creditorAccount, 'bban', 'currency') },
  { label: 'Debtor account', value: ({ debtorAccount }) => pair(debtorAccount, 'bban', 'currency') },
  { label: 'Debtor card', value: ({ debtorAccount }) => cardOf(debtorAccount) },
  {
    label: 'Message',
    value: ({ remittanceInformationUnstructured }) => text(remittanceInformationUnstructured),
  },
  { label: 'Execution date', value: ({ requestedExecutionDate }) => text(requestedExecutionDate) },
]);

/** Three commands that go on from an example. @see cli.md --example */
export function nextCommands(bin: string, { paymentId: id, _links, _meta }: CreatedPayment): string {
  const paymentId = harmless(id);
  const waits = _meta.sca === undefined && _links?.scaRedirect !== undefined;
  const commands = [
    ...(waits ? [`sca approve ${paymentId}`] : []),
    'sandbox batch run',
    `status ${paymentId}`,
    ...(waits ? [] : [`payments get ${paymentId}`]),
  ];
  return ['Next:', ...commands.map((command) => `  ${bin} ${command}`)].join('\n');
}

function cardOf(debtorAccount: unknown): string | undefined {
  return pair((debtorAccount as { other?: unknown } | undefined)?.other, 'identification');
}

function text(value: unknown): string | undefined {
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/** The members that are there, side by side. */
function pair(value: unknown, ...names: string[]): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const texts = names.flatMap((name) => text((value as Record<string, unknown>)[name]) ?? []);
  return texts.length === 0 ? undefined : texts.join(' ');
}
