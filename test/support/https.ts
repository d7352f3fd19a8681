import { onTestFinished } from 'vitest';
import { createHttpsTransport, type HttpsOptions } from '../../src/transport/https.ts';
import { testTls } from './tls.ts';

/** A transport that the running test closes, to an origin or a port of 127.0.0.1, and that trusts the tests' CA. */
export function openTransport(to: string | number, options: Partial<HttpsOptions> = {}) {
  const origin = typeof to === 'number' ? `https://127.0.0.1:${to}` : to;
  const transport = createHttpsTransport({ origin, ca: testTls().ca, ...options });
  onTestFinished(() => transport.close());
  return transport;
}
