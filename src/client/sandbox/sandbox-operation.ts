import type { OperationThatAnswers } from '../answers.ts';
import { bareOperation, JSON_BODY, type Operation, plainHeaders } from '../operation.ts';

/** Builds a sandbox operation without a body: its input stands in path and query. */
export function onSandbox<Input, Resource>(
  name: OperationThatAnswers<Resource>,
  query: readonly (keyof Input & string)[] = [],
): Operation<Input, Resource> {
  const bare = bareOperation<Input, Resource>(name, plainHeaders);
  return {
    ...bare,
    request: (input, context) => {
      const { target, ...rest } = bare.request(input, context);
      return { ...rest, target: target + writeQuery(input, query) };
    },
  };
}

/** Builds a sandbox operation that sends a body; the rest of its input stands in the path. */
export function withBody<Input extends { readonly body: Uint8Array }, Resource>(
  name: OperationThatAnswers<Resource>,
): Operation<Input, Resource> {
  const bare = bareOperation<Input, Resource>(name, plainHeaders);
  return {
    ...bare,
    request: (input, context) => {
      const { headers, ...rest } = bare.request(input, context);
      return { ...rest, headers: [...headers, JSON_BODY], body: input.body };
    },
  };
}

function writeQuery<Input>(input: Input, names: readonly (keyof Input & string)[]): string {
  const given = new URLSearchParams();
  for (const name of names) if (input[name] !== undefined) given.set(name, String(input[name]));
  return given.size === 0 ? '' : `?${given}`;
}
