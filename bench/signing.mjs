// The library's sign and verify, each beside what nobody can avoid, one bare RSA-2048 operation of node:crypto, and
// beside http-signature. Each round measures all in turn, and a ratio is the median of the rounds' ratios.
import { createPrivateKey, randomUUID, sign, verify } from 'node:crypto';
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
    return measure(library, peer, join(home, 'offline', 'keys'));
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

/** What is measured, and how often in a round. */
function worksOf(library, peer, keys) {
  const key = createPrivateKey(readFileSync(join(keys, 'seal.key.pem')));
  const { blocks } = library.readPem(readFileSync(join(keys, 'seal.pem'), 'utf8'));
  const { certificate } = library.readCertificate(blocks[0].der);
  const signer = library.createSigner(key, certificate);
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
