import type { HttpRequest } from '../message.ts';
import { type Finding, finding } from './findings.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';
import type { StringCandidate } from './string-candidate.ts';

/**
 * What else programs gave to the signing function: the string in another encoding, or something else of the
 * request. No cause of the closed list names it, so the words do.
 * @see G4-signature-invalid
 */
export function* wholeStrings(
  { body }: HttpRequest,
  lines: readonly SigningLine[],
): Generator<StringCandidate> {
  const text = signingString(lines);
  const bytes = signingBytes(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const quoted = JSON.stringify(text);
  const escaped = () => [finding('signature-invalid', { cause: 'escaped-newline' })];
  yield { bytes: Buffer.from(quoted), findings: escaped };
  yield { bytes: Buffer.from(quoted.slice(1, -1)), findings: escaped };
  yield { bytes: new Uint8Array(), findings: told('Nothing was signed.') };
  yield { bytes: body, findings: told('The body was signed.') };
  for (const encoded of [utf16, Buffer.from(utf16).swap16()]) {
    yield { bytes: encoded, findings: told('It was signed in UTF-16.') };
    yield { bytes: withMark(encoded), findings: told('It was signed in UTF-16.') };
  }
  yield { bytes: Buffer.from(`\ufeff${text}`), findings: told('A byte order mark was signed before it.') };
  const base64 = told('Its Base64 was signed.');
  for (const form of ['base64', 'base64url'] as const)
    yield { bytes: Buffer.from(bytes.toString(form)), findings: base64 };
  yield { bytes: Buffer.from(bytes.toString('hex')), findings: told('Its hexadecimal form was signed.') };
  yield { bytes: Buffer.from(`"${text}"`), findings: told('Quotes were signed around it.') };
  yield { bytes: Buffer.from(`\n${text}`), findings: told('A newline was signed before it.') };
  for (const { name, value } of lines) {
    yield { bytes: signingBytes(value), findings: told(`Only the value of ${name} was signed.`) };
    yield {
      bytes: signingBytes(value.slice(value.indexOf('=') + 1)),
      findings: told(`Only the value of ${name} was signed.`),
    };
  }
}

function told(detail: string): () => Finding[] {
  return () => [finding('signature-invalid', { cause: 'unknown', detail })];
}

/** A mark in the order of octets of what follows. */
function withMark(utf16: Buffer): Buffer {
  const isLittleEndian = utf16[1] === 0;
  return Buffer.concat([Buffer.from(isLittleEndian ? [0xff, 0xfe] : [0xfe, 0xff]), utf16]);
}
