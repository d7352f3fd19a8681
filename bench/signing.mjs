// The library's sign and verify, each beside the least work possible, one bare RSA-2048 operation of node:crypto, and
// beside http-signature. Each round measures all in turn, and a ratio is the median of the rounds' ratios.
import { createPrivateKey, hash, randomUUID, sign, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPeer } from './peers.mjs';
import { median, runOnce } from './processes.mjs';

const bundlePath = fileURLToPath(new URL('../dist/psd2.cjs', import.meta.url));
const runFile = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const { loadBundle } = createRequire(import.meta.url)('../bin/code-cache.js');

const ROUNDS = 41;
const SIGNATURES = 100;
const VERIFICATIONS = 600;

export async function bench() {
  const home = mkdtempSync(join(tmpdir(), 'psd2-bench-'));
  try {
    runOnce([runFile, 'payments', 'create', '--domestic', '--example', '--json'], { PSD2_HOME: home });
    const library = await loadBundle(bundlePath, true).exports.library();
    const peer = { ...loadPeer('http-signature'), parseKey: loadPeer('sshpk').parseKey };
    const keys = join(home, 'offline', 'keys');
    return [measure(library, peer, keys), searches(library, keys)];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function measure(library, peer, keys) {
  const works = worksOf(library, peer, keys);
  const rates = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, { count, work }] of Object.entries(works)) {
      const rate = perSecond(count, work);
      // The first round warms everybody up.
      if (round >= 0) rates[name].push(rate);
    }
  }
  const row = (name, own, floor, atLeast) => ({
    name,
    value: median(rates[own]),
    ratio: median(rates[own].map((rate, round) => rate / rates[floor][round])),
    ...(atLeast === undefined ? {} : { limit: { atLeast } }),
  });
  return {
    title: `Signing and verifying (medians of ${ROUNDS})`,
    unit: 'a second of the processor',
    floor: 'what is named',
    rows: [
      row('bare crypto.sign RSA-2048', 'bareSign', 'bareSign'),
      row('sign, over bare crypto.sign', 'sign', 'bareSign', 0.95),
      row('bare crypto.verify RSA-2048', 'bareVerify', 'bareVerify'),
      row('verify, certificate known, over bare crypto.verify', 'verify', 'bareVerify', 0.6),
      row('http-signature parse + verify', 'peer', 'peer'),
      row('verify, certificate known, over http-signature', 'verify', 'peer', 4),
      row('verify, certificate known, over http-signature with its key parsed once', 'verify', 'peerWithKey'),
    ],
  };
}

const MIB = 1024 * 1024;
/** As `psd2 verify` searches. */
const SEARCH = { hashedBytes: 512 * MIB, milliseconds: 30_000, bytes: MIB };
const SEARCHES = 5;

/** Searches that find nothing: the usual request, and those that take longest. */
function searches(library, keys) {
  const { key, signer } = ownSigner(library, keys);
  const at = Date.now();
  const lines = (count, value) => Array.from({ length: count }, (_, place) => [`X-H${place}`, value]);
  const shapes = {
    'a payment': [],
    '20 signed headers more, of one character': lines(20, 'v'),
    '20 signed headers more, of 100 characters': lines(20, 'v'.repeat(100)),
    '20 signed headers more, of 1000 characters': lines(20, 'v%20'.repeat(250)),
  };
  const piece = Buffer.alloc(512, 'a');
  const count = SEARCH.hashedBytes / piece.length;
  const floor = 1 / perSecond(1, () => repeat(count, () => hash('sha256', piece, 'hex')));
  const rows = Object.entries(shapes).map(([name, more]) => {
    const request = unrelated(library.sign(payment(), signer, { date: at }).request, key, more);
    let text = '';
    const work = () => {
      const { findings } = library.createVerifier()(request, { at, recovery: SEARCH });
      text = findings.find(({ code }) => code === 'signature-invalid').message;
    };
    const seconds = median(Array.from({ length: SEARCHES }, () => 1 / perSecond(1, work)));
    const ended = /after hashing (.*) of candidates/.exec(text)?.[1];
    const label = `${name}: ${ended === undefined ? 'searched to the end' : `ended after ${ended}`}`;
    return { name: label, value: seconds, ratio: seconds / floor, limit: { atMost: 8 } };
  });
  return {
    title: `Searching for a cause that there isn't (medians of ${SEARCHES})`,
    unit: 'seconds of the processor',
    floor: 'hashing 512 MiB in pieces of 512 bytes',
    rows,
  };
}

/** The request with more headers, of which bytes were signed that have nothing to do with it. */
function unrelated(request, key, more) {
  const signature = sign('sha256', Buffer.from('unrelated'), key).toString('base64');
  const headers = request.headers.map(([name, value]) => {
    if (name.toLowerCase() !== 'signature') return [name, value];
    const listed = more.map(([other]) => ` ${other.toLowerCase()}`).join('');
    const changed = value.replace(/headers="([^"]*)"/, (_, names) => `headers="${names}${listed}"`);
    return [name, changed.replace(/signature="[^"]*"/, () => `signature="${signature}"`)];
  });
  return { ...request, headers: [...headers, ...more] };
}

function repeat(count, work) {
  for (let done = 0; done < count; done += 1) work();
}

function ownSigner(library, keys) {
  const key = createPrivateKey(readFileSync(join(keys, 'seal.key.pem')));
  const { blocks } = library.readPem(readFileSync(join(keys, 'seal.pem'), 'utf8'));
  const { certificate } = library.readCertificate(blocks[0].der);
  return { key, certificate, signer: library.createSigner(key, certificate) };
}

/** What is measured, and how often in a round. */
function worksOf(library, peer, keys) {
  const { key, certificate, signer } = ownSigner(library, keys);
  const at = Date.now();
  const unsigned = payment();
  const { request, signingString } = library.sign(unsigned, signer, { date: at });
  const bytes = Buffer.from(signingString, 'latin1');
  const signature = sign('sha256', bytes, key);
  const check = library.createVerifier();
  const incoming = asNodeServes(request);
  const publicPem = certificate.publicKey.export({ type: 'spki', format: 'pem' });
  const publicKey = peer.parseKey(publicPem);
  const works = {
    bareSign: { count: SIGNATURES, work: () => sign('sha256', bytes, key).length > 0 },
    sign: { count: SIGNATURES, work: () => library.sign(unsigned, signer, { date: at }) !== undefined },
    bareVerify: {
      count: VERIFICATIONS,
      work: () => verify('sha256', bytes, certificate.publicKey, signature),
    },
    verify: { count: VERIFICATIONS, work: () => check(request, { at }).verdict === 'valid' },
    peerWithKey: { count: VERIFICATIONS, work: () => verifyByPeer(peer, incoming, publicKey) },
    peer: { count: VERIFICATIONS, work: () => verifyByPeer(peer, incoming, publicPem) },
  };
  for (const [name, { work }] of Object.entries(works)) {
    if (!work()) throw new Error(`${name} does not do what is measured`);
  }
  return works;
}

function verifyByPeer(peer, incoming, publicKey) {
  return peer.verifySignature(peer.parseRequest(incoming, { strict: true }), publicKey);
}

/** The request as node:http hands it to a handler, which is what http-signature reads. */
function asNodeServes({ method, target, headers }) {
  const lowerCase = headers.map(([name, value]) => [name.toLowerCase(), value]);
  return { method, url: target, httpVersion: '1.1', headers: Object.fromEntries(lowerCase) };
}

function payment() {
  return {
    method: 'POST',
    target: '/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false',
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Request-ID', randomUUID()],
      ['PSU-ID', randomUUID()],
      ['PSU-IP-Address', '192.0.2.1'],
      ['TPP-Redirect-URI', 'http://127.0.0.1:8910/cb/bench'],
    ],
    body: Buffer.from(
      JSON.stringify({
        instructedAmount: { amount: '100.00', currency: 'NOK' },
        creditorName: 'Ola Eksempel',
        creditorAccount: { bban: '12345678903', currency: 'NOK' },
        debtorAccount: { bban: '12345678903', currency: 'NOK' },
        remittanceInformationUnstructured: `bench ${randomUUID()}`,
      }),
    ),
  };
}

/** By processor time: all of it is synchronous, and what else the machine does is not measured. */
function perSecond(count, work) {
  const started = process.cpuUsage();
  for (let done = 0; done < count; done += 1) work();
  const { user, system } = process.cpuUsage(started);
  return (count * 1e6) / (user + system);
}
