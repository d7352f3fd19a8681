// A bank in this process with a TPP, which signs any message and has the library's operations. The TPP is the
// operator too.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { removeFolder } from './processes.mjs';
import {
  createContext,
  createHome,
  createPaymentBody,
  endAuthorisations,
  findSeal,
  loadLibrary,
  operate,
  readSeal,
} from './program.mjs';

const PEER = { address: '127.0.0.1', operator: true };

/** Calls `act` with a bank in a home of its own, and removes both afterwards. */
export async function withBank(act) {
  const home = createHome();
  const bank = await openBank({ library: await loadLibrary(), home });
  try {
    return await act(bank);
  } finally {
    await bank.close();
    removeFolder(home);
  }
}

/** @param seal the files of the TPP's seal */
export async function openBank({ library, home, seal = findSeal(home) }) {
  const { key, certificate, signer } = readSeal(library, seal);
  const path = join(home, 'offline', 'bank.db');
  const { handle, close } = library.openBank({ path, onUnexpected: fail });
  const sign = (method, target, body, more = []) =>
    library.sign({ method, target, headers: createHeaders(body, more), body: encode(body) }, signer, {
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
  let caller;
  return {
    path,
    key,
    certificate,
    accounts,
    sign,
    send,
    answer,
    close,
    /** Creates a domestic payment by the library's operation. */
    async createPayment() {
      const body = Buffer.from(JSON.stringify(createPaymentBody(accounts)));
      const input = { kind: 'domestic', body, allowLogicalDuplicate: false };
      caller ??= openCaller(library, { handle, signer });
      const { resource } = await library.call(caller, library.createPayment, input, createContext());
      if (resource.transactionStatus !== 'RCVD') throw new Error(`created ${resource.transactionStatus}`);
      return resource;
    },
    endAuthorisations: () => endAuthorisations(handle),
    async operate(target, body) {
      const { status, text } = await operate(handle, target, body);
      if (status >= 300) throw new Error(`${target}: ${status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}

function openCaller(library, { handle, signer }) {
  const direct = library.createInProcessTransport(handle);
  const transport = library.signRequests(direct, signer, { clock: Date.now });
  return { transport, stopwatch: () => performance.now() };
}

function fail(fault) {
  throw fault;
}

function createHeaders(body, more) {
  return [
    ['X-Request-ID', randomUUID()],
    ['x-accept-fix', 'amount-as-string'],
    ['TPP-Session-ID', 'bench'],
    ['TPP-Redirect-URI', 'http://127.0.0.1:8910/cb/bench'],
    ['PSU-Context', 'PRIVATE'],
    ['PSU-IP-Address', '192.0.2.1'],
    ...more,
    ...(body === undefined ? [] : [['Content-Type', 'application/json']]),
  ];
}

function encode(body) {
  return body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
}
