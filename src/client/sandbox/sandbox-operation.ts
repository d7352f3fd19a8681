import type { Header } from '../../message.ts';
import type { OperationThatAnswers } from '../answers.ts';
import {
  type CallContext,
  JSON_BODY,
  NO_BODY,
  type Operation,
  pathOf,
  plainHeaders,
  rowOf,
} from '../operation.ts';

/** A sandbox operation that takes no input. */
export function inSandbox<Resource>(name: OperationThatAnswers<Resource>): Operation<void, Resource> {
  const row = rowOf<Resource>(name);
  return {
    ...row,
    request: (_, context) => bare(row, context, {}),
  };
}

/** One on what is there already: its input stands in path and query. */
export function onSandbox<Input extends object, Resource>(
  name: OperationThatAnswers<Resource>,
  query: readonly (keyof Input & string)[] = [],
): Operation<Input, Resource> {
  const row = rowOf<Resource>(name);
  return {
    ...row,
    request: (input, context) => {
      const { target, ...rest } = bare(row, context, input);
      return { ...rest, target: target + queryOf(input, query) };
    },
  };
}

/** One that deletes. */
export function deleting<Input extends object>(
  name: OperationThatAnswers<Record<string, never>>,
): Operation<Input, Record<string, never>> {
  return onSandbox(name);
}

/** One that sends a body; the rest of its input stands in the path. */
export function withBody<Input extends { readonly body: Uint8Array }, Resource>(
  name: OperationThatAnswers<Resource>,
): Operation<Input, Resource> {
  const row = rowOf<Resource>(name);
  return {
    ...row,
    request: (input, context) => {
      const { headers, ...rest } = bare(row, context, input);
      const all: readonly Header[] = [...headers, JSON_BODY];
      return { ...rest, headers: all, body: input.body };
    },
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
