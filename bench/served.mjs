// Served creation over TLS against its floor: both servers in processes of their own, the same requests for both, signed
// in this process before they are sent from a third. Each round measures the one and the other.
import { fork } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, runOnce } from './processes.mjs';

const bundlePath = fileURLToPath(new URL('../dist/psd2.cjs', import.meta.url));
const runFile = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const { loadBundle } = createRequire(import.meta.url)('../bin/code-cache.js');

const ROUNDS = 9;
const REQUESTS = 2000;
const CONNECTIONS = 32;
const DAY = 24 * 60 * 60 * 1000;

export async function bench() {
  const home = mkdtempSync(join(tmpdir(), 'psd2-bench-'));
  try {
    runOnce([runFile, 'payments', 'create', '--domestic', '--example', '--json'], { PSD2_HOME: home });
    return await measure(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure(home) {
  const library = await loadBundle(bundlePath, true).exports.library();
  const sign = await openSigner(library, join(home, 'offline', 'keys'));
  const { ca, ...pair } = await makeTls(library);
  const floor = await start('floor-server.mjs', { ...pair, path: join(home, 'floor.db') });
  const bank = await start('served-bank.mjs', { ...pair, path: join(home, 'bank.db') });
  const load = startProcess('served-load.mjs');
  load.send({ ca, connections: CONNECTIONS });
  const file = join(home, 'requests');
  const rate = async ({ port }) => {
    load.send({ port, file });
    return (await told(load)).perSecond;
  };
  const rates = { floor: [], bank: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    writeFileSync(file, await sign(REQUESTS));
    const [ofFloor, ofBank] = [await rate(floor), await rate(bank)];
    bank.child.send('quarter');
    await told(bank.child);
    // The first round opens the connections and warms everybody up.
    if (round === 0) continue;
    rates.floor.push(ofFloor);
    rates.bank.push(ofBank);
  }
  load.send({ end: true });
  for (const { child } of [floor, bank]) child.send('end');
  await Promise.all([load, floor.child, bank.child].map((child) => once(child, 'exit')));
  return tableOf(median(rates.floor), median(rates.bank));
}

function tableOf(floor, bank) {
  return {
    title: `Served creation over TLS, durable, ${CONNECTIONS} connections (medians of ${ROUNDS})`,
    unit: 'a second',
    floor: 'bare node:https server',
    rows: [
      { name: 'bare node:https: digest, RSA verify, zod, one row', value: floor, ratio: 1 },
      { name: 'bank', value: bank, ratio: bank / floor, limit: { atLeast: 0.5 } },
    ],
  };
}

/** A server in a process of its own. */
async function start(script, given) {
  const child = startProcess(script);
  child.send(given);
  const { port } = await told(child);
  return { child, port };
}

/** PSD2_BENCH_PROFILE names a folder where each process leaves a profile of its CPU when it ends. */
function startProcess(script) {
  const folder = process.env.PSD2_BENCH_PROFILE;
  const profile = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${script}.cpuprofile`];
  const execArgv = folder === undefined ? [] : profile;
  return fork(new URL(script, import.meta.url), { env: { PATH: process.env.PATH }, execArgv });
}

/** What a process says next. */
function told(child) {
  return new Promise((resolve, reject) => {
    const fail = (code) => reject(new Error(`a process of the bench ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}

async function makeTls(library) {
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
async function openSigner(library, keys) {
  const key = createPrivateKey(readFileSync(join(keys, 'seal.key.pem')));
  const { blocks } = library.readPem(readFileSync(join(keys, 'seal.pem'), 'utf8'));
  const { certificate } = library.readCertificate(blocks[0].der);
  const signer = library.createSigner(key, certificate);
  const accounts = await readAccounts(library, signer, join(keys, '..', 'accounts.db'));
  const line = async () => {
    const { request } = await library.signAsync(creation(library, accounts), signer, { date: Date.now() });
    return JSON.stringify({ ...request, body: Buffer.from(request.body).toString('base64') });
  };
  return async (count) => (await Promise.all(Array.from({ length: count }, line))).join('\n');
}

/** The accounts of the initial data, which are the same in every bank of the same seed. */
async function readAccounts(library, signer, path) {
  const bank = library.openBank({ path, onUnexpected: console.error });
  const transport = library.signed(library.inProcess(bank.handle), signer, { clock: Date.now });
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
