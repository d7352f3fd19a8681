// The library's sign and verify, each beside the least work possible, one bare RSA-2048 operation of node:crypto, and beside
// http-signature. Each round measures all in turn, and a ratio is the median of the rounds' ratios. Then one signed request from
// a shell: psd2 beside a script of bash and openssl, and beside one of Node with http-signature.
import { randomUUID, sign, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPeer, loadPeer, startPeers } from './support/peers.mjs';
import { measureProcesses, runProcess } from './support/processes.mjs';
import { createHome, findSeal, loadLibrary, RUN_FILE, readSeal } from './support/program.mjs';
import { createRow, median, reduce } from './support/tables.mjs';

const ROUNDS = reduce(31);
const SIGNATURES = reduce(100);
const VERIFICATIONS = reduce(600);
const RUNS = reduce(15);

export async function bench() {
  const library = await loadLibrary();
  const home = createHome();
  const { started, notes } = await startPeers({
    'http-signature': () => ({ ...loadPeer('http-signature'), parseKey: loadPeer('sshpk').parseKey }),
  });
  const peer = started['http-signature'];
  return [measureLibrary(library, { home, peer, notes }), await measureShell(home)];
}

function measureLibrary(library, { home, peer, notes }) {
  const { key, ...seal } = readSeal(library, findSeal(home));
  const works = {
    ...listOwnWorks(library, { key, ...seal }),
    ...listPeerWorks(library, peer, { key, ...seal }),
  };
  const rates = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, { count, work }] of Object.entries(works)) {
      const rate = countPerSecond(count, work);
      // The first round warms all up.
      if (round > 0) rates[name].push(rate);
    }
  }
  const rows = [
    ['bare crypto.sign RSA-2048', 'bareSign', 'bareSign'],
    ['sign, over bare crypto.sign', 'sign', 'bareSign', { atLeast: 0.95 }],
    ['bare crypto.verify RSA-2048', 'bareVerify', 'bareVerify'],
    ['verify, certificate known, over bare crypto.verify', 'verify', 'bareVerify', { atLeast: 0.6 }],
    ['http-signature, sign', 'peerSign', 'peerSign'],
    ['sign, over http-signature', 'sign', 'peerSign', { atLeast: 1 }],
    ['http-signature, parse and verify', 'peerVerify', 'peerVerify'],
    ['verify, certificate known, over http-signature', 'verify', 'peerVerify', { atLeast: 4 }],
    ['the same, over http-signature with its key parsed once', 'verify', 'peerVerifyWithKey'],
  ];
  const ratio = (own, floor) => median(rates[own].map((rate, round) => rate / rates[floor][round]));
  return {
    title: `Signing and verifying (medians of ${ROUNDS})`,
    unit: 'a second of the processor',
    floor: 'what is named',
    rows: rows
      .filter(([, , floor]) => works[floor] !== undefined)
      .map(([name, own, floor, limit]) => ({
        ...createRow(name, median(rates[own]), 1, limit),
        ratio: ratio(own, floor),
      })),
    notes,
  };
}

/** Lists what is measured, and how often in a round. */
function listOwnWorks(library, { key, certificate, signer }) {
  const at = Date.now();
  const unsigned = createRequest();
  const { request, signingString } = library.sign(unsigned, signer, { date: at });
  const bytes = Buffer.from(signingString, 'latin1');
  const signature = sign('sha256', bytes, key);
  const check = library.createVerifier();
  return checkWorks({
    bareSign: { count: SIGNATURES, work: () => sign('sha256', bytes, key).length > 0 },
    sign: { count: SIGNATURES, work: () => library.sign(unsigned, signer, { date: at }) !== undefined },
    bareVerify: {
      count: VERIFICATIONS,
      work: () => verify('sha256', bytes, certificate.publicKey, signature),
    },
    verify: { count: VERIFICATIONS, work: () => check(request, { at }).verdict === 'valid' },
  });
}

function listPeerWorks(library, peer, { key, certificate, signer }) {
  if (peer === undefined) return {};
  const { request } = library.sign(createRequest(), signer, { date: Date.now() });
  const incoming = readAsNode(request);
  const publicPem = certificate.publicKey.export({ type: 'spki', format: 'pem' });
  const publicKey = peer.parseKey(publicPem);
  const options = {
    key: key.export({ type: 'pkcs1', format: 'pem' }),
    keyId: 'SN=1,CA=CN=bench',
    headers: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
  };
  const verifyWith = (given) => () =>
    peer.verifySignature(peer.parseRequest(incoming, { strict: true }), given);
  return checkWorks({
    peerSign: { count: SIGNATURES, work: () => peer.sign(createOutgoing(incoming), options) },
    peerVerifyWithKey: { count: VERIFICATIONS, work: verifyWith(publicKey) },
    peerVerify: { count: VERIFICATIONS, work: verifyWith(publicPem) },
  });
}

function checkWorks(works) {
  for (const [name, { work }] of Object.entries(works))
    if (!work()) throw new Error(`${name} does not do what is measured`);
  return works;
}

/** Reads a request as node:http hands it to a handler, which is what http-signature verifies. */
function readAsNode({ method, target, headers }) {
  const lowerCase = headers.map(([name, value]) => [name.toLowerCase(), value]);
  return { method, url: target, httpVersion: '1.1', headers: Object.fromEntries(lowerCase) };
}

/** Creates a request as node:http sends it, which is what http-signature signs. */
function createOutgoing({ method, url, headers }) {
  const set = { ...headers };
  delete set.signature;
  return {
    method,
    path: url,
    getHeader: (name) => set[name.toLowerCase()],
    setHeader(name, value) {
      set[name.toLowerCase()] = value;
    },
  };
}

function createRequest() {
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
    body: Buffer.from(JSON.stringify(PAYMENT)),
  };
}

const PAYMENT = {
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  creditorName: 'Ola Eksempel',
  creditorAccount: { bban: '12345678903', currency: 'NOK' },
  debtorAccount: { bban: '12345678903', currency: 'NOK' },
  remittanceInformationUnstructured: 'bench',
};

/** By processor time: all of it is synchronous, and what else the machine does is not measured. */
function countPerSecond(count, work) {
  const started = process.cpuUsage();
  for (let done = 0; done < count; done += 1) work();
  const { user, system } = process.cpuUsage(started);
  return (count * 1e6) / (user + system);
}

/** One signed POST with a body, each from a process of its own. */
async function measureShell(home) {
  const { keyFile, certificateFile } = findSeal(home);
  const body = join(home, 'body.json');
  writeFileSync(body, JSON.stringify(PAYMENT));
  const target = '/v1/payments/norwegian-domestic-credit-transfers';
  const variables = { PSD2_HOME: home };
  const check = (command) => {
    runProcess(command.args, variables, command.execPath);
    return command;
  };
  const script = fileURLToPath(new URL('support/sign.sh', import.meta.url));
  const { started, notes } = await startPeers({
    'bash and openssl': () =>
      check({ args: [script, certificateFile, keyFile, 'POST', target, body], execPath: '/bin/bash' }),
    'node and http-signature': () =>
      check({ args: [createPeerScript(join(home, 'peer.cjs')), keyFile, target, body] }),
  });
  const own = { args: [RUN_FILE, 'sign', 'POST', `https://bank.example${target}`, '--data', `@${body}`] };
  const medians = measureProcesses([own, ...Object.values(started)], variables, RUNS);
  return {
    title: `A signed POST from a shell (medians of ${RUNS} processes, in turn)`,
    unit: 'ms',
    floor: 'psd2 sign',
    rows: ['psd2 sign', ...Object.keys(started)].map((name, place) =>
      createRow(name, medians[place], medians[0]),
    ),
    notes,
  };
}

/** Writes a script that signs a body as a Node program does that has http-signature alone. */
function createPeerScript(path) {
  writeFileSync(
    path,
    `const { createHash, randomUUID } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { sign } = require(${JSON.stringify(findPeer('http-signature'))});
const [keyFile, path, bodyFile] = process.argv.slice(2);
const digest = 'SHA-256=' + createHash('sha256').update(readFileSync(bodyFile)).digest('base64');
const set = { date: new Date().toUTCString(), digest, 'x-request-id': randomUUID() };
const request = {
  method: 'POST',
  path,
  getHeader: (name) => set[name.toLowerCase()],
  setHeader: (name, value) => { set[name.toLowerCase()] = value; },
};
sign(request, { key: readFileSync(keyFile, 'ascii'), keyId: 'SN=1,CA=CN=bench', headers: Object.keys(set) });
console.log(JSON.stringify(set));
`,
  );
  return path;
}
