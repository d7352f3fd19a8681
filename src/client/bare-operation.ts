import type { Header } from '../message.ts';
import {
  type CallContext,
  jsonObject,
  NO_BODY,
  type Operation,
  pathOf,
  rowOf,
  sessionHeaders,
} from './operation.ts';

/**
 * An operation on what is there already: it takes no body, and its input stands in the path. 204 is an empty object.
 * @param headersOf what every such request has: of a TPP-Session-ID unless given
 */
export function bareOperation<Input extends object, Resource>(
  name: string,
  headersOf: (context: CallContext) => readonly Header[] = sessionHeaders,
): Operation<Input, Resource> {
  const row = rowOf(name);
  return {
    ...row,
    request: (reference, context) => ({
      method: row.method,
      target: pathOf(context, row.path, reference),
      headers: headersOf(context),
      body: NO_BODY,
    }),
    resource: (response) => (response.status === 204 ? {} : jsonObject(response)) as Resource,
  };
}
