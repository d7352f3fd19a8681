/** The library: opens a bank, signs requests, and calls operations, singly or in a session. @see A-library */
import { getOperation } from './client/operation.ts';
import type { HttpsOptions, HttpsTransport } from './transport/https.ts';

export { readCertificate } from './certificates/certificate.ts';
export { readPem } from './certificates/pem.ts';
export { call } from './client/call.ts';
export { createPayment, readPayment, readPaymentStatus } from './client/payments.ts';
export type { Session } from './client/session.ts';
export { type ServedBankOptions, serveBank } from './serve/serve-bank.ts';
export { type BankOptions, type OpenedBank, openBank } from './session/open-bank.ts';
export { openTppSession, type SessionOptions } from './session/open-session.ts';
export { createSigner, sign, signAsync } from './signing/sign.ts';
export { createVerifier } from './signing/verify.ts';
export { createInProcessTransport } from './transport/in-process.ts';
export { signRequests } from './transport/sign-requests.ts';

export const initialiseSandbox = getOperation('initialise sandbox');
export const listSandboxAccounts = getOperation('list sandbox accounts');
export const listSandboxCustomers = getOperation('list sandbox customers');

/** Opens a transport to a bank over HTTPS. Loads undici, which importing the library doesn't. */
export async function openHttps(options: HttpsOptions): Promise<HttpsTransport> {
  const { createHttpsTransport } = await import('./transport/https.ts');
  return createHttpsTransport(options);
}

/** Loads the module that issues the certificates of a served bank. */
export function loadTlsIssuer(): Promise<typeof import('./certificates/issue/tls.ts')> {
  return import('./certificates/issue/tls.ts');
}
