import { createHash } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { type HttpResponse, headerValues } from '../message.ts';
import { trimBlanks } from '../octets.ts';
import { ITS_ANSWERS } from './dialect.ts';
import type { Finding, FindingCode } from './findings.ts';
import { readHttpDate } from './http-date.ts';
import { verify } from './verify.ts';

/** What is proved wrong of an answer. */
export type AnswerFault =
  /** Some of the headers of a signature are there, and others aren't. */
  | 'incomplete'
  /** The certificate can't be read, or wasn't valid at that time. */
  | 'certificate'
  /** The body isn't the one that Digest is of. */
  | 'digest'
  /** The signature isn't one of that certificate over what must be signed. */
  | 'signature'
  /** It belongs to another request. */
  | 'request-id'
  /** It isn't of now. */
  | 'date';

export type AnswerVerdict =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'signed'; readonly certificate: Certificate; readonly fingerprint: string }
  | {
      readonly kind: 'failed';
      readonly fault: AnswerFault;
      /** The finding behind it, as `psd2 verify` names it; absent where there is none. */
      readonly finding?: FindingCode;
      /** What the fault is about: the missing headers, the X-Request-ID or the Date that came. */
      readonly found?: string;
    };

export interface AnswerTerms {
  /** The X-Request-ID that was sent; undefined where none was. */
  readonly requestId: string | undefined;
  /** When the request left and when its answer was there, milliseconds since 1970. Its Date lies between them. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** What only a bank that signs sends. A Digest alone is no signature (RFC 3230). */
const MARKS = ['Signature', 'ASPSP-Signature-Certificate'];
const NEEDED = [...MARKS, 'Digest', 'Date'];

/**
 * Whether an answer is signed, by whom, and what is wrong where it isn't as it should be. The certificate is the one
 * that came with the answer: whether it is the bank's, its fingerprint tells who knows that.
 * @see D10-response-check
 */
export function verifyAnswer(response: HttpResponse, terms: AnswerTerms): AnswerVerdict {
  const isThere = (name: string) => headerValues(response.headers, name).length > 0;
  if (!MARKS.some(isThere)) return { kind: 'unsigned' };
  const missing = NEEDED.filter((name) => !isThere(name));
  if (missing.length > 0) return { kind: 'failed', fault: 'incomplete', found: missing.join(', ') };
  const { headers, body } = response;
  const { findings, certificate } = verify(
    { method: '', target: '', headers, body },
    { at: judgedAt(response, terms), dialect: ITS_ANSWERS, digestRequired: true, recovery: false, role: [] },
  );
  const errors = findings.filter(({ code, severity }) => severity === 'error' && !UNASKED.has(code));
  const worst = worstOf(errors, otherRequestId(response, terms));
  if (worst !== undefined) return worst;
  // Without one there is an error.
  if (certificate === null) return { kind: 'failed', fault: 'certificate' };
  return { kind: 'signed', certificate, fingerprint: fingerprintOf(certificate) };
}

/** SHA-256 of the certificate, 64 lower-case hexadecimal digits. */
export function fingerprintOf({ der }: Pick<Certificate, 'der'>): string {
  return createHash('sha256').update(der).digest('hex');
}

/** Of the time between the request and its answer, the moment that is nearest to the answer's Date. */
function judgedAt({ headers }: HttpResponse, { sentAt, answeredAt }: AnswerTerms): number {
  const { time } = readHttpDate(trimBlanks(headerValues(headers, 'Date')[0] ?? ''));
  return Math.min(Math.max(time ?? answeredAt, sentAt), answeredAt);
}

/** The bank's certificate is known by its pin: what kind it is and which roles it has is nobody's question. */
const UNASKED: ReadonlySet<FindingCode> = new Set([
  'certificate-type',
  'certificate-no-psd2',
  'certificate-qc-malformed',
  'certificate-role',
]);

/** The X-Request-ID of an answer to something else, '' where it has none. */
function otherRequestId({ headers }: HttpResponse, { requestId }: AnswerTerms): string | undefined {
  if (requestId === undefined) return undefined;
  const echoed = headerValues(headers, 'X-Request-ID').join(', ');
  return echoed === requestId ? undefined : echoed;
}

/** What nothing that follows can be trusted without comes first. */
const ORDER: readonly AnswerFault[] = ['certificate', 'digest', 'signature', 'request-id', 'date'];

function worstOf(errors: readonly Finding[], otherId: string | undefined): AnswerVerdict | undefined {
  for (const fault of ORDER) {
    if (fault === 'request-id' && otherId !== undefined) return { kind: 'failed', fault, found: otherId };
    const error = errors.find(({ code }) => faultOf(code) === fault);
    if (error === undefined) continue;
    const { code, found } = error;
    const shown = fault === 'date' && found !== undefined ? { found } : {};
    return { kind: 'failed', fault, finding: code, ...shown };
  }
  return undefined;
}

function faultOf(code: FindingCode): AnswerFault {
  if (code.startsWith('certificate-')) return 'certificate';
  if (code.startsWith('digest-')) return 'digest';
  return code.startsWith('date-') ? 'date' : 'signature';
}
