import type { HttpResponse } from '../../message.ts';
import type { TppMessage } from '../../wire/errors.ts';
import { JSON_BODY, jsonObject, NO_BODY, type Operation, pathOf, plainHeaders } from '../operation.ts';

/** What an act takes: parameters of its path, and a JSON body where it has one. */
export interface ActInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/**
 * An act of the operator, who is no TPP: the request is not signed.
 * @param split what of the input stands in the path, and what in the body
 * @param next what to do about a refusal that names no argument
 * @see decisions.md §11
 */
export function act<Input, Resource>(
  operation: string,
  method: 'GET' | 'POST',
  path: string,
  split: (input: Input) => ActInput,
  next?: (messages: readonly TppMessage[], input: Input) => string | undefined,
): Operation<Input, Resource> {
  return {
    operation,
    method,
    path,
    request: (input, context) => {
      const { params = {}, body } = split(input);
      const headers = plainHeaders(context);
      return {
        method,
        target: pathOf(context, path, params),
        headers: body === undefined ? headers : [...headers, JSON_BODY],
        body: body === undefined ? NO_BODY : Buffer.from(JSON.stringify(body), 'utf8'),
      };
    },
    hint: (messages, input) => hintOfArguments(messages) ?? next?.(messages, input),
    resource: (response: HttpResponse) => jsonObject(response) as unknown as Resource,
  };
}

/** The arguments and flags that members of the bodies come from. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  as: '--as',
  context: '--context',
  agreementId: '--agreement',
  seconds: 'DURATION',
  now: 'TIME',
};

function hintOfArguments(messages: readonly TppMessage[]): string | undefined {
  const named = messages.flatMap(({ path }) => (path === undefined ? [] : (ARGUMENTS[path] ?? [])));
  return named.length === 0 ? undefined : `Change ${named.join(', ')}.`;
}
