import { sign as signBytes } from 'node:crypto';
import type { Header } from '../message.ts';
import { writeDigest } from './digest.ts';
import { writeHeaderText } from './encoded-word.ts';
import type { Signer } from './sign.ts';
import { writeSignatureHeader } from './signature-header.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';

/** What is signed of an answer is written here once, in this order. */
const NAMES = 'date digest';
const NAMES_OF_ECHOED = 'date digest x-request-id';

/** What an answer is signed over, besides its body. */
export interface SignedOfAnswer {
  /** As the answer has it in Date. */
  readonly date: string;
  /** As the answer has it in X-Request-ID; undefined where it echoes none. */
  readonly requestId: string | undefined;
}

/**
 * Adds the bank's signature to the headers of an answer: Digest, ASPSP-Signature-Certificate and Signature, over date,
 * digest and x-request-id. The last is left out where the request had none that is echoed.
 * @param headers in which Date and X-Request-ID are already; three are added at their end
 * @see D10-response-signing
 */
export function signAnswer(
  headers: Header[],
  body: Uint8Array,
  { date, requestId }: SignedOfAnswer,
  signer: Signer,
): void {
  const digest = writeDigest(body);
  const lines: SigningLine[] = [
    { name: 'date', value: date },
    { name: 'digest', value: digest },
  ];
  if (requestId !== undefined) lines.push({ name: 'x-request-id', value: requestId });
  const signature = signBytes('sha256', signingBytes(signingString(lines)), signer.privateKey);
  const value = writeSignatureHeader({
    keyId: signer.keyId,
    algorithm: 'rsa-sha256',
    headers: requestId === undefined ? NAMES : NAMES_OF_ECHOED,
    signature: signature.toString('base64'),
  });
  headers.push(
    ['Digest', digest],
    ['ASPSP-Signature-Certificate', signer.certificateHeader],
    ['Signature', writeHeaderText(value, 'auto')],
  );
}
