import { onTestFinished } from 'vitest';
import type { Certificate } from '../../src/certificates/certificate.ts';
import type { NameStyle } from '../../src/certificates/names.ts';
import { Authorities } from '../../src/certificates/trust.ts';
import type { BankOptions } from '../../src/library.ts';
import type { Header, HttpRequest, Peer } from '../../src/message.ts';
import { createSigner, type Signer, sign } from '../../src/signing/sign.ts';
import { readTppRegistry } from '../../src/wire/tpp-registry.ts';
import { openTestBank } from './bank.ts';
import {
  CA_EXTENSIONS,
  ecKeys,
  type Keys,
  keyUsage,
  makeCertificate,
  named,
  type Party,
  purposes,
  qcStatements,
  rsaKeys,
  tppName,
  type Wanted,
} from './made-certificates.ts';
import { certificateOf } from './read-certificate.ts';

/** Real time of the bank and of the TPPs. */
export const AT = Date.parse('2026-11-18T10:00:00+01:00');
export const DAY = 86_400_000;
export const TPP = 'PSDNO-FSA-39999990';
const TERM = { from: AT - 100 * DAY, to: AT + 100 * DAY };
/** Keys are what costs: a file of tests makes each once. */
const keys = new Map<string, Keys>();

export function keysOf(name: string, make: () => Keys = ecKeys): Keys {
  const known = keys.get(name) ?? make();
  keys.set(name, known);
  return known;
}

export const party = (name: string, ofKeys = keysOf(name)): Party => ({ name: named(name), keys: ofKeys });

/** A CA's certificate; a root unless an issuer is given. */
export function ca(own: Party, change: Partial<Wanted> = {}): Certificate {
  return certificateOf(
    makeCertificate({ issuer: own, subject: own, serial: 1n, ...TERM, extensions: CA_EXTENSIONS, ...change }),
  );
}

export const ROOT = party('Root CA');

export const tpp = (organizationIdentifier: string | undefined = TPP): Party => ({
  name: tppName(organizationIdentifier),
  keys: keysOf('seal', rsaKeys),
});

/** A seal that is admitted, but for what is changed. */
export function seal(change: Partial<Wanted> = {}): Certificate {
  return certificateOf(sealBytes(change));
}

/** The same where it may be one that nobody can read. */
export function sealBytes(change: Partial<Wanted> = {}): Buffer {
  return makeCertificate({
    issuer: ROOT,
    subject: tpp(),
    serial: 0x1a2bn,
    ...TERM,
    extensions: [keyUsage(0xc0), qcStatements('seal')],
    ...change,
  });
}

/** The QWAC of the same TPP. */
export function qwac(change: Partial<Wanted> = {}): Certificate {
  return certificateOf(
    makeCertificate({
      issuer: ROOT,
      subject: { ...tpp(), keys: keysOf('qwac') },
      serial: 0x77n,
      ...TERM,
      extensions: [keyUsage(0x80), purposes('server', 'client'), qcStatements('web')],
      ...change,
    }),
  );
}

/** What the table's rows change of a bank that lets the TPP in, and of the request. */
export interface Case {
  readonly authorities?: readonly Certificate[];
  readonly seal?: Certificate;
  /** What the header shows in place of the seal, in DER. */
  readonly shown?: Uint8Array;
  /** What stands in a registry's file. */
  readonly registry?: string;
  readonly mutualTls?: boolean;
  /** What the connection shows, in DER. */
  readonly client?: Uint8Array;
  readonly path?: string;
  readonly method?: 'GET' | 'POST';
  readonly isOperator?: boolean;
  readonly keyIdStyle?: NameStyle;
  /** Of the seal, where it isn't the usual one. */
  readonly signWith?: Keys;
  readonly options?: Partial<BankOptions>;
}

export interface Outcome {
  readonly status: number;
  readonly code?: string;
  readonly text: string;
  readonly path?: string;
}

/** A whole bank of production policy for the running test. */
export async function productionBank({ authorities, registry, mutualTls = false, options }: Case) {
  const bank = await openTestBank({
    now: AT,
    bank: {
      onUnexpected: (fault) => {
        throw fault;
      },
      policy: 'production',
      admission: {
        authorities: new Authorities(authorities ?? [ca(ROOT)]),
        mutualTls,
        ...(registry === undefined ? {} : { registry: registryOf(registry) }),
      },
      ...options,
    },
  });
  onTestFinished(() => bank.close());
  return { handle: bank.handle };
}

function registryOf(text: string) {
  const reading = readTppRegistry(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  return reading.registry;
}

function signerWith(
  certificate: Certificate,
  own: Keys = keysOf('seal', rsaKeys),
  style?: NameStyle,
): Signer {
  return createSigner(own.privateKey, certificate, style === undefined ? {} : { style });
}

/** What is asked unless a case says otherwise: an account information request, which an unknown PSU may make. */
export const READ = '/v1/accounts';
let sent = 0;

export function requestOf(asked: Case): HttpRequest {
  const { path = READ, method = 'GET', seal: own = seal(), signWith, keyIdStyle = 'rfc2253' } = asked;
  sent += 1;
  const request: HttpRequest = {
    method,
    target: path,
    headers: [
      ['Accept', 'application/json'],
      ['X-Request-ID', `production-${sent}`],
      ['TPP-Session-ID', 'session'],
      ['TPP-Redirect-URI', 'https://tpp.example/cb'],
      ['PSU-Context', 'PRIVATE'],
      ['PSU-IP-Address', '192.0.2.1'],
    ],
    body: new Uint8Array(),
  };
  const signed = sign(request, signerWith(own, signWith, keyIdStyle), { date: AT }).request;
  return asked.shown === undefined ? signed : showing(asked.shown, signed);
}

function showing(der: Uint8Array, request: HttpRequest): HttpRequest {
  const value = Buffer.from(der).toString('base64');
  const headers = request.headers.map(([name, own]): Header => {
    return [name, name === 'TPP-Signature-Certificate' ? value : own];
  });
  return { ...request, headers };
}

/** Sends one request to a bank of its own. */
export async function outcomeOf(asked: Case): Promise<Outcome> {
  return sendTo((await productionBank(asked)).handle, asked);
}

export async function sendTo(
  handle: (request: HttpRequest, peer: Peer) => Promise<{ status: number; body: Uint8Array }>,
  asked: Case,
  request = requestOf(asked),
): Promise<Outcome> {
  const { client, isOperator = false } = asked;
  const tls = { version: 'TLSv1.3', ...(client === undefined ? {} : { clientCertificate: client }) };
  const answer = await handle(request, { address: '192.0.2.9', operator: isOperator, tls });
  const text = Buffer.from(answer.body).toString();
  const [message = {}] = text === '' ? [] : (JSON.parse(text).tppMessages ?? []);
  return { status: answer.status, text: '', ...message };
}
