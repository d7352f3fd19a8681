import { isUtf8 } from 'node:buffer';
import type { DistinguishedName, NameAttribute } from './certificate.ts';
import { TAG } from './der.ts';
import { RFC2253_KEYWORDS } from './oids.ts';
import { OPENSSL_NAMES } from './openssl-names.ts';
import { asBuffer, decodeString } from './strings.ts';

/**
 * The ways of writing an issuer in a keyId: strictly by RFC 2253, as Java's `X500Principal.getName(RFC2253)`, or
 * as `openssl x509 -nameopt RFC2253`.
 * @see G1-issuer-openssl, G1-issuer-java
 */
export type NameStyle = 'rfc2253' | 'java' | 'openssl';

/**
 * A distinguished name as text, last RDN first, no blanks between the parts. It may hold any character that the
 * certificate holds, line ends included, and any beyond ASCII; the openssl style is always printable ASCII.
 * @see G1-issuer-openssl
 */
export function renderName(name: DistinguishedName, style: NameStyle): string {
  const write = WRITERS[style];
  return name
    .toReversed()
    .map((rdn) => (style === 'openssl' ? rdn.toReversed() : rdn).map(write).join('+'))
    .join(',');
}

/**
 * A distinguished name for people: names for the types, values plain, quoted only where they would mislead.
 * @see G1-issuer-plain
 */
export function describeName(name: DistinguishedName): string {
  const describe = ({ oid, text }: NameAttribute) =>
    `${OPENSSL_NAMES.get(oid) ?? oid}=${quoteIfNeeded(text)}`;
  return name
    .toReversed()
    .map((rdn) => rdn.map(describe).join(' + '))
    .join(', ');
}

const WRITERS: Readonly<Record<NameStyle, (attribute: NameAttribute) => string>> = {
  rfc2253: rfc2253Attribute,
  java: javaAttribute,
  openssl: opensslAttribute,
};

/**
 * A type that RFC 2253 has no name for is its number, and its value `#` and the hex of its DER.
 * @see G1-issuer-rfc2253
 */
function rfc2253Attribute({ oid, tag, bytes, der }: NameAttribute): string {
  const keyword = RFC2253_KEYWORDS.get(oid);
  const text = keyword === undefined ? undefined : decodeString(tag, bytes);
  return `${keyword ?? oid}=${text === undefined ? hexForm(der) : escapeRfc2253(text)}`;
}

/** RFC 2253 2.4: special characters anywhere, `#` and a blank where the value begins, a blank where it ends. */
function escapeRfc2253(text: string): string {
  return text.replaceAll(/[,+"\\<>;]|^[# ]| $/g, '\\$&');
}

/** The string types Java writes as text; every other value becomes `#` and hex. */
const JAVA_STRING_TAGS: ReadonlySet<number> = new Set([
  TAG.utf8String,
  TAG.printableString,
  TAG.teletexString,
  TAG.ia5String,
  TAG.generalString,
  TAG.bmpString,
]);

function javaAttribute({ oid, tag, bytes, der }: NameAttribute): string {
  const keyword = RFC2253_KEYWORDS.get(oid);
  if (keyword === undefined || !JAVA_STRING_TAGS.has(tag)) return `${keyword ?? oid}=${hexForm(der)}`;
  return `${keyword}=${escapeJava(decodeAsJava(bytes))}`;
}

/** Java reads the octets of every string as UTF-8, and what encodes half a surrogate pair as one U+FFFD. */
function decodeAsJava(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return asBuffer(bytes).toString('utf8');
  const octets = asBuffer(bytes).toString('latin1');
  const replaced = octets.replaceAll(/\xed[\xa0-\xbf][\x80-\xbf]?/g, '\xef\xbf\xbd');
  return Buffer.from(replaced, 'latin1').toString('utf8');
}

/** Java escapes `=` and every `#` too, writes NUL as `\00`, and counts carriage returns as blanks at the ends. */
function escapeJava(text: string): string {
  const escaped = text.replaceAll(/[,=+<>#;"\\]/g, '\\$&').replaceAll('\0', '\\00');
  const isBlank = (position: number) => escaped[position] === ' ' || escaped[position] === '\r';
  let start = 0;
  while (isBlank(start)) start += 1;
  let end = escaped.length;
  while (end > start && isBlank(end - 1)) end -= 1;
  return `${escapeEach(escaped.slice(0, start))}${escaped.slice(start, end)}${escapeEach(escaped.slice(end))}`;
}

function escapeEach(blanks: string): string {
  return blanks.replaceAll(/[ \r]/g, '\\$&');
}

/** As `openssl x509 -nameopt RFC2253` prints it, with the names that openssl has for types. @see G1-openssl-names */
function opensslAttribute({ oid, tag, bytes, der }: NameAttribute): string {
  const name = OPENSSL_NAMES.get(oid);
  const text = name === undefined ? undefined : decodeString(tag, bytes);
  return `${name ?? oid}=${text === undefined ? hexForm(der).toUpperCase() : escapeOpenssl(text)}`;
}

/** As RFC 2253, but a lone `#` stays plain, and all but printable ASCII becomes `\` and hex of its UTF-8. */
function escapeOpenssl(text: string): string {
  return text
    .replaceAll(/[,+"\\<>;]|^[# ](?!$)| $/g, '\\$&')
    .replaceAll(/[^ -~]/gu, (character) =>
      [...Buffer.from(character)]
        .map((octet) => `\\${octet.toString(16).toUpperCase().padStart(2, '0')}`)
        .join(''),
    );
}

function hexForm(der: Uint8Array): string {
  return `#${asBuffer(der).toString('hex')}`;
}

function quoteIfNeeded(text: string): string {
  const misleads = text === '' || /[,+="\\]|^\s|\s$/.test(text);
  return misleads ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text;
}
