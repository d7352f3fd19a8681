import type { Header } from '../message.ts';
import type { ErrorBody } from '../wire/errors.ts';
import type { Refusal } from './refusal.ts';

/** What a handler returns: a status, its own headers, a JSON value or none. */
export interface Result {
  readonly status: number;
  readonly headers?: readonly Header[];
  readonly json?: unknown;
}

/** An answer as it is kept and sent, but for the headers that every answer has. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

const JSON_TYPE: Header = ['Content-Type', 'application/json'];

export function answerOf(result: Result): Answer {
  const headers = result.headers ?? [];
  if (result.json === undefined) return { status: result.status, headers, body: '' };
  return { status: result.status, headers: [JSON_TYPE, ...headers], body: JSON.stringify(result.json) };
}

/** @see decisions.md §2 Body of every refusal */
export function answerOfRefusal(refusal: Refusal): Answer {
  const body: ErrorBody = {
    tppMessages: refusal.messages,
    ...(refusal.links ? { _links: refusal.links } : {}),
  };
  return answerOf({ status: refusal.status, headers: refusal.headers ?? [], json: body });
}

export function isRefusal(outcome: Result | Refusal): outcome is Refusal {
  return 'messages' in outcome;
}
