import { verify as verifyBytes } from 'node:crypto';
import type { PublicKey } from '../certificates/public-key.ts';
import { encodeBase64 } from '../core/base64.ts';
import type { HttpRequest } from '../message.ts';
import type { Budget } from './budget.ts';
import type { ListedLines } from './check-listed-headers.ts';
import type { Dialect } from './dialect.ts';
import { finding, type Report } from './findings.ts';
import { recoverSignature } from './recover-signature.ts';
import type { SignatureParameters } from './signature-header.ts';
import { lengthFinding } from './signature-length.ts';
import { readSignatureValue } from './signature-value.ts';
import { type HeaderIndex, type SigningLine, signingBytes, signingString } from './signing-string.ts';

export interface SignatureCheck {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  /** The certificate's, or one that was given. */
  readonly key: PublicKey | undefined;
  readonly parameters: Partial<SignatureParameters> | undefined;
  readonly lines: ListedLines;
  readonly budget: Budget;
  readonly dialect: Dialect;
  /** `#…` of the URL, where it is known. */
  readonly fragment?: string | undefined;
}

/** What came of the RSA signature; `not-checked` where there was no key, or nothing as long as the key. */
export type RsaOutcome = 'verified' | 'failed' | 'not-checked';

export interface SignatureOutcome {
  /** Null without a Signature header. */
  readonly signingString: string | null;
  readonly rsa: RsaOutcome;
}

/**
 * Encoding and length of the signature, then RSA over the signing string; with no other key.
 * @see G3-order, G5-rsa-only
 */
export function checkSignature(check: SignatureCheck, report: Report): SignatureOutcome {
  const { parameters, key, lines, dialect } = check;
  if (parameters === undefined) return { signingString: null, rsa: 'not-checked' };
  const text = signingString(lines.lines);
  const signature = parameters.signature;
  if (signature === undefined) return { signingString: text, rsa: 'not-checked' };
  const publicKey = key?.keyType === 'rsa' ? key.publicKey : undefined;
  const bytes = checkValue(signature, { key, budget: check.budget }, report);
  if (bytes === undefined || publicKey === undefined) return { signingString: text, rsa: 'not-checked' };
  const broken = lines.lines.find(({ value }) => value.includes('\n'));
  if (broken !== undefined) {
    const header = broken.name;
    const detail = `The value of ${header} contains a line end, so lines of the signing string could be confused.`;
    report(finding('signature-invalid', { header, detail, expected: text }));
    return { signingString: text, rsa: 'failed' };
  }
  if (verifyBytes(dialect.hash, signingBytes(text), publicKey, bytes))
    return { signingString: text, rsa: 'verified' };
  for (const one of recoverSignature({
    ...check,
    parameters,
    derived: derivedLines(parameters),
    publicKey,
    signature: bytes,
    text,
  }))
    report(one);
  return { signingString: text, rsa: 'failed' };
}

/** What later drafts sign of the parameters. */
function derivedLines({ created, expires }: Partial<SignatureParameters>): SigningLine[] {
  return [
    ...(created === undefined ? [] : [{ name: '(created)', value: created }]),
    ...(expires === undefined ? [] : [{ name: '(expires)', value: expires }]),
  ];
}

/** The bytes of the signature when they have the length of the key. */
function checkValue(
  text: string,
  { key, budget }: Pick<SignatureCheck, 'key' | 'budget'>,
  report: Report,
): Buffer | undefined {
  const length = signatureBytes(key);
  const { bytes, wellEncoded, cause, says, remedy } = readSignatureValue(text, length);
  if (!wellEncoded) {
    const expected = bytes && encodeBase64(bytes);
    report(finding('signature-encoding', { cause, says, remedy, expected, found: text }));
  }
  if (bytes === undefined || key?.keyType !== 'rsa') return undefined;
  if (bytes.length === length) return bytes;
  const proof = { publicKey: key.publicKey, budget };
  if (length !== undefined) report(lengthFinding(bytes, text, length, proof));
  return undefined;
}

/** Undefined for a key of another kind; without a key, that of the usual one. */
function signatureBytes(key: PublicKey | undefined): number | undefined {
  if (key === undefined) return 256;
  return key.keyType === 'rsa' ? Math.ceil(key.keyBits / 8) : undefined;
}
