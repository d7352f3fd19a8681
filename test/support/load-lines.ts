import type { HttpRequest } from '../../src/message.ts';

/** Requests as a load reads them from a file: one in each line. */
export function linesOf(requests: readonly HttpRequest[]): string {
  return requests
    .map((request) => JSON.stringify({ ...request, body: Buffer.from(request.body).toString('base64') }))
    .join('\n');
}
