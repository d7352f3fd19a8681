// A bank in this process with a TPP at its door, for benches: signs whatever message it is given, and acts as the
// operator. The bundle is the one that users run.
import { createPrivateKey, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnce } from './processes.mjs';
import { letOpenEnd } from './quarter.mjs';

const bundlePath = fileURLToPath(new URL('../dist/psd2.cjs', import.meta.url));
const runFile = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const { loadBundle } = createRequire(import.meta.url)('../bin/code-cache.js');

const PEER = { address: '127.0.0.1', operator: true };

/** Gives `act` a bank in a home of its own, and takes both away again. */
export async function withBank(act) {
  const home = mkdtempSync(join(tmpdir(), 'psd2-bench-'));
  try {
    runOnce([runFile, 'payments', 'create', '--domestic', '--example', '--json'], { PSD2_HOME: home });
    const bank = await openBank(join(home, 'offline'));
    try {
      return await act(bank);
    } finally {
      await bank.close();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function openBank(folder) {
  const library = await loadBundle(bundlePath, true).exports.library();
  const key = createPrivateKey(readFileSync(join(folder, 'keys', 'seal.key.pem')));
  const { blocks } = library.readPem(readFileSync(join(folder, 'keys', 'seal.pem'), 'utf8'));
  const { certificate } = library.readCertificate(blocks[0].der);
  const signer = library.createSigner(key, certificate);
  const path = join(folder, 'bank.db');
  const { handle, close } = library.openBank({ path, onUnexpected: fail });
  const sign = (method, target, body, more = []) =>
    library.sign({ method, target, headers: headersOf(body, more), body: bytesOf(body) }, signer, {
      date: Date.now(),
    }).request;
  const answer = async (request) => {
    const { status, body } = await handle(request, PEER);
    const text = Buffer.from(body).toString('utf8');
    return { status, text, json: text === '' ? undefined : JSON.parse(text) };
  };
  const send = async (request) => {
    const { status, text, json } = await answer(request);
    if (status >= 300) throw new Error(`${request.method} ${request.target}: ${status} ${text}`);
    return json;
  };
  const accounts = await send(sign('GET', '/v1/sandbox/accounts'));
  return {
    path,
    key,
    certificate,
    accounts,
    sign,
    send,
    answer,
    close,
    letOpenEnd: () => letOpenEnd(handle),
    operate: (target, body) => send(operatorAct(target, body)),
  };
}

function fail(fault) {
  throw fault;
}

function operatorAct(target, body) {
  const headers = [['X-Request-ID', randomUUID()], ...typeOf(body)];
  return { method: 'POST', target, headers, body: bytesOf(body) };
}

function headersOf(body, more) {
  const own = [...more, ...typeOf(body)];
  return [
    ['X-Request-ID', randomUUID()],
    ['x-accept-fix', 'amount-as-string'],
    ['TPP-Session-ID', 'bench'],
    ['TPP-Redirect-URI', 'http://127.0.0.1:8910/cb/bench'],
    ['PSU-Context', 'PRIVATE'],
    ['PSU-IP-Address', '192.0.2.1'],
    ...own,
  ];
}

function typeOf(body) {
  return body === undefined ? [] : [['Content-Type', 'application/json']];
}

function bytesOf(body) {
  return body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
}
