import type { OperationThatAnswers } from '../answers.ts';
import { NO_BODY, type Operation, pathOf, rowOf, sessionHeaders } from '../operation.ts';

/**
 * An operation of account information: it takes no body.
 * @param query members of the input that stand there
 */
export function reading<Input extends object | undefined, Resource extends object>(
  name: OperationThatAnswers<Resource>,
  query: readonly (keyof Input & string)[] = [],
): Operation<Input, Resource> {
  const row = rowOf<Resource>(name);
  return {
    ...row,
    request: (input, context) => ({
      method: row.method,
      target: pathOf(context, row.path, input ?? {}) + queryOf(input, query),
      headers: sessionHeaders(context),
      body: NO_BODY,
    }),
  };
}

function queryOf<Input>(input: Input, names: readonly (keyof Input & string)[]): string {
  const given = new URLSearchParams();
  for (const name of names) if (input[name] !== undefined) given.set(name, String(input[name]));
  return given.size === 0 ? '' : `?${given}`;
}
