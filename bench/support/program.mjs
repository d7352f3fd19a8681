// The built program, as its users run it: its library, and a home in which it has made a payment.
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolder, runProcess } from './processes.mjs';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const RUN_FILE = findRunFile(ROOT);
export const CREATE = ['payments', 'create', '--domestic', '--example', '--json'];

/** @param root of a clone that is built */
export function findRunFile(root) {
  return join(root, 'bin', 'run.js');
}

/** Loads the library of a build. */
export function loadLibrary(root = ROOT) {
  const { loadBundle } = require(join(root, 'bin', 'code-cache.js'));
  return loadBundle(join(root, 'dist', 'psd2.cjs'), true).exports.library();
}

/** Creates a home with keys and a bank. */
export function createHome(root = ROOT) {
  const home = createFolder();
  runProcess([findRunFile(root), ...CREATE], { PSD2_HOME: home });
  return home;
}

/** Reads the seal of a TPP. */
export function readSeal(library, { keyFile, certificateFile }) {
  const key = createPrivateKey(readFileSync(keyFile));
  const { blocks } = library.readPem(readFileSync(certificateFile, 'utf8'));
  const { certificate } = library.readCertificate(blocks[0].der);
  return { key, certificate, signer: library.createSigner(key, certificate) };
}

/** Names the files of the seal in a home. */
export function findSeal(home) {
  const keys = join(home, 'offline', 'keys');
  return { keyFile: join(keys, 'seal.key.pem'), certificateFile: join(keys, 'seal.pem') };
}

/** Creates the headers of every request, in the form of the library's operations. */
export function createContext() {
  return {
    basePath: '',
    requestId: randomUUID(),
    acceptFix: 'amount-as-string',
    tppSessionId: 'bench',
    tppRedirectUri: 'http://127.0.0.1:8910/cb/bench',
    psuIpAddress: '192.0.2.1',
    psu: { context: 'PRIVATE' },
  };
}

/** Creates the body of a domestic payment; each differs, so none is a duplicate. */
export function createPaymentBody(accounts) {
  return {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: accounts[2].bban, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: accounts[0].bban, currency: 'NOK' },
    remittanceInformationUnstructured: `bench ${randomUUID()}`,
  };
}

const OPERATOR = { address: '127.0.0.1', operator: true };
const QUARTER_HOUR = 900;

/**
 * Acts as the operator of a bank.
 * @param handle the bank's handler
 */
export async function operate(handle, target, body, method = 'POST') {
  const headers = [['X-Request-ID', randomUUID()]];
  if (body !== undefined) headers.push(['Content-Type', 'application/json']);
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  const answer = await handle({ method, target, headers, body: bytes }, OPERATOR);
  return { status: answer.status, text: Buffer.from(answer.body).toString('utf8') };
}

/**
 * Ends the open authorisations of a bank, before the TPP has too many: its clock goes on by the quarter of an hour that
 * they have, and the next request does what is due.
 */
export async function endAuthorisations(handle) {
  const { status } = await operate(handle, '/operator/clock/advance', { seconds: QUARTER_HOUR });
  const next = await operate(handle, '/operator/payments/none/hold');
  if (status !== 200 || next.status !== 404)
    throw new Error(`the clock was answered ${status}, ${next.status}`);
}
