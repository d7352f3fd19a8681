import { quoteForShell } from '../own-file.ts';
import type { ErrorCode, TppMessage } from '../wire/errors.ts';

export type Messages = readonly TppMessage[];

/** Says what to do about a refusal of an operation, called with this input; undefined: no more than the code says. */
export type Hint<Input = never> = (
  messages: Messages,
  input: Input,
  hasOperator: boolean,
) => string | undefined;

export function has(messages: Messages, wanted: ErrorCode): boolean {
  return messages.some(({ code }) => code === wanted);
}

/** Makes a hint of the first of these codes that a refusal has; `{name}` stands for a member of the input. */
export function createHintByCode(texts: Partial<Record<ErrorCode, string>>) {
  return (messages: Messages, input: object = {}): string | undefined => {
    const text = Object.entries(texts).find(([code]) => has(messages, code as ErrorCode))?.[1];
    return text?.replaceAll(/\{(\w+)\}/g, (_, name) =>
      quoteForShell(String(input[name as keyof typeof input])),
    );
  };
}

/** The flags that queries come from, of the interface and of the sandbox. */
export const QUERY_FLAGS: Readonly<Record<string, string>> = {
  bookingStatus: '--status',
  dateFrom: '--from',
  fromDate: '--from',
  dateTo: '--to',
  toDate: '--to',
  limit: '--limit',
  offset: '--offset',
};
