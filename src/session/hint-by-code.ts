import { quoteForShell } from '../own-file.ts';
import type { ErrorCode, TppMessage } from '../wire/errors.ts';

export type Messages = readonly TppMessage[];

/**
 * Returns the remedy for a refusal of an operation with this input; undefined if the code's own explanation suffices.
 */
export type Hint<Input = never> = (
  messages: Messages,
  input: Input,
  hasOperator: boolean,
) => string | undefined;

export function has(messages: Messages, wanted: ErrorCode): boolean {
  return messages.some(({ code }) => code === wanted);
}

/** Creates a hint from the first listed code in the refusal; `{name}` is replaced by a member of the input. */
export function createHintByCode(texts: Partial<Record<ErrorCode, string>>) {
  return (messages: Messages, input: object = {}): string | undefined => {
    const text = Object.entries(texts).find(([code]) => has(messages, code as ErrorCode))?.[1];
    return text?.replaceAll(/\{(\w+)\}/g, (_, name) =>
      quoteForShell(String(input[name as keyof typeof input])),
    );
  };
}

/** The flags of query parameters, of the interface and of the sandbox. */
export const QUERY_FLAGS: Readonly<Record<string, string>> = {
  bookingStatus: '--status',
  dateFrom: '--from',
  fromDate: '--from',
  dateTo: '--to',
  toDate: '--to',
  limit: '--limit',
  offset: '--offset',
};
