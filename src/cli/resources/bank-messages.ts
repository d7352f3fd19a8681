import { type BankMessage, messageText } from '../bank-message.ts';
import type { Column } from '../columns.ts';
import { withDates } from '../shown-values.ts';
import { membersOf } from './members.ts';

/**
 * What the bank says beside a result: why it has rejected a payment, else a warning.
 * @see I-errors, D4-status-body
 */
export const bankMessages: readonly Column<object>[] = [
  { label: 'Reason', value: (resource) => messagesOf(resource).filter(isError).map(shownText) },
  {
    label: 'Warning',
    value: (resource) =>
      messagesOf(resource)
        .filter((message) => !isError(message))
        .map(warningText),
  },
];

/** The interface has no code for a warning that goes with a success, and BAD_REQUEST would look like a refusal. */
function warningText({ code, ...message }: BankMessage): string {
  return shownText(code === 'BAD_REQUEST' ? message : { ...message, code });
}

/** @see C-shown-dates */
function shownText(message: BankMessage): string {
  return withDates(messageText(message));
}

function messagesOf(resource: object): readonly BankMessage[] {
  const { tppMessages } = membersOf(resource);
  return Array.isArray(tppMessages) ? tppMessages.map(membersOf) : [];
}

function isError({ category }: BankMessage): boolean {
  return category === 'ERROR';
}
