import type { OperationThatAnswers } from '../answers.ts';
import { JSON_BODY, NO_BODY, type Operation, pathOf, plainHeaders, rowOf } from '../operation.ts';

/** What an act takes: parameters of its path, and a JSON body where it has one. */
export interface ActInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/**
 * An act of the operator, who is no TPP: the request is not signed.
 * @param split what of the input stands in the path, and what in the body
 * @see D11-operator-acts
 */
export function act<Input, Resource>(
  name: OperationThatAnswers<Resource>,
  split: (input: Input) => ActInput,
): Operation<Input, Resource> {
  const row = rowOf<Resource>(name);
  return {
    ...row,
    request: (input, context) => {
      const { params = {}, body } = split(input);
      const headers = plainHeaders(context);
      return {
        method: row.method,
        target: pathOf(context, row.path, params),
        headers: body === undefined ? headers : [...headers, JSON_BODY],
        body: body === undefined ? NO_BODY : Buffer.from(JSON.stringify(body), 'utf8'),
      };
    },
  };
}
