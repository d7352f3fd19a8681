import { expect, it } from 'vitest';
import type { Header, HttpRequest } from '../../src/message.ts';
import { FINDING_CODES } from '../../src/signing/findings.ts';
import { sign } from '../../src/signing/sign.ts';
import type { Verification, VerifyOptions } from '../../src/signing/verify.ts';
import { verifySoon } from '../signing/soon.ts';
import { AT, makeTpp, paymentRequest } from '../signing/tpp.ts';
import { numberGiven } from '../support/given.ts';
import { rsaKeys } from '../support/keys.ts';
import { type Numbers, numbers } from '../support/numbers.ts';
import { SEED } from '../support/seed.ts';

/** Valid requests changed at random, again and again; the same in every run that begins with the same seed. */

/** What parsers trip over. */
const PIECES = [
  ...'" , = \\ \\" % %2 %00 + / # ; ? =? ?= =?utf-8?B? =?utf-8?Q? { [ date MIIB'.split(' '),
  ...[' ', '\t', '\r\n ', '\0', '\x7f', '\xff', 'é', '\u2028', '\ud800', '\\n', '\\u0000', '__proto__'],
  ...'SN= CA= CN= OID.2.5.4.3= #0c keyId=" headers=" signature=" algorithm="rsa-sha256"'.split(' '),
  ...'(request-target) SHA-512= sha-256=: -----BEGIN constructor'.split(' '),
];

function pick<Item>(items: readonly Item[], next: Numbers): Item {
  return items[next(items.length)] as Item;
}

/** A stretch left out, doubled, turned round or in capitals, a piece before it, one character another, a piece made long. */
function changedText(text: string, next: Numbers): string {
  const [from, length] = [next(text.length + 1), next(8)];
  const stretch = text.slice(from, from + length);
  const changes = [
    () => '',
    () => stretch + stretch,
    () => [...stretch].toReversed().join(''),
    () => stretch.toUpperCase(),
    () => pick(PIECES, next) + stretch,
    () => String.fromCharCode(next(256)) + stretch.slice(1),
    () => pick(PIECES, next).repeat(next(2000)),
  ];
  return text.slice(0, from) + pick(changes, next)() + text.slice(from + length);
}

function changedBytes(bytes: Uint8Array, next: Numbers): Buffer {
  return Buffer.from(changedText(Buffer.from(bytes).toString('latin1'), next), 'latin1');
}

/** Inside what is Base64: the certificate, an encoded-word. */
function changedInside(value: string, next: Numbers): string {
  const [, start = '', base64 = '', end = ''] = /^(=\?utf-8\?B\?)?(.*?)(\?=)?$/s.exec(value) ?? [];
  return start + changedBytes(Buffer.from(base64, 'base64'), next).toString('base64') + end;
}

function changedHeaders(headers: readonly Header[], next: Numbers): readonly Header[] {
  const place = next(headers.length);
  const [name, value] = headers[place] ?? ['', ''];
  const inside = () => headers.with(place, [name, changedInside(value, next)]);
  const plain = () => headers.with(place, [name, changedText(value, next)]);
  const changes = [
    ...[inside, inside, plain, plain, plain],
    () => headers.toSpliced(place, 1),
    () => headers.toSpliced(next(headers.length), 0, [name, value]),
    () => headers.with(place, [changedText(name, next), value]),
    () => headers.with(place, [name, pick(headers, next)[1]]),
  ];
  return headers.length === 0 ? headers : pick(changes, next)();
}

function mutated(request: HttpRequest, next: Numbers): HttpRequest {
  const ofHeaders = () => ({ ...request, headers: changedHeaders(request.headers, next) });
  const changes = [
    ...Array.from({ length: 5 }, () => ofHeaders),
    () => ({ ...request, body: changedBytes(request.body, next) }),
    () => ({ ...request, target: changedText(request.target, next) }),
    () => ({ ...request, method: changedText(request.method, next) }),
  ];
  return pick(changes, next)();
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
function verifyMutations(count: number, seed: number): ReadonlyMap<string, number> {
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

/** `npm run test:all -- --soak` gives more. */
const MUTATIONS = numberGiven('PSD2_TEST_MUTATIONS') ?? 40_000;
const PARTS = [1, 2, 3, 4];

it.each(
  PARTS,
)('very many valid requests changed at random are verified soon, whatever they became: part %i [G2-mutations]', {
  timeout: 3_600_000,
}, (part) => {
  const count = Math.ceil(MUTATIONS / PARTS.length);
  const verdicts = verifyMutations(count, SEED + part);
  expect([...verdicts.values()].reduce((sum, each) => sum + each, 0)).toBe(count);
  expect(verdicts.size).toBeGreaterThan(22);
});
