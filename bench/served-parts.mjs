// What benches of a served bank share: servers in processes of their own, certificates, signed creations.
import { fork } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The private customers of the initial data. */
export const PSUS = ['15813963008', '01929010120'];
const DAY = 24 * 60 * 60 * 1000;

/** A server in a process of its own. */
export async function start(script, given) {
  const child = startProcess(script);
  child.send(given);
  const { port } = await told(child);
  return { child, port };
}

/** PSD2_BENCH_PROFILE names a folder where each process leaves a profile of its CPU when it ends. */
export function startProcess(script) {
  const folder = process.env.PSD2_BENCH_PROFILE;
  const profile = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${script}.cpuprofile`];
  const execArgv = folder === undefined ? [] : profile;
  return fork(new URL(script, import.meta.url), { env: { PATH: process.env.PATH }, execArgv });
}

/** What a process says next. */
export function told(child) {
  return new Promise((resolve, reject) => {
    const fail = (code) => reject(new Error(`a process of the bench ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}

export async function makeTls(library) {
  const { issueTlsCa, issueTlsCertificate } = await library.loadTlsIssuer();
  const [ca, server] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const term = { serial: 1n, notBefore: Date.now() - DAY, notAfter: Date.now() + DAY, hosts: [] };
  const caCertificate = issueTlsCa({ ...term, commonName: 'bench', privateKey: ca.privateKey });
  const key = server.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const publicKey = server.publicKey;
  const certificate = issueTlsCertificate({ ...term, caCertificate, caKey: ca.privateKey, publicKey });
  return { ca: caCertificate, key, certificate };
}

/** @returns a function that signs so many creations, each another payment, dated now: one in each line */
export async function openSigner(library, keys) {
  const signer = signerIn(library, keys);
  const accounts = await readAccounts(library, signer, join(keys, '..', 'accounts.db'));
  const line = async () => {
    const { request } = await library.signAsync(creation(library, accounts), signer, { date: Date.now() });
    return JSON.stringify({ ...request, body: Buffer.from(request.body).toString('base64') });
  };
  return async (count) => (await Promise.all(Array.from({ length: count }, line))).join('\n');
}

function signerIn(library, keys) {
  const key = createPrivateKey(readFileSync(join(keys, 'seal.key.pem')));
  const { blocks } = library.readPem(readFileSync(join(keys, 'seal.pem'), 'utf8'));
  const { certificate } = library.readCertificate(blocks[0].der);
  return library.createSigner(key, certificate);
}

/**
 * The TPP of a bench has the consent of a PSU at a served bank.
 * @returns a function that signs a read of the PSU's accounts: a line, as of creations
 */
export async function openReader(library, keys, { bank, ask, psu }) {
  const signer = signerIn(library, keys);
  const line = async () => {
    const request = {
      method: 'GET',
      target: '/v1/accounts',
      headers: readingHeaders(psu),
      body: new Uint8Array(),
    };
    const { request: signed } = await library.signAsync(request, signer, { date: Date.now() });
    return { ...signed, body: '' };
  };
  const refused = await ask(await line());
  const [, , authorisation] = new URL(refused._links.scaRedirect.href).pathname.split('/');
  bank.child.send({ target: `/operator/sca/${authorisation}/approve`, body: {} });
  const { status } = await told(bank.child);
  if (status !== 200) throw new Error(`the SCA was answered ${status}`);
  return async () => JSON.stringify(await line());
}

function readingHeaders(psu) {
  return [
    ['Accept', 'application/json'],
    ['X-Request-ID', randomUUID()],
    ['x-accept-fix', 'amount-as-string'],
    ['TPP-Session-ID', 'bench'],
    ['TPP-Redirect-URI', 'http://127.0.0.1:8910/cb/bench'],
    ['PSU-Context', 'PRIVATE'],
    ['PSU-IP-Address', '192.0.2.1'],
    ['X-PSU-IDENTITY', psu],
  ];
}

/** The accounts of the initial data, which are the same in every bank of the same seed. */
async function readAccounts(library, signer, path) {
  const bank = library.openBank({ path, onUnexpected: console.error });
  const transport = library.signRequests(library.createInProcessTransport(bank.handle), signer, {
    clock: Date.now,
  });
  const caller = { transport, stopwatch: () => performance.now() };
  const { resource } = await library.call(caller, library.listSandboxAccounts, undefined, context());
  await bank.close();
  return resource;
}

function creation(library, accounts) {
  const payment = {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: accounts[2].bban, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: accounts[0].bban, currency: 'NOK' },
    remittanceInformationUnstructured: `bench ${randomUUID()}`,
  };
  const body = Buffer.from(JSON.stringify(payment));
  return library.createPayment.request({ kind: 'domestic', body, allowLogicalDuplicate: false }, context());
}

function context() {
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
