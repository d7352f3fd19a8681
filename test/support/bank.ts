import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInitialData } from '../../src/bank/domain/initial-data.ts';
import { issueCa, issueSeal } from '../../src/certificates/issue.ts';
import { Authorities } from '../../src/certificates/trust.ts';
import { type BankOptions, type OpenedBank, openBank } from '../../src/library.ts';
import {
  getHeader,
  type Handle,
  type Header,
  type HttpRequest,
  type HttpResponse,
} from '../../src/message.ts';
import { createSigner, type Signer, sign } from '../../src/signing/sign.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { makeKnown } from './known-psu.ts';
import { memoryFolder } from './memory-folder.ts';
import { certificateOf } from './read-certificate.ts';

export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  header(name: string): string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
  readonly json: any;
  readonly text: string;
}

export interface Send {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  /** Over the defaults, before signing: null leaves one out, an array sends it several times. */
  readonly headers?: Readonly<Record<string, string | null | string[]>>;
  readonly body?: unknown;
  /** Instead of `body`; an empty one means no body. */
  readonly rawBody?: Uint8Array | string;
  readonly afterSigning?: (request: HttpRequest) => HttpRequest;
  /** Signs as another TPP of this bank. */
  readonly as?: Signer;
}

export interface TestBank {
  send(what?: Send): Promise<Answer>;
  /** What `send` would send. */
  signed(what?: Send): HttpRequest;
  /** The same, with `(request-target)` signed as well. */
  signedTarget(what?: Send): HttpRequest;
  // biome-ignore lint/suspicious/noExplicitAny: tests break its members one by one
  payment(): any;
  /** Real time of the bank and of the TPP, in milliseconds since 1970. */
  now: number;
  readonly accounts: { readonly debtor: string; readonly debtorOther: string; readonly foreign: string };
  /** The file of the bank's world. */
  readonly path: string;
  /** What the bank itself found unexpected. */
  readonly unexpected: readonly unknown[];
  readonly transport: Transport;
  /** The bank's handler, for a peer of the test's own. */
  readonly handle: Handle;
  close(): Promise<void>;
}

export const CREATION = '/v1/payments/norwegian-domestic-credit-transfers';
const START = Date.parse('2026-11-18T10:00:00+01:00');
const PSU = '15813963008';
const YEAR = 365 * 86_400_000;
const TERM = { notBefore: START - 20 * YEAR, notAfter: START + 20 * YEAR };
type Role = 'PSP_PI' | 'PSP_AI';
const ROLES: readonly Role[] = ['PSP_PI', 'PSP_AI'];
const signers = new Map<string, Signer>();

/** The TPP of the tests. */
export function testSigner(): Signer {
  return signerOf('PSDNO-FSA-39999990');
}

/** A TPP with a key and seal of its own: one per test process, made when it is first asked for. */
export function signerOf(organizationIdentifier: string, roles: readonly Role[] = ROLES): Signer {
  const key = `${organizationIdentifier} ${roles}`;
  const signer = signers.get(key) ?? makeSigner(organizationIdentifier, roles);
  signers.set(key, signer);
  return signer;
}

let caKey: KeyObject | undefined;

function makeCa() {
  caKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return issueCa({ privateKey: caKey, commonName: 'Test CA', serial: 1n, ...TERM });
}

/** Options of a bank of production policy that admits the TPPs of `signerOf`. */
export function productionPolicy() {
  const authorities = new Authorities([certificateOf(makeCa())]);
  return { policy: 'production', admission: { authorities, mutualTls: false } } as const;
}

function makeSigner(organizationIdentifier: string, roles: readonly Role[]): Signer {
  const caCertificate = makeCa();
  const seal = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = issueSeal({
    caCertificate,
    caKey: caKey as KeyObject,
    publicKey: seal.publicKey,
    organizationIdentifier,
    organizationName: 'Test TPP AS',
    commonName: 'Test TPP AS',
    country: 'NO',
    roles: [...roles],
    ncaName: 'The Financial Supervisory Authority of Norway',
    ncaId: 'NO-FSA',
    serial: 0x1a2bn,
    ...TERM,
  });
  return createSigner(seal.privateKey, certificateOf(pem));
}

export interface TestBankOptions {
  readonly now?: number;
  /** The bank of another build. */
  readonly open?: typeof openBank;
  /** Of the bank itself: its policy, who signs its answers. */
  readonly bank?: Partial<BankOptions>;
  /** What it begins with: the file of another bank, or none; else of a world that was founded at `now`. */
  readonly file?: Uint8Array | 'none';
}

/** A bank of its own in a folder of its own, in memory, with the initial data and a clock that the test sets. */
export async function openTestBank(options: TestBankOptions = {}): Promise<TestBank> {
  const { now = START, file } = options;
  const folder = memoryFolder('psd2-bank-');
  const path = join(folder, 'bank.db');
  if (file !== 'none') writeFileSync(path, file ?? (await worldFoundedAt(now)), { mode: 0o600 });
  const unexpected: unknown[] = [];
  const bank: TestBank = {
    now,
    path,
    unexpected,
    accounts: accountsOfInitialData(),
    transport: (request) => opened.handle(request, { address: '127.0.0.1', operator: true }),
    handle: (request, peer) => opened.handle(request, peer),
    send: (what = {}) => send(opened, signed(bank, what)),
    signed: (what = {}) => signed(bank, what),
    signedTarget: (what = {}) => signed(bank, what, { requestTarget: true }),
    payment: () => payment(bank.accounts),
    close: async () => {
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const { open = openBank } = options;
  const opened = open({
    path,
    clock: () => bank.now,
    stopwatch: () => 0,
    processorTime: () => 0,
    onUnexpected: (fault) => unexpected.push(fault),
    ...options.bank,
  });
  return bank;
}

const worlds = new Map<number, Uint8Array>();

/**
 * The file of a bank that was founded at an instant and has done nothing since; the TPP of the tests knows the PSU-IDs
 * of its private customers. One is made per instant and test
 * process: to copy it takes a tenth of what it takes to found a world.
 */
async function worldFoundedAt(now: number): Promise<Uint8Array> {
  const world = worlds.get(now) ?? (await found(now));
  worlds.set(now, world);
  return world;
}

async function found(now: number): Promise<Uint8Array> {
  const folder = memoryFolder('psd2-world-');
  try {
    const path = join(folder, 'bank.db');
    const unexpected: unknown[] = [];
    const bank = openBank({ path, clock: () => now, onUnexpected: (fault) => unexpected.push(fault) });
    const request = { method: 'GET', target: '/operator/clock', headers: [], body: new Uint8Array() };
    const { status } = await bank.handle(request, { address: '127.0.0.1', operator: true });
    await bank.close();
    if (status !== 200) throw new Error(`no world was founded: ${status}, ${unexpected}`);
    await makeKnown(path, now);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function accountsOfInitialData(): TestBank['accounts'] {
  const { accounts } = createInitialData('psd2');
  const [debtor, debtorOther] = accounts.filter(({ customerNumber }) => customerNumber === PSU);
  const foreign = accounts.find(({ customerNumber }) => customerNumber !== PSU);
  return { debtor: debtor!.bban, debtorOther: debtorOther!.bban, foreign: foreign!.bban };
}

let made = 0;

function payment({ debtor, foreign }: TestBank['accounts']) {
  made += 1;
  return {
    instructedAmount: { amount: '100.50', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: foreign, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: debtor, currency: 'NOK' },
    remittanceInformationUnstructured: `Test ${made}`,
  };
}

let sent = 0;

function signed(bank: TestBank, what: Send, options: object = {}): HttpRequest {
  const request = requestOf(bank, what);
  const whole = sign(request, what.as ?? testSigner(), { date: bank.now, ...options }).request;
  const dropped = Object.entries(what.headers ?? {}).filter(([, value]) => value === null);
  const kept = whole.headers.filter(
    ([name]) => !dropped.some(([drop]) => drop.toLowerCase() === name.toLowerCase()),
  );
  const complete = {
    ...whole,
    headers: dropped.some(([name]) =>
      ['date', 'digest', 'signature', 'tpp-signature-certificate'].includes(name.toLowerCase()),
    )
      ? kept
      : whole.headers,
  };
  return what.afterSigning ? what.afterSigning(complete) : complete;
}

async function send(opened: OpenedBank, message: HttpRequest): Promise<Answer> {
  return readAnswer(await opened.handle(message, { address: '127.0.0.1', operator: true }));
}

export function readAnswer(response: HttpResponse): Answer {
  const text = Buffer.from(response.body).toString('utf8');
  return {
    status: response.status,
    headers: response.headers,
    header: (name) => getHeader(response.headers, name),
    json: text === '' ? undefined : JSON.parse(text),
    text,
  };
}

function requestOf(bank: TestBank, what: Send): HttpRequest {
  const { method = 'POST', path = CREATION, query, rawBody } = what;
  const isCreation = method === 'POST' && path === CREATION;
  const body =
    rawBody !== undefined
      ? Buffer.from(rawBody)
      : Buffer.from(
          what.body === undefined
            ? isCreation
              ? JSON.stringify(bank.payment())
              : ''
            : JSON.stringify(what.body),
        );
  return {
    method,
    target: query === undefined || query === '' ? path : `${path}?${query}`,
    headers: headersOf(what, body.length > 0),
    body,
  };
}

function headersOf({ headers = {} }: Send, hasBody: boolean): Header[] {
  sent += 1;
  const defaults: Record<string, string> = {
    Accept: 'application/json',
    'X-Request-ID': `test-${sent}`,
    'x-accept-fix': 'amount-as-string',
    'TPP-Session-ID': 'test-session',
    'TPP-Redirect-URI': 'https://tpp.example/cb',
    'PSU-Context': 'PRIVATE',
    'PSU-IP-Address': '192.0.2.1',
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
  };
  const given = Object.entries(headers);
  const overridden = new Set(given.map(([name]) => name.toLowerCase()));
  return [
    ...Object.entries(defaults).filter(([name]) => !overridden.has(name.toLowerCase())),
    ...given.flatMap(([name, value]): Header[] => {
      if (value === null) return [];
      return (Array.isArray(value) ? value : [value]).map((one): Header => [name, one]);
    }),
  ];
}
