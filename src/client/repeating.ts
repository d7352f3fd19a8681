import type { HttpResponse } from '../message.ts';
import type { Caller } from './call.ts';
import { readRefusal } from './operation.ts';

/**
 * A caller that sends a write once more. What comes of the repeat tells of the first only when the bank has looked at
 * what it was asked for: when nothing left, or the signature was refused before, the first is as unknown as it was.
 * @see D13-repeat
 */
export function repeating(caller: Caller): Caller {
  const { transport, writes } = caller;
  if (writes === undefined) return caller;
  let isUnread = false;
  return {
    ...caller,
    transport: async (request) => {
      const response = await transport(request);
      isUnread = isRefusedUnread(response);
      return response;
    },
    writes: {
      ...writes,
      drop: async () => {},
      close: async (requestId, status) => (isUnread ? undefined : writes.close(requestId, status)),
    },
  };
}

/** BAD_REQUEST: the signature, the digest or the certificate fails, or something on the way there did. @see D2-finding-codes */
function isRefusedUnread(response: HttpResponse): boolean {
  if (response.status === 429) return true;
  const { messages } = readRefusal(response);
  return response.status === 400 && messages.every(({ code }) => code === 'BAD_REQUEST');
}
