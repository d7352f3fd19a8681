import type { Header } from '../message.ts';
import { type ErrorBody, type ErrorCode, message, type TppMessage } from '../wire/errors.ts';
import type { FieldFault } from '../wire/field.ts';
import type { Links } from '../wire/link.ts';
import { MOST_FAULTS } from '../wire/parse.ts';

/** The bank's no. A value, never an exception. @see D2-together */
export interface Refusal {
  readonly status: number;
  readonly messages: readonly TppMessage[];
  readonly links?: Links;
  readonly headers?: readonly Header[];
}

/** A refusal with one message. `path` names the member, header or query. */
export function refuse(status: number, code: ErrorCode, text: string, path?: string): Refusal {
  return { status, messages: [message('ERROR', code, text, path)] };
}

/** Refuses for now: the same request may be sent again after so long. @see S1-503 */
export function refuseForNow(text: string, seconds: number): Refusal {
  return { ...refuse(503, 'SYSTEM_ERROR', text), headers: [['Retry-After', String(seconds)]] };
}

/** Several faults of one body, reported together. */
export function refuseBody(faults: readonly (FieldFault & { readonly code?: ErrorCode })[]): Refusal {
  return {
    status: 400,
    messages: faults.map(({ code = 'FORMAT_ERROR', text, path }) =>
      message('ERROR', code, text, path || undefined),
    ),
  };
}

/** Thrown by work that has begun to write and is refused all the same: the store undoes it. */
export class RefusedWork extends Error {
  override readonly name = 'RefusedWork';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super('the work was refused', options);
    this.refusal = refusal;
  }
}

/** The same answer for no such resource, another TPP's and another PSU's. @see D2-resource-unknown */
export function unknownResource(what: string): Refusal {
  return refuse(404, 'RESOURCE_UNKNOWN', `no ${what} with this id can be read here`);
}

/** What a handler returns: a status, its own headers, and a JSON value, other content, or none. */
export interface Result {
  readonly status: number;
  readonly headers?: readonly Header[];
  readonly json?: unknown;
  /** What is no JSON: a page of the site. */
  readonly content?: { readonly type: string; readonly text: string };
}

/** An answer as it is kept and sent, but for the headers that every answer has. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

/** Answers 200 with JSON; JSON leaves out what is undefined. */
export function answerOk<T>(json: T): Result {
  return { status: 200, json };
}

/**
 * 201 of a payment, basket or authorisation.
 * @param href where it is found
 * @see D2-created-headers
 */
export function answerMade(href: string, json: unknown): Result {
  const headers: readonly Header[] = [
    ['Location', href],
    ['ASPSP-SCA-Approach', 'REDIRECT'],
  ];
  return { status: 201, headers, json };
}

/**
 * 201 of what the sandbox makes.
 * @param href where it is found
 * @see D2-created-location
 */
export function answerAdded(href: string, json: unknown): Result {
  return { status: 201, headers: [['Location', href]], json };
}

const JSON_TYPE: Header = ['Content-Type', 'application/json'];

export function answerOf(result: Result): Answer {
  const headers = result.headers ?? [];
  if (result.content) {
    const { type, text } = result.content;
    return { status: result.status, headers: [['Content-Type', type], ...headers], body: text };
  }
  if (result.json === undefined) return { status: result.status, headers, body: '' };
  return { status: result.status, headers: [JSON_TYPE, ...headers], body: JSON.stringify(result.json) };
}

/** @see D2-error-body */
export function answerOfRefusal(refusal: Refusal): Answer {
  const body: ErrorBody = {
    // Whoever has more wrong learns the rest at the next try.
    tppMessages: refusal.messages.slice(0, MOST_FAULTS),
    ...(refusal.links ? { _links: refusal.links } : {}),
  };
  return answerOf({ status: refusal.status, headers: refusal.headers ?? [], json: body });
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'messages' in outcome;
}
