import type { Header, HttpResponse } from '../../message.ts';
import {
  type CallContext,
  JSON_BODY,
  jsonObject,
  NO_BODY,
  type Operation,
  pathOf,
  plainHeaders,
  rowOf,
} from '../operation.ts';

type Read = (response: HttpResponse) => unknown;

/** A sandbox operation that takes no input. */
export function inSandbox<Resource>(name: string, read: Read): Operation<void, Resource> {
  const row = rowOf(name);
  return {
    ...row,
    request: (_, context) => bare(row, context, {}),
    resource: (response) => read(response) as Resource,
  };
}

/** One on what is there already: its input stands in path and query. */
export function onSandbox<Input extends object, Resource>(
  name: string,
  read: Read,
  query: readonly (keyof Input & string)[] = [],
): Operation<Input, Resource> {
  const row = rowOf(name);
  return {
    ...row,
    request: (input, context) => {
      const { target, ...rest } = bare(row, context, input);
      return { ...rest, target: target + queryOf(input, query) };
    },
    resource: (response) => read(response) as Resource,
  };
}

/** One that deletes: 204 is an empty object. */
export function deleting<Input extends object>(name: string): Operation<Input, Record<string, never>> {
  return onSandbox(name, (response) => (response.status === 204 ? {} : jsonObject(response)));
}

/** One that sends a body; the rest of its input stands in the path. */
export function withBody<Input extends { readonly body: Uint8Array }, Resource>(
  name: string,
): Operation<Input, Resource> {
  const row = rowOf(name);
  return {
    ...row,
    request: (input, context) => {
      const { headers, ...rest } = bare(row, context, input);
      const all: readonly Header[] = [...headers, JSON_BODY];
      return { ...rest, headers: all, body: input.body };
    },
    resource: (response) => jsonObject(response) as Resource,
  };
}

function bare(
  { method, path }: Pick<Operation<never, unknown>, 'method' | 'path'>,
  context: CallContext,
  input: object,
) {
  return { method, target: pathOf(context, path, input), headers: plainHeaders(context), body: NO_BODY };
}

function queryOf<Input extends object>(input: Input, names: readonly (keyof Input & string)[]): string {
  const given = new URLSearchParams();
  for (const name of names) if (input[name] !== undefined) given.set(name, String(input[name]));
  return given.size === 0 ? '' : `?${given}`;
}
