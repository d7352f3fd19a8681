import type { Handle, HttpRequest, HttpResponse } from '../../message.ts';

const PATH = '/health';

/**
 * Answers `GET /health`, at the root whatever the base path is, for who watches over the bank: 200 while its store can
 * be read, else 503. Everything else goes on to the door.
 * @param check rejects when the store can't be used now
 * @see C-serve-health
 */
export function withHealth(handle: Handle, check: () => Promise<void>, clock: () => number): Handle {
  return async (request, peer) => {
    if (!asksForHealth(request)) return handle(request, peer);
    try {
      await check();
      return answer(200, 'ok', clock());
    } catch {
      // Whoever writes is told what the store says; who asks for health is told that there is none.
      return answer(503, 'store unavailable', clock());
    }
  };
}

function asksForHealth({ method, target }: HttpRequest): boolean {
  return method === 'GET' && (target === PATH || target.startsWith(`${PATH}?`));
}

function answer(status: number, text: string, now: number): HttpResponse {
  return {
    status,
    headers: [
      ['Date', new Date(now).toUTCString()],
      ['Content-Type', 'application/json'],
      ['Cache-Control', 'no-store'],
    ],
    body: Buffer.from(JSON.stringify({ status: text })),
  };
}
