import { expect } from 'vitest';
import type { Header, HttpRequest } from '../../src/message.ts';
import { FINDING_CODES } from '../../src/signing/findings.ts';
import { sign } from '../../src/signing/sign.ts';
import type { Verification, VerifyOptions } from '../../src/signing/verify.ts';
import { rsaKeys } from '../support/keys.ts';
import { type Numbers, numbers } from '../support/numbers.ts';
import { verifySoon } from './soon.ts';
import { AT, makeTpp, paymentRequest } from './tpp.ts';

/** Valid requests changed at random, again and again; the same in every run that begins with the same seed. */

/** What parsers trip over. */
const PIECES = [
  ...'" , = \\ \\" % %2 %00 + / # ; ? =? ?= =?utf-8?B? =?utf-8?Q?'.split(' '),
  ...[
    ' ',
    '\t',
    '\r\n ',
    '\0',
    '\x7f',
    '\xff',
    'é',
    '\u2028',
    '\ud800',
    '\\n',
    '\\u0000',
    '__proto__',
    'constructor',
  ],
  ...'SN= CA= CN= OID.2.5.4.3= #0c keyId=" headers=" signature=" algorithm="rsa-sha256"'.split(' '),
  ...[
    '(request-target)',
    'date',
    'SHA-512=',
    'sha-256=:',
    '-----BEGIN CERTIFICATE-----',
    '-----END ',
    'MIIB',
    '{',
    '[',
  ],
];

function pick<Item>(items: readonly Item[], next: Numbers): Item {
  const item = items[next(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** A piece put in, a stretch left out, doubled, turned round or made long, one character another. */
function changedText(text: string, next: Numbers): string {
  const from = next(text.length + 1);
  const length = next(8);
  const [before, stretch, after] = [
    text.slice(0, from),
    text.slice(from, from + length),
    text.slice(from + length),
  ];
  switch (next(7)) {
    case 0:
      return before + pick(PIECES, next) + stretch + after;
    case 1:
      return before + after;
    case 2:
      return before + stretch + stretch + after;
    case 3:
      return before + [...stretch].toReversed().join('') + after;
    case 4:
      return before + pick(PIECES, next).repeat(next(2000)) + after;
    case 5:
      return before + stretch.toUpperCase() + after;
    default:
      return before + String.fromCharCode(next(256)) + text.slice(from + 1);
  }
}

function changedBytes(bytes: Uint8Array, next: Numbers): Buffer {
  return Buffer.from(changedText(Buffer.from(bytes).toString('latin1'), next), 'latin1');
}

/** Inside what is Base64: the certificate, an encoded-word. */
function changedInside(value: string, next: Numbers): string {
  const [, start = '', base64 = '', end = ''] = /^(=\?utf-8\?B\?)?(.*?)(\?=)?$/s.exec(value) ?? [];
  return start + changedBytes(Buffer.from(base64, 'base64'), next).toString('base64') + end;
}

function changedHeaders(headers: readonly Header[], next: Numbers): Header[] {
  const place = next(headers.length);
  const [name, value] = headers[place] ?? ['', ''];
  switch (next(9)) {
    case 0:
      return headers.toSpliced(place, 1);
    case 1:
      return headers.toSpliced(next(headers.length), 0, [name, value]);
    case 2:
      return headers.with(place, [changedText(name, next), value]);
    case 3:
      return headers.with(place, [name, pick(headers, next)[1]]);
    case 4:
    case 5:
      return headers.with(place, [name, changedInside(value, next)]);
    default:
      return headers.with(place, [name, changedText(value, next)]);
  }
}

function mutated(request: HttpRequest, next: Numbers): HttpRequest {
  switch (next(8)) {
    case 0:
      return { ...request, body: changedBytes(request.body, next) };
    case 1:
      return { ...request, target: changedText(request.target, next) };
    case 2:
      return { ...request, method: changedText(request.method, next) };
    default:
      return request.headers.length === 0
        ? request
        : { ...request, headers: changedHeaders(request.headers, next) };
  }
}

function originals(): HttpRequest[] {
  const tpp = makeTpp();
  const grown = makeTpp({
    roles: ['PSP_PI'],
    serial: 0xfedcba9876543210n,
    commonName: 'Grønn "Tillit", CA',
    keys: rsaKeys('other'),
  });
  const get = paymentRequest({ method: 'GET', body: new Uint8Array() });
  return [
    sign(paymentRequest(), tpp, { date: AT }),
    sign(paymentRequest(), tpp, { date: AT, requestTarget: true, digestAlgorithm: 'SHA-512' }),
    sign(paymentRequest(), grown, { date: AT, encodedWord: 'always' }),
    sign(paymentRequest(), grown, { date: AT, encodedWord: 'never' }),
    sign(get, grown, { date: AT, emptyBodyDigest: true }),
  ].map(({ request }) => request);
}

/** For every tenth the cause is sought for a moment, for every hundredth as long as ever. */
function searchOf(place: number): Partial<VerifyOptions> {
  if (place % 100 === 0) return {};
  return { recovery: place % 10 === 0 && { hashedBytes: 5e8, milliseconds: 5, bytes: 1024 * 1024 } };
}

/** Verifies so many mutations: each gets a Verification soon. Answers how many got which verdict. */
export function verifyMutations(count: number, seed: number): ReadonlyMap<string, number> {
  const next = numbers(seed);
  const bases = originals();
  const verdicts = new Map<string, number>();
  for (let place = 0; place < count; place += 1) {
    let request = pick(bases, next);
    for (let rounds = 1 + next(3); rounds > 0; rounds -= 1) request = mutated(request, next);
    const verification = verifySoon(request, searchOf(place));
    expectSound(verification);
    verdicts.set(verification.verdict, (verdicts.get(verification.verdict) ?? 0) + 1);
  }
  return verdicts;
}

const CODES: ReadonlySet<string> = new Set(FINDING_CODES);

function expectSound({ valid, verdict, findings }: Verification): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const isSound =
    valid === (errors.length === 0) &&
    (valid ? /^valid/.test(verdict) : verdict === errors[0]?.code) &&
    findings.every(({ code, message, remedy }) => CODES.has(code) && message !== '' && remedy !== '') &&
    !findings.some(({ message }) => /\b(?:Type|Range|Syntax)?Error\b|\n\s+at /.test(message));
  if (!isSound) expect({ valid, verdict, findings }).toBe('a sound verification');
}
