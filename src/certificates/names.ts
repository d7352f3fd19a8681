import { isUtf8 } from 'node:buffer';
import { toBuffer } from '../core/base64.ts';
import { DerError, type DerNode, decodeString, getChildren, readOid, TAG } from './der.ts';

/** One attribute of a distinguished name, with its encoded value. */
export interface NameAttribute {
  /** The dotted object identifier, such as `2.5.4.3`. */
  readonly oid: string;
  /** The DER tag of the value: 12 UTF8String, 19 PrintableString, 20 T61String, 22 IA5String, 30 BMPString … */
  readonly tag: number;
  /** The content octets of the value. */
  readonly bytes: Uint8Array;
  /** The whole encoding of the value (tag, length, content), for the `#hex` form. */
  readonly der: Uint8Array;
  /** The value decoded by its tag; `#` and the hexadecimal of its encoding if it isn't a readable string. */
  readonly text: string;
}

/** The RDNs in encoding order; a multi-valued RDN has several attributes, in DER order. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

/** The attribute types that RFC 2253 2.3 writes by name; all others are written as numbers. */
export const RFC2253_KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.6', 'C'],
  ['2.5.4.9', 'STREET'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
]);

/**
 * The style of an issuer in a keyId: strict RFC 2253, Java's `X500Principal.getName(RFC2253)`, or `openssl x509
 * -nameopt RFC2253`.
 * @see G1-issuer-openssl, G1-issuer-java
 */
export type NameStyle = 'rfc2253' | 'java' | 'openssl';

/**
 * Formats a distinguished name, the last RDN first, without blanks between the parts. The text may contain any
 * character of the certificate, also line ends and characters beyond ASCII; the openssl style is always printable
 * ASCII.
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
 * Formats a distinguished name for people: type names, and plain values that are quoted only if they would be
 * ambiguous.
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
  rfc2253: formatRfc2253Attribute,
  java: formatJavaAttribute,
  openssl: formatOpensslAttribute,
};

/**
 * Formats an attribute by RFC 2253: a type without a name is its number, and its value is `#` and the hexadecimal of
 * its DER.
 * @see G1-issuer-rfc2253
 */
function formatRfc2253Attribute({ oid, tag, bytes, der }: NameAttribute): string {
  const keyword = RFC2253_KEYWORDS.get(oid);
  const text = keyword === undefined ? undefined : decodeString(tag, bytes);
  return `${keyword ?? oid}=${text === undefined ? formatHexForm(der) : escapeRfc2253(text)}`;
}

/**
 * Escapes by RFC 2253 2.4: special characters anywhere, `#` and a blank at the start of the value, a blank at its end.
 */
function escapeRfc2253(text: string): string {
  return text.replaceAll(/[,+"\\<>;]|^[# ]| $/g, '\\$&');
}

/** The string types that Java writes as text; other values are `#` and hexadecimal. */
const JAVA_STRING_TAGS: ReadonlySet<number> = new Set([
  TAG.utf8String,
  TAG.printableString,
  TAG.teletexString,
  TAG.ia5String,
  TAG.generalString,
  TAG.bmpString,
]);

function formatJavaAttribute({ oid, tag, bytes, der }: NameAttribute): string {
  const keyword = RFC2253_KEYWORDS.get(oid);
  if (keyword === undefined || !JAVA_STRING_TAGS.has(tag)) return `${keyword ?? oid}=${formatHexForm(der)}`;
  return `${keyword}=${escapeJava(decodeAsJava(bytes))}`;
}

/** Decodes as Java does: the octets of every string are UTF-8, and encoded half surrogate pairs are one U+FFFD. */
function decodeAsJava(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return toBuffer(bytes).toString('utf8');
  const octets = toBuffer(bytes).toString('latin1');
  const replaced = octets.replaceAll(/\xed[\xa0-\xbf][\x80-\xbf]?/g, '\xef\xbf\xbd');
  return Buffer.from(replaced, 'latin1').toString('utf8');
}

/** Escapes as Java does: also `=` and every `#`; NUL is `\00`, and carriage returns count as blanks at the ends. */
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

/**
 * Formats an attribute as `openssl x509 -nameopt RFC2253` does, with openssl's names of types.
 * @see G1-openssl-names
 */
function formatOpensslAttribute({ oid, tag, bytes, der }: NameAttribute): string {
  const name = OPENSSL_NAMES.get(oid);
  const text = name === undefined ? undefined : decodeString(tag, bytes);
  return `${name ?? oid}=${text === undefined ? formatHexForm(der).toUpperCase() : escapeOpenssl(text)}`;
}

/** Escapes by RFC 2253, but a single `#` stays plain, and each byte beyond printable ASCII is `\` and hexadecimal. */
function escapeOpenssl(text: string): string {
  return text
    .replaceAll(/[,+"\\<>;]|^[# ](?!$)| $/g, '\\$&')
    .replaceAll(/[^ -~]/gu, (character) =>
      [...Buffer.from(character)]
        .map((octet) => `\\${octet.toString(16).toUpperCase().padStart(2, '0')}`)
        .join(''),
    );
}

function formatHexForm(der: Uint8Array): string {
  return `#${toBuffer(der).toString('hex')}`;
}

function quoteIfNeeded(text: string): string {
  const misleads = text === '' || /[,+="\\]|^\s|\s$/.test(text);
  return misleads ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text;
}

/**
 * Reads a Name: a SEQUENCE of SETs (RDNs) of attributes, in their order; `what` names its owner in errors.
 * @throws DerError for another structure.
 */
export function readName(node: DerNode | undefined, what: string): DistinguishedName {
  return getChildren(node, TAG.sequence, what).map((rdn) => {
    const attributes = getChildren(rdn, TAG.set, `a part of ${what}`);
    if (attributes.length === 0) throw new DerError(`a part of ${what} is empty`);
    return attributes.map((attribute) => readAttribute(attribute, what));
  });
}

/** Returns the text of the first attribute of a type; undefined if the name has none. */
export function getAttributeText(name: DistinguishedName, oid: string): string | undefined {
  return name.flat().find((attribute) => attribute.oid === oid)?.text;
}

function readAttribute(node: DerNode, what: string): NameAttribute {
  const [type, value, ...rest] = getChildren(node, TAG.sequence, `an attribute of ${what}`);
  if (value === undefined || rest.length > 0)
    throw new DerError(`an attribute of ${what} isn't a type and value`);
  const { tag, bytes, der } = value;
  const text = decodeString(tag, bytes) ?? `#${toBuffer(der).toString('hex')}`;
  return { oid: readOid(type, `an attribute type of ${what}`), tag, bytes, der, text };
}

/**
 * The short names that openssl 3.0 prints for the types of issuers and subjects, as `arc: number=name`. The openssl
 * style of an issuer uses them; a test compares each with the openssl command. Another type is written as its number.
 * @see G1-issuer-openssl
 */
const TABLE = `
0.9.2342.19200300.100.1: 1=UID 3=mail 25=DC
1.2.840.113549.1.9: 1=emailAddress 2=unstructuredName 8=unstructuredAddress
1.3.6.1.4.1.311.60.2.1: 1=jurisdictionL 2=jurisdictionST 3=jurisdictionC
2.5.4: 3=CN 4=SN 5=serialNumber 6=C 7=L 8=ST 9=street 10=O 11=OU 12=title 13=description 15=businessCategory
16=postalAddress 17=postalCode 18=postOfficeBox 20=telephoneNumber 41=name 42=GN 43=initials
44=generationQualifier 45=x500UniqueIdentifier 46=dnQualifier 51=houseIdentifier 65=pseudonym 72=role
97=organizationIdentifier
`;

/** The names that openssl prints, by object identifier; it prints others as numbers. */
export const OPENSSL_NAMES: ReadonlyMap<string, string> = parseTable();

function parseTable(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let arc = '';
  for (const word of TABLE.trim().split(/\s+/)) {
    const [number, name] = word.split('=');
    if (name === undefined) arc = word.slice(0, -1);
    else names.set(`${arc}.${number}`, name);
  }
  return names;
}
