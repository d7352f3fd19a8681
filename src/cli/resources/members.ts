import type { Columns } from '../columns.ts';
import { type BankMessage, formatMessage } from '../failure.ts';
import { type Money, withDates } from '../format-values.ts';

/** A resource as received; its members may violate the interface. */
export type ReceivedResource = Readonly<Record<string, unknown>>;

export function getText(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** Formats a boolean; returns undefined for other values. */
export function formatYesOrNo(value: unknown): string | undefined {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined;
}

export function parseMoney(value: unknown): Money | undefined {
  const { amount, currency } = getMembers(value);
  const isAmount = typeof amount === 'string' || typeof amount === 'number';
  return isAmount && typeof currency === 'string' ? { amount, currency } : undefined;
}

/** Formats an account's number for copying. */
export function formatAccount(value: unknown): string | undefined {
  const { bban, iban } = getMembers(value);
  return getText(bban) ?? getText(iban);
}

/** Formats structured references by their types. */
export function formatReferences(payment: ReceivedResource): string | undefined {
  const { remittanceInformationStructuredArray: several, remittanceInformationStructured: one } = payment;
  const references: readonly unknown[] = Array.isArray(several) ? several : [one];
  const texts = references.flatMap((reference) => {
    const { referenceType, reference: number } = getMembers(reference);
    return [referenceType, number].flatMap((part) => getText(part) ?? []).join(' ') || [];
  });
  return texts.length === 0 ? undefined : texts.join(', ');
}

export function getMembers(value: unknown): ReceivedResource {
  return typeof value === 'object' && value !== null ? (value as ReceivedResource) : {};
}

/** The columns of a bank's messages: reasons of a rejection, or warnings. @see I-errors, D4-status-body */
export const bankMessages: Columns<object> = [
  ['Reason', (resource) => listMessages(resource, true).map((message) => withDates(formatMessage(message)))],
  ['Warning', (resource) => listMessages(resource, false).map(describeWarning)],
];

/**
 * Describes a warning without its code: the interface has no code for warnings in successful responses, and BAD_REQUEST
 * would look like a refusal.
 */
function describeWarning({ code, ...message }: BankMessage): string {
  return withDates(formatMessage(code === 'BAD_REQUEST' ? message : { ...message, code }));
}

function listMessages(resource: object, areErrors: boolean): readonly BankMessage[] {
  const { tppMessages } = getMembers(resource);
  const messages: readonly BankMessage[] = Array.isArray(tppMessages) ? tppMessages.map(getMembers) : [];
  return messages.filter(({ category }) => (category === 'ERROR') === areErrors);
}
