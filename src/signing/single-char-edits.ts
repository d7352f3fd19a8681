import { isOctets } from '../core/octets.ts';
import { createFinding, type Finding } from './findings.ts';
import {
  buildSigningString,
  encodeSigningString,
  REQUEST_TARGET,
  type SigningLine,
} from './signing-string.ts';
import type { StringCandidate } from './string-builds.ts';

/** The position of a line's value in the bytes of the signing string. */
interface ValuePlace {
  readonly header: string;
  readonly start: number;
  readonly end: number;
}

type OneCharacter = 'another' | 'lost' | 'added' | 'swapped';

const WORDS: Readonly<Record<OneCharacter, string>> = {
  another: 'one character was different',
  lost: 'it had one extra character',
  added: 'it had one character less',
  swapped: 'two adjacent characters were swapped',
};

const IN_UUIDS = [...Buffer.from('0123456789abcdef-')];
const PRINTABLE = [...new Array(0x7f).keys()].slice(0x20);

/**
 * Generates the signing strings in which one character of one value differs, so that the changed header can be named.
 * The bytes are changed in place: a candidate is valid only until the next one.
 * @see G4-signature-invalid-value, G4-signature-invalid-target, G3-one-character
 */
export function* generateLikelyCharacters(lines: readonly SigningLine[]): Generator<StringCandidate> {
  const octets = encodeSigningString(buildSigningString(lines));
  const values = listValuePlaces(lines);
  for (const value of values) {
    yield* withoutOne(octets, value);
    yield* withTwoSwapped(octets, value);
  }
  for (const value of values) {
    if (isLikeUuid(octets, value)) yield* withAnother(octets, value, IN_UUIDS);
  }
}

/** Generates the remaining edits: any byte replaced or inserted at any position. */
export function* generateOtherCharacters(lines: readonly SigningLine[]): Generator<StringCandidate> {
  const octets = encodeSigningString(buildSigningString(lines));
  const values = listValuePlaces(lines);
  for (const value of values) {
    if (!CONFIRMED.includes(value.header)) yield* withAnother(octets, value, PRINTABLE);
  }
  const otherPrintable = PRINTABLE.filter((octet) => !IN_UUIDS.includes(octet));
  // NUL and line ends can't be signed.
  const known = new Set([...PRINTABLE, 0, 10, 13]);
  const others = [...new Array(256).keys()].filter((octet) => !known.has(octet));
  for (const alphabet of [IN_UUIDS, otherPrintable, others]) {
    for (const value of values) {
      yield* withAnother(octets, value, alphabet);
      yield* withOneMore(octets, value, alphabet);
    }
  }
}

const MOST_FOREIGN = 2;

/** Returns true if the value is a UUID except for one or two characters. */
function isLikeUuid(octets: Uint8Array, { start, end }: ValuePlace): boolean {
  const foreign = octets.subarray(start, end).filter((octet) => !IN_UUIDS.includes(octet));
  return foreign.length <= MOST_FOREIGN;
}

/** The body confirms the digest and the clock confirms the date, so they come last. */
const CONFIRMED = ['date', 'digest'];

export function listValuePlaces(lines: readonly SigningLine[]): ValuePlace[] {
  const encoding = isOctets(buildSigningString(lines)) ? 'latin1' : 'utf8';
  let position = 0;
  const places = lines.map(({ name, value }): ValuePlace => {
    const start = position + Buffer.byteLength(`${name}: `, encoding);
    const end = start + Buffer.byteLength(value, encoding);
    position = end + 1;
    return { header: name, start, end };
  });
  return places.sort((left, right) => CONFIRMED.indexOf(left.header) - CONFIRMED.indexOf(right.header));
}

function* withAnother(
  octets: Uint8Array,
  { header, start, end }: ValuePlace,
  alphabet: readonly number[],
): Generator<StringCandidate> {
  const bytes = Uint8Array.from(octets);
  let place = start;
  const isSameLetter = () => /^([a-z])\1$/i.test(String.fromCharCode(octets[place] ?? 0, bytes[place] ?? 0));
  const candidate = createAway(bytes, () =>
    createChanged(header, 'another', isSameLetter() ? 'case' : 'replaced'),
  );
  for (; place < end; place += 1) {
    const sent = octets[place] ?? 0;
    for (const octet of alphabet) {
      if (octet === sent) continue;
      bytes[place] = octet;
      yield candidate;
    }
    bytes[place] = sent;
  }
}

function* withOneMore(
  octets: Uint8Array,
  { header, start, end }: ValuePlace,
  alphabet: readonly number[],
): Generator<StringCandidate> {
  const bytes = new Uint8Array(octets.length + 1);
  bytes.set(octets.subarray(0, start));
  bytes.set(octets.subarray(start), start + 1);
  const candidate = createAway(bytes, () => createChanged(header, 'lost'));
  for (let place = start; place <= end; place += 1) {
    for (const octet of alphabet) {
      bytes[place] = octet;
      yield candidate;
    }
    bytes[place] = octets[place] ?? 0;
  }
}

function* withoutOne(octets: Uint8Array, { header, start, end }: ValuePlace): Generator<StringCandidate> {
  const bytes = Uint8Array.from([...octets.subarray(0, start), ...octets.subarray(start + 1)]);
  const candidate = createAway(bytes, () => createChanged(header, 'added'));
  for (let place = start; place < end; place += 1) {
    yield candidate;
    bytes[place] = octets[place] ?? 0;
  }
}

function* withTwoSwapped(octets: Uint8Array, { header, start, end }: ValuePlace): Generator<StringCandidate> {
  const bytes = Uint8Array.from(octets);
  const candidate = createAway(bytes, () => createChanged(header, 'swapped'));
  for (let place = start; place + 1 < end; place += 1) {
    const [first = 0, second = 0] = octets.subarray(place, place + 2);
    bytes.set([second, first], place);
    yield candidate;
    bytes.set([first, second], place);
  }
}

function createAway(bytes: Uint8Array, found: () => Finding): StringCandidate {
  return { bytes, findings: () => [found()] };
}

function createChanged(header: string, how: OneCharacter, cause: 'case' | 'replaced' = 'replaced'): Finding {
  const detail = `It is ${header}: when it was signed, ${WORDS[how]}.`;
  return header === REQUEST_TARGET
    ? createFinding('signature-invalid-target', { header, detail })
    : createFinding('signature-invalid-value', { cause, header, detail });
}
