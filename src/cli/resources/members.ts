import type { Columns } from '../columns.ts';
import { type BankMessage, messageText } from '../failure.ts';
import { type Money, withDates } from '../shown-values.ts';

/** A resource as it came, whose members are not known to be what the interface says. */
export type Shown = Readonly<Record<string, unknown>>;

export function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** Undefined where the bank does not tell. */
export function yesOrNo(value: unknown): string | undefined {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined;
}

export function moneyOf(value: unknown): Money | undefined {
  const { amount, currency } = membersOf(value);
  const isAmount = typeof amount === 'string' || typeof amount === 'number';
  return isAmount && typeof currency === 'string' ? { amount, currency } : undefined;
}

/** The number of an account, as it is copied. */
export function accountOf(value: unknown): string | undefined {
  const { bban, iban } = membersOf(value);
  return textOf(bban) ?? textOf(iban);
}

/** Structured references, by what each refers to. */
export function referencesOf(payment: Shown): string | undefined {
  const { remittanceInformationStructuredArray: several, remittanceInformationStructured: one } = payment;
  const references: readonly unknown[] = Array.isArray(several) ? several : [one];
  const texts = references.flatMap((reference) => {
    const { referenceType, reference: number } = membersOf(reference);
    return [referenceType, number].flatMap((part) => textOf(part) ?? []).join(' ') || [];
  });
  return texts.length === 0 ? undefined : texts.join(', ');
}

export function membersOf(value: unknown): Shown {
  return typeof value === 'object' && value !== null ? (value as Shown) : {};
}

/**
 * What the bank says beside a result: why it has rejected a payment, else a warning.
 * @see I-errors, D4-status-body
 */
export const bankMessages: Columns<object> = [
  ['Reason', (resource) => listMessages(resource, true).map((message) => withDates(messageText(message)))],
  ['Warning', (resource) => listMessages(resource, false).map(describeWarning)],
];

/** The interface has no code for a warning that goes with a success, and BAD_REQUEST would look like a refusal. */
function describeWarning({ code, ...message }: BankMessage): string {
  return withDates(messageText(code === 'BAD_REQUEST' ? message : { ...message, code }));
}

function listMessages(resource: object, areErrors: boolean): readonly BankMessage[] {
  const { tppMessages } = membersOf(resource);
  const messages: readonly BankMessage[] = Array.isArray(tppMessages) ? tppMessages.map(membersOf) : [];
  return messages.filter(({ category }) => (category === 'ERROR') === areErrors);
}
