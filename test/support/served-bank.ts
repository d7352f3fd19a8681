import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openHttps, type ServedBankOptions, serveBank } from '../../src/library.ts';
import type { HttpRequest } from '../../src/message.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testTls } from './tls.ts';

/** A whole bank over HTTPS and a way to it, for the running test. */
export async function served(options: Partial<ServedBankOptions> = {}) {
  const { key, certificate, ca } = testTls();
  const unexpected: unknown[] = [];
  const server = await serveBank({
    path: join(temporaryFolder(), 'bank.db'),
    onUnexpected: (fault) => unexpected.push(fault),
    ...{ key, certificate, port: 0 },
    ...options,
  });
  const way = await openHttps({ origin: server.url, ca });
  onTestFinished(async () => {
    await way.close();
    await server.close();
  });
  const send = async (request: HttpRequest) => {
    const { status, body } = await way.send(request);
    const text = Buffer.from(body).toString();
    return { status, json: text === '' ? undefined : JSON.parse(text) };
  };
  return { server, send, unexpected };
}
