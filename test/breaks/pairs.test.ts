import { expect, it } from 'vitest';
import { type Break, listWays, signWithBreaks } from '../../src/breaks/break-request.ts';
import { Fault } from '../../src/errors.ts';
import { getHeader, type HttpRequest } from '../../src/message.ts';
import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { createVerifier } from '../../src/signing/verify.ts';
import { AT, payment } from './requests.ts';

/** As short as can be, since what is looked for is tried in every part of it. */
const unsigned: HttpRequest = {
  method: 'POST',
  target: '/v1/payments/x?n=a%20b',
  headers: [
    ['Host', 'b.example'],
    ['X-Request-ID', '8c41d6f0-5b7e-4c3a-9f12-60d7e8a9b0c1'],
    ['PSU-ID', 'psu-7'],
  ],
  body: Buffer.from('{"b":"ø","a":1}'),
};

type Pattern = readonly [first: RegExp, second: RegExp];
const IN_THE_SIGNATURE = /^signature-(?:double-hash|invalid|padding|hash)/;
const UNDER_THE_KEY = /^(?:signature-(?:double-hash|invalid|padding|hash)|key-mismatch)/;

/** Pairs of which a request shows only the first. Every other is found together, and these are not. */
const HIDDEN: readonly Pattern[] = [
  // Without a certificate there is no key to check the signature with, and nothing to compare keyId with.
  [/^certificate-missing/, /^(?:signature-(?:double-hash|invalid|padding|hash|length)|key-mismatch|keyid-)/],
  // A signature that is cut off, or of another key, can't be opened.
  [/^signature-length/, UNDER_THE_KEY],
  [/^key-mismatch/, IN_THE_SIGNATURE],
  // How keyId is written is said of one that names the certificate.
  [/^keyid-mismatch/, /^keyid-style/],
  // Of a value with raw octets only that its form is wrong is told.
  [/^encoded-word-format\/raw/, /scheme-prefix$/],
];

/** Faults in one and the same place of a request, so that two of them can't both be made. */
const PLACES: readonly RegExp[] = [
  /^algorithm-/,
  /^date-/,
  /^digest-/,
  /^(?:headers-|listed-header-absent|required-header-not-signed)/,
  /^keyid-/,
  /^signature-header-format/,
  /^certificate-(?:format|missing)/,
  /^certificate-(?:no-psd2|role)/,
  /^signature-invalid\//,
];

/** The first leaves nothing of the part where the second is. */
const NOTHING_LEFT: readonly Pattern[] = [
  [/^signature-missing$/, /^(?!certificate-|date-|digest-)/],
  [/^certificate-missing/, /^certificate-/],
];

const isAny = (patterns: readonly Pattern[], { name: one }: Break, { name: other }: Break) =>
  patterns.some(
    ([first, second]) => (first.test(one) && second.test(other)) || (first.test(other) && second.test(one)),
  );

const verify = createVerifier();

/**
 * Undefined where the two change one part of the request. One in 32,768 signatures of another key looks like PSS, one in
 * 128 ends in a NUL or a line end, without which it's mangled rather than cut short, and some are the same in Base64 and
 * base64url: those are made anew.
 */
function saidOf(names: readonly string[], date = AT): string[] | undefined {
  const request = brokenTwice(names, date);
  if (request === undefined) return undefined;
  const { findings } = verify(request, { at: AT, clock: () => 0, recovery: VERIFY_SEARCH });
  const signature = /signature="([^"]*)"/.exec(getHeader(request.headers, 'Signature') ?? '')?.[1] ?? '-';
  const isByChance =
    (names.includes('key-mismatch') &&
      findings.some(({ code, proved }) => code === 'signature-padding' && !proved)) ||
    (names.includes('signature-length/cut-short') &&
      findings.some(({ message }) => /NUL byte is missing|line end, is missing/.test(message))) ||
    (names.includes('signature-encoding/base64url') && !/[-_]/.test(signature));
  if (isByChance) return saidOf(names, date - 1000);
  return findings.map(({ code, cause }) => (cause === undefined ? code : `${code}/${cause}`));
}

function brokenTwice(names: readonly string[], date: number): HttpRequest | undefined {
  try {
    return signWithBreaks(names, unsigned, payment.signer, { date });
  } catch (error) {
    if (error instanceof Fault && error.code === 'USAGE') return undefined;
    throw error;
  }
}

/** It is looked for only when that is asked. */
const shown = listWays().filter(({ name }) => name !== 'required-header-absent');

it.each(
  shown.map((first, place) => ({ first, others: shown.slice(place + 1) })),
)('two faults in one request: $first.name is found beside each other [G3-all-pairs, G3-all-checks, G3-recovery]', ({
  first,
  others,
}) => {
  const wrong = others.flatMap((second) => {
    const pair = `${first.name} + ${second.name}`;
    const said = saidOf([first.name, second.name]);
    if (said === undefined) {
      const isOnePlace = PLACES.some((place) => place.test(first.name) && place.test(second.name));
      return isOnePlace || isAny(NOTHING_LEFT, first, second) ? [] : [`${pair} refused`];
    }
    const areBoth = said.includes(first.name) && said.includes(second.name);
    return areBoth === isAny(HIDDEN, first, second) ? [`${pair}: ${said.join(' ')}`] : [];
  });
  expect(wrong).toEqual([]);
});
