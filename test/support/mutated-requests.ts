import type { Header, HttpRequest } from '../../src/message.ts';
import { sign } from '../../src/signing/sign.ts';
import { testSigner } from './bank.ts';
import { creation } from './tpp.ts';

/** 0 ≤ x < 1, always the same from one seed. */
export type Draw = () => number;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A request as it stands on the wire, its length told truly. */
export function wireOf({ method, target, headers, body }: HttpRequest): Buffer {
  const lines = [['Host', 'a'], ...headers, ['Content-Length', String(body.byteLength)]];
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

type Mutation = (request: HttpRequest, draw: Draw) => Buffer;

/** Every way in which a signed request is made another one. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'flipped bytes': (request, draw) => flipped(wireOf(request), draw, 1 + Math.floor(draw() * 4)),
  'a flipped byte of the body': (request, draw) =>
    wireOf({ ...request, body: flipped(Buffer.from(request.body), draw, 1) }),
  'cut off': (request, draw) => {
    const bytes = wireOf(request);
    return bytes.subarray(0, Math.floor(draw() * bytes.length));
  },
  'a body cut off, its length told truly': (request, draw) =>
    wireOf({ ...request, body: request.body.subarray(0, Math.floor(draw() * request.body.byteLength)) }),
  'a header twice': (request, draw) => {
    const at = placeIn(request.headers, draw);
    return wireOf({ ...request, headers: request.headers.toSpliced(at, 0, request.headers[at]!) });
  },
  'a header less': (request, draw) =>
    wireOf({ ...request, headers: request.headers.toSpliced(placeIn(request.headers, draw), 1) }),
  'another value of a header': (request, draw) => {
    const at = placeIn(request.headers, draw);
    const [name] = request.headers[at]!;
    return wireOf({ ...request, headers: request.headers.with(at, [name, oneOf(VALUES, draw)]) });
  },
  'another method': (request, draw) => wireOf({ ...request, method: oneOf(METHODS, draw) }),
  'another target': (request, draw) => {
    const at = Math.floor(draw() * (request.target.length + 1));
    const target = request.target.slice(0, at) + oneOf(TRICKS, draw) + request.target.slice(at);
    return wireOf({ ...request, target });
  },
  'broken JSON': (request, draw) => {
    const text = Buffer.from(request.body).toString();
    const at = Math.floor(draw() * (text.length + 1));
    return wireOf({
      ...request,
      body: Buffer.from(text.slice(0, at) + oneOf(PIECES, draw) + text.slice(at)),
    });
  },
  'sent as it was': (request) => wireOf(request),
};

const METHODS = [
  'get',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'M-SEARCH',
  'X',
];
const TRICKS = [
  '%',
  '%00',
  '%2e%2e/',
  '/../',
  '//',
  '%zz',
  '%c0%ae',
  '?',
  '#',
  ';',
  '%ff',
  '\\',
  '{x}',
  '?a=%&a=b',
  '%25',
];
const VALUES = [
  '',
  ' ',
  ',',
  '"',
  '=',
  '\t',
  'a'.repeat(9000),
  'é',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  '-1',
  '__proto__',
  '%00',
];
const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  ',',
  '1e999',
  '-',
  'null',
  '\0',
  '\ufeff',
  '"__proto__":{},',
  '['.repeat(40),
];

function oneOf<Item>(items: readonly Item[], draw: Draw): Item {
  return items[Math.floor(draw() * items.length)]!;
}

function placeIn(items: readonly unknown[], draw: Draw): number {
  return Math.floor(draw() * items.length);
}

function flipped(bytes: Buffer, draw: Draw, count: number): Buffer {
  for (let flips = 0; flips < count && bytes.length > 0; flips += 1) {
    const at = Math.floor(draw() * bytes.length);
    bytes[at] = bytes[at]! ^ (1 << Math.floor(draw() * 8));
  }
  return bytes;
}

/** So many signed requests of several operations, each with an X-Request-ID of its own. */
export function requestsToMutate(count: number, draw: Draw): HttpRequest[] {
  return Array.from({ length: count }, (_, place) => {
    const name = `mutated ${Math.floor(draw() * 1e12)}`;
    const made = creation(testSigner(), { remittance: name, requestId: name.replace(' ', '-') });
    if (place % 3 === 0) return made;
    const target = place % 3 === 1 ? '/v1/accounts?withBalance=true' : '/v1/sandbox/accounts';
    const kept = made.headers.filter(
      ([header]) => !/^(?:date|digest|signature|tpp-signature.*)$/i.test(header),
    );
    const headers: Header[] = [...kept, ['X-PSU-IDENTITY', '15813963008']];
    const bare = { method: 'GET', target, headers, body: new Uint8Array() };
    return sign(bare, testSigner(), { date: Date.now() }).request;
  });
}
