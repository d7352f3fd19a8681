import { describeCertificate } from '../certificates/certificate.ts';
import type { HttpRequest } from '../message.ts';
import { indexHeaders } from './signing-string.ts';
import type { Verification } from './verify.ts';

/** A point in which two requests differ. */
export interface Difference {
  readonly part: 'method' | 'target' | 'header' | 'body' | 'signature' | 'certificate';
  /** The header in lower case, the parameter of the signature, the field of the certificate; else empty. */
  readonly name: string;
  /** What the one has there; null where it has nothing. */
  readonly first: string | null;
  readonly second: string | null;
  /** Whether only the value is another, as it is in any two requests, or the way it is written too. */
  readonly sameForm: boolean;
}

/** A request and what was found about it. */
export interface Verified {
  readonly request: HttpRequest;
  readonly verification: Verification;
}

interface Fact extends Pick<Difference, 'part' | 'name'> {
  readonly value: string;
}

/** In what two requests differ: first what is written otherwise, then what has another value only. */
export function differencesOf(first: Verified, second: Verified): Difference[] {
  const firstFacts = factsOf(first);
  const secondFacts = factsOf(second);
  const keys = new Set([...firstFacts.keys(), ...secondFacts.keys()]);
  const all = [...keys].flatMap((key) => differenceOf(firstFacts.get(key), secondFacts.get(key)));
  return [...all.filter(({ sameForm }) => !sameForm), ...all.filter(({ sameForm }) => sameForm)];
}

function differenceOf(first: Fact | undefined, second: Fact | undefined): Difference[] {
  const fact = first ?? second;
  if (fact === undefined || first?.value === second?.value) return [];
  const { part, name } = fact;
  const sameForm =
    first !== undefined && second !== undefined && formOf(first.value) === formOf(second.value);
  return [{ part, name, first: first?.value ?? null, second: second?.value ?? null, sameForm }];
}

/** Its own parameters stand for the header Signature, and its fields for the certificate. */
const TAKEN_APART = ['signature', 'tpp-signature-certificate'];

function factsOf({ request, verification }: Verified): ReadonlyMap<string, Fact> {
  const { method, target, headers, body } = request;
  const described = verification.certificate === null ? {} : describeCertificate(verification.certificate);
  const facts: Fact[] = [
    { part: 'method', name: '', value: method },
    { part: 'target', name: '', value: target },
    ...[...indexHeaders(headers)]
      .filter(([name]) => !TAKEN_APART.includes(name))
      .map(([name, values]) => ({ part: 'header', name, value: values.join(', ') }) as const),
    { part: 'body', name: '', value: describeBody(body) },
    ...Object.entries(verification.parameters).map(
      ([name, value]) => ({ part: 'signature', name, value }) as const,
    ),
    ...Object.entries(described).map(
      ([name, value]) => ({ part: 'certificate', name, value: String(value ?? 'none') }) as const,
    ),
  ];
  return new Map(facts.map((fact) => [`${fact.part} ${fact.name}`, fact]));
}

/** What of a body a digest depends on without being seen: its length, its end, a byte order mark. */
function describeBody(body: Uint8Array): string {
  if (body.length === 0) return 'none';
  const mark =
    body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? ', begins with a byte order mark' : '';
  const end = body.at(-1) !== 0x0a ? '' : `, ends with ${body.at(-2) === 0x0d ? 'CR LF' : 'LF'}`;
  return `${body.length} bytes${mark}${end}`;
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const BASE64 = /[A-Za-z0-9+/]{40,}={0,2}/g;

/** How a text is written, whatever it says: a UUID, Base64 of a length, digits, letters in their case. */
function formOf(text: string): string {
  return text
    .replaceAll(UUID, '<uuid>')
    .replaceAll(BASE64, ({ length }) => `<${length}>`)
    .replaceAll(/[0-9]+/g, '9')
    .replaceAll(/\p{Lu}+/gu, 'A')
    .replaceAll(/\p{Ll}+/gu, 'a');
}
