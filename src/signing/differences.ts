import { describeCertificate } from '../certificates/certificate.ts';
import type { HttpRequest } from '../message.ts';
import { compareBodies } from './check-digest.ts';
import type { TextDifference } from './findings.ts';
import { createHeaderIndex } from './signing-string.ts';
import type { Verification } from './verify.ts';

/** One difference between two requests. */
export interface Difference {
  readonly part: 'method' | 'target' | 'header' | 'body' | 'signature' | 'certificate';
  /** The lower-case header, the signature parameter or the certificate field; empty for other parts. */
  readonly name: string;
  /** The value in the first request; null if absent. */
  readonly first: string | null;
  readonly second: string | null;
  /** True if only the value differs, not its form. */
  readonly sameForm: boolean;
  /** Where two bodies begin to differ; `expected` is of the first. Absent if either is empty. */
  readonly difference?: TextDifference;
}

/** A request with its verification. */
export interface VerifiedRequest {
  readonly request: HttpRequest;
  readonly verification: Verification;
}

interface Fact extends Pick<Difference, 'part' | 'name'> {
  readonly value: string;
}

/** Lists the differences between two requests: differences of form first, then of value. */
export function listDifferences(first: VerifiedRequest, second: VerifiedRequest): Difference[] {
  const firstFacts = collectFacts(first);
  const secondFacts = collectFacts(second);
  const keys = new Set([...firstFacts.keys(), ...secondFacts.keys()]);
  const all = [
    ...compareBody(first.request.body, second.request.body),
    ...[...keys].flatMap((key) => compareFact(firstFacts.get(key), secondFacts.get(key))),
  ];
  return [...all.filter(({ sameForm }) => !sameForm), ...all.filter(({ sameForm }) => sameForm)];
}

function compareFact(first: Fact | undefined, second: Fact | undefined): Difference[] {
  const fact = first ?? second;
  if (fact === undefined || first?.value === second?.value) return [];
  const { part, name } = fact;
  const sameForm =
    first !== undefined && second !== undefined && classifyText(first.value) === classifyText(second.value);
  return [{ part, name, first: first?.value ?? null, second: second?.value ?? null, sameForm }];
}

function compareBody(first: Uint8Array, second: Uint8Array): Difference[] {
  const difference = compareBodies(first, second);
  if (difference === undefined) return [];
  const [one, other] = [describeBody(first), describeBody(second)];
  return [
    {
      ...{ part: 'body', name: '', first: one, second: other },
      sameForm: classifyText(one) === classifyText(other),
      ...(first.length === 0 || second.length === 0 ? {} : { difference }),
    },
  ];
}

/** Headers that are compared by their parts: signature parameters and certificate fields. */
const TAKEN_APART = ['signature', 'tpp-signature-certificate'];

function collectFacts({ request, verification }: VerifiedRequest): ReadonlyMap<string, Fact> {
  const { method, target, headers } = request;
  const described = verification.certificate === null ? {} : describeCertificate(verification.certificate);
  const facts: Fact[] = [
    { part: 'method', name: '', value: method },
    { part: 'target', name: '', value: target },
    ...[...createHeaderIndex(headers)]
      .filter(([name]) => !TAKEN_APART.includes(name))
      .map(([name, values]) => ({ part: 'header', name, value: values.join(', ') }) as const),
    ...Object.entries(verification.parameters).map(
      ([name, value]) => ({ part: 'signature', name, value }) as const,
    ),
    ...Object.entries(described).map(
      ([name, value]) => ({ part: 'certificate', name, value: String(value ?? 'none') }) as const,
    ),
  ];
  return new Map(facts.map((fact) => [`${fact.part} ${fact.name}`, fact]));
}

/** Describes invisible properties of a body: length, end, byte order mark. */
function describeBody(body: Uint8Array): string {
  if (body.length === 0) return 'none';
  const mark =
    body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? ', begins with a byte order mark' : '';
  const end = body.at(-1) !== 0x0a ? '' : `, ends with ${body.at(-2) === 0x0d ? 'CR LF' : 'LF'}`;
  return `${body.length} bytes${mark}${end}`;
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const BASE64 = /[A-Za-z0-9+/]{40,}={0,2}/g;

/** Replaces the content of a text by its form: a UUID, Base64 of a length, digits, letters by case. */
function classifyText(text: string): string {
  return text
    .replaceAll(UUID, '<uuid>')
    .replaceAll(BASE64, ({ length }) => `<${length}>`)
    .replaceAll(/[0-9]+/g, '9')
    .replaceAll(/\p{Lu}+/gu, 'A')
    .replaceAll(/\p{Ll}+/gu, 'a');
}
