import { type KeyObject, verify as verifyBytes } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import type { HttpRequest } from '../message.ts';
import type { Budget } from './budget.ts';
import type { ListedLines } from './check-listed-headers.ts';
import { finding, type Report } from './findings.ts';
import { recoverSignature } from './recover-signature.ts';
import type { SignatureParameters } from './signature-header.ts';
import { readSignatureValue } from './signature-value.ts';
import { type HeaderIndex, signingBytes, signingString } from './signing-string.ts';

export interface SignatureCheck {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  readonly certificate: Certificate | undefined;
  readonly parameters: Partial<SignatureParameters> | undefined;
  readonly lines: ListedLines;
  readonly budget: Budget;
}

/**
 * Encoding and length of the signature, then RSA over the signing string; answers that string.
 * @see signing.md §3
 */
export function checkSignature(check: SignatureCheck, report: Report): string | null {
  const { parameters, certificate, lines } = check;
  if (parameters === undefined) return null;
  const text = signingString(lines.lines);
  const signature = parameters.signature;
  if (signature === undefined) return text;
  const publicKey = certificate?.keyType === 'rsa' ? certificate.publicKey : undefined;
  const bytes = checkValue(signature, publicKey, certificate?.keyBits, report);
  if (bytes === undefined || publicKey === undefined) return text;
  if (lines.lines.some(({ value }) => value.includes('\n'))) {
    const detail = 'A signed value holds a line end, so that lines could be mistaken for others.';
    report(finding('signature-invalid', { cause: 'unknown', detail }));
    return text;
  }
  if (isSignedBy(publicKey, text, bytes)) return text;
  for (const one of recoverSignature({ ...check, publicKey, signature: bytes, text })) report(one);
  return text;
}

/** The bytes of the signature when they have the length of the key. */
function checkValue(
  text: string,
  publicKey: KeyObject | undefined,
  keyBits: number | undefined,
  report: Report,
): Buffer | undefined {
  const length = Math.ceil((publicKey === undefined ? 2048 : (keyBits ?? 2048)) / 8);
  const { bytes, wellEncoded, cause } = readSignatureValue(text, length);
  if (!wellEncoded) report(finding('signature-encoding', { cause }));
  if (bytes === undefined || publicKey === undefined) return undefined;
  if (bytes.length === length) return bytes;
  report(finding('signature-length', { detail: `It has ${bytes.length} bytes, the key ${length}.` }));
  return undefined;
}

function isSignedBy(publicKey: KeyObject, text: string, signature: Buffer): boolean {
  return verifyBytes('sha256', signingBytes(text), publicKey, signature);
}
