import type { Header } from '../message.ts';
import type { OperationThatAnswers } from './answers.ts';
import { type CallContext, NO_BODY, type Operation, pathOf, rowOf, sessionHeaders } from './operation.ts';

/**
 * An operation on what is there already: it takes no body, and its input stands in the path.
 * @param headersOf what every such request has: of a TPP-Session-ID unless given
 */
export function bareOperation<Input, Resource>(
  name: OperationThatAnswers<Resource>,
  headersOf: (context: CallContext) => readonly Header[] = sessionHeaders,
): Operation<Input, Resource> {
  const row = rowOf<Resource>(name);
  return {
    ...row,
    request: (reference, context) => ({
      method: row.method,
      target: pathOf(context, row.path, reference ?? {}),
      headers: headersOf(context),
      body: NO_BODY,
    }),
  };
}
