// Servers in processes of their own, and the requests that are sent to them from another: signed beforehand, one in each
// line of a file, over connections that are kept.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { ask, createFolder, startScript } from './processes.mjs';
import { createContext, createPaymentBody, findSeal, readSeal } from './program.mjs';

const DAY = 24 * 60 * 60 * 1000;

/** Starts a server of this folder. @returns its process, where it listens, and what may be asked of it */
export async function startServer(script, given) {
  const child = startScript(script);
  const { port } = await ask(child, given);
  const told = (message) => ask(child, message);
  return {
    child,
    port,
    scheme: 'https',
    /** Microseconds of the processor so far. */
    measureProcessor: async () => (await told('usage')).processor,
    endAuthorisations: () => told('end-authorisations'),
    async operate(target, body) {
      const { status } = await told({ target, body });
      if (status !== 200) throw new Error(`${target} was answered ${status}`);
    },
  };
}

/** Starts what sends requests over so many connections. @returns a function that sends lines: `{perSecond, median, p99}` */
export function startLoad(ca, connections) {
  const child = startScript('load-process.mjs');
  child.send({ ca, connections });
  const file = join(createFolder(), 'requests');
  const send = ({ port, scheme }, lines, expected = 201) => {
    writeFileSync(file, lines.join('\n'));
    return ask(child, { port, scheme, file, expected });
  };
  return { child, send };
}

/** Issues a CA and a server's certificate. */
export async function issueTls(library) {
  const { issueTlsCa, issueTlsCertificate } = await library.loadTlsIssuer();
  const [ca, server] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const term = { serial: 1n, notBefore: Date.now() - DAY, notAfter: Date.now() + DAY, hosts: [] };
  const caCertificate = issueTlsCa({ ...term, commonName: 'bench', privateKey: ca.privateKey });
  const key = server.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const publicKey = server.publicKey;
  const certificate = issueTlsCertificate({ ...term, caCertificate, caKey: ca.privateKey, publicKey });
  return { ca: caCertificate, pair: { key, certificate } };
}

/** Opens a TPP with the seal of a home. @returns a function that signs so many creations, dated now */
export async function openCreator(library, home) {
  const { signer } = readSeal(library, findSeal(home));
  const accounts = await readAccounts(library, signer, join(createFolder(), 'accounts.db'));
  const create = async () => {
    const body = Buffer.from(JSON.stringify(createPaymentBody(accounts)));
    const input = { kind: 'domestic', body, allowLogicalDuplicate: false };
    const unsigned = library.createPayment.request(input, createContext());
    return formatLine((await library.signAsync(unsigned, signer, { date: Date.now() })).request);
  };
  return (count) => Promise.all(Array.from({ length: count }, create));
}

/** Reads the accounts of the initial data, which are the same in every bank. */
async function readAccounts(library, signer, path) {
  const bank = library.openBank({ path, onUnexpected: console.error });
  const direct = library.createInProcessTransport(bank.handle);
  const transport = library.signRequests(direct, signer, { clock: Date.now });
  const caller = { transport, stopwatch: () => performance.now() };
  const { resource } = await library.call(caller, library.listSandboxAccounts, undefined, createContext());
  await bank.close();
  return resource;
}

/**
 * Opens a TPP that has the consent of a PSU at a served bank.
 * @returns a function that signs so many reads of the PSU's accounts, dated now
 */
export async function openReader(library, home, { bank, ca, psu }) {
  const { signer } = readSeal(library, findSeal(home));
  const read = async () => {
    const unsigned = {
      method: 'GET',
      target: '/v1/accounts',
      headers: createReadingHeaders(psu),
      body: new Uint8Array(),
    };
    return formatLine((await library.signAsync(unsigned, signer, { date: Date.now() })).request);
  };
  const refused = await sendOnce(bank, ca, JSON.parse(await read()));
  const [, , authorisation] = new URL(refused._links.scaRedirect.href).pathname.split('/');
  await bank.operate(`/operator/sca/${authorisation}/approve`, {});
  return (count) => Promise.all(Array.from({ length: count }, read));
}

async function sendOnce({ port }, ca, { method, target, headers }) {
  const pool = new Pool(`https://127.0.0.1:${port}`, { connect: { ca } });
  const { body } = await pool.request({ method, path: target, headers: headers.flat() });
  const answer = await body.json();
  await pool.close();
  return answer;
}

function createReadingHeaders(psu) {
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

function formatLine(request) {
  return JSON.stringify({ ...request, body: Buffer.from(request.body).toString('base64') });
}
