import type { Header } from '../message.ts';
import { type ErrorCode, message, type TppMessage } from '../wire/errors.ts';
import type { FieldFault } from '../wire/field.ts';
import type { Links } from '../wire/link.ts';

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

/** Several faults of one body, reported together. */
export function refuseBody(faults: readonly (FieldFault & { readonly code?: ErrorCode })[]): Refusal {
  return {
    status: 400,
    messages: faults.map(({ code = 'FORMAT_ERROR', text, path }) =>
      message('ERROR', code, text, path || undefined),
    ),
  };
}

/** The same answer for no such resource, another TPP's and another PSU's. @see D2-resource-unknown */
export function unknownResource(what: string): Refusal {
  return refuse(404, 'RESOURCE_UNKNOWN', `no ${what} with this id can be read here`);
}
