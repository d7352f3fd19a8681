import type { HttpRequest, HttpResponse } from '../message.ts';
import type { Operation as WireOperation } from '../wire/operations.ts';
import { listHeaders, type Operation, parseBody } from './operation.ts';

/** A request that a user wrote. */
export interface RawRequest {
  readonly method: WireOperation['method'];
  /** The base path, the path below it, and the query. */
  readonly target: string;
  readonly body: Uint8Array;
}

export interface RawResource {
  readonly response: HttpResponse;
  /** The parsed JSON; undefined if the body is something else. */
  readonly body: unknown;
}

/**
 * Creates the operation of a user's request, with the headers that psd2 sends for it. Its path is empty, so that it goes
 * to the profile's base URL and never to the operator's port.
 * @param row the operation of the interface, or the row of other requests
 * @see C-api
 */
export function createRawOperation(
  { method, target, body }: RawRequest,
  row: WireOperation,
  onResponse: (response: HttpResponse, request: HttpRequest) => void,
): Operation<void, RawResource> {
  const takesBody = row.takesBody || body.byteLength > 0;
  return {
    ...{ operation: row.name, method, path: '', onResponse },
    request: (_, context) => ({
      ...{ method, target, body },
      headers: listHeaders(context, { hasSession: row.hasSession, takesBody }),
    }),
    resource: async (response) => ({ response, body: parseBody(response) }),
  };
}
