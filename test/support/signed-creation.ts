import { createPayment } from '../../src/client/payments.ts';
import type { HttpRequest } from '../../src/message.ts';
import { type Signer, sign } from '../../src/signing/sign.ts';
import { testSigner } from './bank.ts';

export interface Creation {
  readonly body: object;
  /** Milliseconds since 1970, for Date. */
  readonly at: number;
  readonly basePath?: string;
  readonly requestId?: string;
  readonly signer?: Signer;
}

/** The signed creation of a payment, for a bank that is not the usual test bank. */
export function signedCreation({
  body,
  at,
  basePath = '',
  requestId = 'creation-1',
  signer,
}: Creation): HttpRequest {
  const request = createPayment.request(
    { kind: 'domestic', body: Buffer.from(JSON.stringify(body)), allowLogicalDuplicate: false },
    {
      basePath,
      requestId,
      acceptFix: 'amount-as-string',
      tppSessionId: 'test-session',
      tppRedirectUri: 'https://tpp.example/cb',
      psuIpAddress: '192.0.2.1',
      psu: { context: 'PRIVATE' },
    },
  );
  return sign(request, signer ?? testSigner(), { date: at }).request;
}
