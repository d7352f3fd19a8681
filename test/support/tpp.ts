import { randomUUID } from 'node:crypto';
import { createInitialData } from '../../src/bank/domain/initial-data.ts';
import { createPayment } from '../../src/client/payments.ts';
import { openBank } from '../../src/library.ts';
import type { HttpRequest, HttpResponse } from '../../src/message.ts';
import { makeProfileFolder } from '../../src/settings/home.ts';
import { openIdentity } from '../../src/settings/identity.ts';
import { createSigner, type Signer, sign } from '../../src/signing/sign.ts';
import { createInProcessTransport } from '../../src/transport/in-process.ts';
import { testSigner } from './bank.ts';
import { certificateOf } from './read-certificate.ts';

export interface Wanted {
  /** What makes the payment another one than the last. */
  readonly remittance: string;
  /** One of its own unless given. */
  readonly requestId?: string;
}

/** A TPP with the identity of a home, at the bank of that home: everything is created on first use. */
export interface Tpp {
  /** The signed creation of a payment, not sent yet. */
  request(wanted: Wanted): HttpRequest;
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export async function openTpp(home: string, onLockWait: () => void = () => {}): Promise<Tpp> {
  const uid = process.getuid?.();
  const places = makeProfileFolder(home, 'offline', uid);
  const { privateKey, certificateDer } = await openIdentity(places.keys, uid, { now: Date.now });
  const signer = createSigner(privateKey, certificateOf(certificateDer));
  const bank = openBank({
    path: places.store,
    store: { onFlushed: () => {}, onLockWait },
    onUnexpected: (fault) => process.stderr.write(`the bank's own fault: ${(fault as Error).stack}\n`),
  });
  return {
    request: (wanted) => creation(signer, wanted),
    send: createInProcessTransport(bank.handle),
    close: () => bank.close(),
  };
}

/** The body of a payment between two accounts of the initial data. */
export function paymentBody({ remittance }: Wanted): Uint8Array {
  const { accounts } = createInitialData('psd2');
  const debtor = accounts.find(({ customerNumber }) => customerNumber === '15813963008');
  const creditor = accounts.find(({ customerNumber }) => customerNumber !== '15813963008');
  const payment = {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: creditor?.bban, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: debtor?.bban, currency: 'NOK' },
    remittanceInformationUnstructured: remittance,
  };
  return Buffer.from(JSON.stringify(payment));
}

export interface Creation {
  /** The payment, or its JSON. */
  readonly body: object | Uint8Array;
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
    {
      kind: 'domestic',
      body: body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)),
      allowLogicalDuplicate: false,
    },
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

/** A signed creation between two accounts of the initial data. */
export function creation(signer: Signer, { remittance, requestId = randomUUID() }: Wanted): HttpRequest {
  return signedCreation({ body: paymentBody({ remittance }), at: Date.now(), requestId, signer });
}

export function textOf({ body }: HttpResponse): string {
  return Buffer.from(body).toString('utf8');
}
