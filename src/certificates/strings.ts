import { isUtf8 } from 'node:buffer';
import { TAG } from './der.ts';

/**
 * The text of a DER string, decoded by its tag: UTF-8, UTF-16 (BMPString), UTF-32 (UniversalString) or one octet
 * a character. Undefined when the tag is no string's or the octets are not what the tag says. Octets above 7F in
 * a one-octet string are read as ISO 8859-1, which is what T61String holds in practice.
 */
export function decodeString(tag: number, bytes: Uint8Array): string | undefined {
  switch (tag) {
    case TAG.utf8String:
      return isUtf8(bytes) ? asBuffer(bytes).toString('utf8') : undefined;
    case TAG.numericString:
    case TAG.printableString:
    case TAG.teletexString:
    case TAG.ia5String:
    case TAG.visibleString:
      return asBuffer(bytes).toString('latin1');
    case TAG.bmpString:
      return decodeBmp(bytes);
    case TAG.universalString:
      return decodeUniversal(bytes);
    default:
      return undefined;
  }
}

/** The same octets as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function decodeBmp(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const text = Buffer.from(bytes).swap16().toString('utf16le');
  return hasLoneSurrogate(text) ? undefined : text;
}

/** With the `u` flag a surrogate pair is one character, so that only halves of one match. */
function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udfff]/u.test(text);
}

function decodeUniversal(bytes: Uint8Array): string | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const buffer = asBuffer(bytes);
  let text = '';
  for (let position = 0; position < buffer.length; position += 4) {
    const codePoint = buffer.readUInt32BE(position);
    const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
    if (codePoint > 0x10ffff || isSurrogate) return undefined;
    text += String.fromCodePoint(codePoint);
  }
  return text;
}
