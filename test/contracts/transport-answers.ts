import type { Header, HttpResponse } from '../../src/message.ts';

const MIB = 1024 * 1024;
const NONE = new Uint8Array(0);

/** Answers that no bank gives, and that a transport brings back all the same. */
export function answersOfAnyDoor(): readonly (readonly [string, HttpResponse])[] {
  const repeated: readonly Header[] = [
    ['Set-Cookie', 'a=1; HttpOnly'],
    ['X-Octets', 'K\u00f8benhavn \u00ff'],
    ['set-cookie', 'b=2'],
    ['X-Empty', ''],
    ['Date', 'then'],
    ['X-EMPTY', ''],
  ];
  return [
    ['repeated headers, octets and none', { status: 200, headers: repeated, body: Buffer.from('{}') }],
    ['no headers and no body', { status: 200, headers: [], body: NONE }],
    ['204', { status: 204, headers: [['X-Request-ID', 'a']], body: NONE }],
    ['a redirect', { status: 302, headers: [['Location', 'https://tpp.example/']], body: NONE }],
    ['an error', { status: 503, headers: [['Retry-After', '1']], body: Buffer.from('{"a":"å"}') }],
    ['every byte', { status: 200, headers: [], body: Buffer.from(Array.from({ length: 256 }, (_, n) => n)) }],
    ['a body of 8 MiB', { status: 200, headers: [], body: Buffer.alloc(8 * MIB, 'abc') }],
  ];
}
