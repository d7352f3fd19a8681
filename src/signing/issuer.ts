import { decodeDer, decodeString, tryDecode } from '../certificates/der.ts';
import {
  type DistinguishedName,
  type NameAttribute,
  OPENSSL_NAMES,
  RFC2253_KEYWORDS,
  renderName,
} from '../certificates/names.ts';
import { decodePercent } from '../core/octets.ts';
import { matchAt, matchLength } from '../core/scan.ts';
import type { FindingCause } from './findings.ts';

type IssuerStyleCause = FindingCause<'keyid-style'>;

/** Detects how the text differs from RFC 2253; returns undefined if it isn't this issuer. @see G1-openssl-names */
export function detectIssuerStyles(text: string, issuer: DistinguishedName): IssuerStyleCause[] | undefined {
  if (text === renderName(issuer, 'rfc2253')) return [];
  const plain = detectWrittenStyles(readIssuerText(text), issuer);
  if (plain !== undefined) return plain;
  const decoded = decodePercent(text);
  for (const other of decoded === text ? [] : [decoded, decodePercent(text.replaceAll('+', ' '))]) {
    const causes =
      other === renderName(issuer, 'rfc2253') ? [] : detectWrittenStyles(readIssuerText(other), issuer);
    if (causes !== undefined) return [...causes, 'percent'];
  }
  if (text === renderName(issuer, 'java') || text === renderName(issuer, 'openssl')) return [];
  if (isPortalSigner(text, issuer)) return ['portal-signer'];
  return detectPlainStyles(text, issuer.toReversed());
}

/**
 * Detects a name whose values were concatenated without escapes, or with quotes doubled by .NET. Without escapes the
 * text can't be parsed, so it is compared with the certificate's values in the given order.
 * @see G4-unseen-key-id
 */
export function detectPlainStyles(text: string, rdns: DistinguishedName): IssuerStyleCause[] | undefined {
  const causes: IssuerStyleCause[] = [];
  let position = 0;
  for (const attribute of rdns.flat()) {
    const start = /^(?:[,+;] *)?([A-Za-z0-9.-]+)( *= *)/.exec(text.slice(position, position + 80));
    if (start === null) return undefined;
    const [head, type = '', equals] = start;
    const value = [attribute.text, `"${attribute.text}"`, `"${attribute.text.replaceAll('"', '""')}"`].find(
      (one) => text.startsWith(one, position + head.length),
    );
    const written = value === undefined ? undefined : readIssuerText(`${type}=x`)?.rdns[0]?.[0];
    if (written === undefined || value === undefined || written.oid !== attribute.oid) return undefined;
    if (equals !== '=' || / /.test(head.slice(0, 3).replace(/[A-Za-z].*/, ''))) causes.push('comma-space');
    causes.push(...detectTypeStyles(written, attribute.oid));
    position += head.length + value.length;
  }
  return position === text.length && position > 0 ? causes : undefined;
}

function detectTypeStyles(written: WrittenAttribute, oid: string): IssuerStyleCause[] {
  const causes: IssuerStyleCause[] = written.typeLowerCase ? ['lowercase'] : [];
  if (RFC2253_KEYWORDS.has(oid)) return causes;
  return [...causes, written.typeAs === 'name' ? 'orgid-name' : 'orgid-string'];
}

function detectWrittenStyles(
  written: WrittenName | undefined,
  issuer: DistinguishedName,
): IssuerStyleCause[] | undefined {
  if (written === undefined) return undefined;
  const causes = compareRdns(written.rdns.toReversed(), issuer);
  const hasBlank = written.hasBlankAfterComma || written.hasBlankAtEquals;
  return causes && (hasBlank ? [...causes, 'comma-space'] : causes);
}

/** Real RDNs have at most three values. Each is compared with each, so thousands would take seconds. */
const MAX_VALUES = 32;

/**
 * Compares a written issuer with the issuer of the certificate, attribute by attribute in encoding order; the attributes
 * of one RDN are a set. String tags are ignored.
 * @see G2-key-id
 */
export function compareRdns(
  written: readonly (readonly WrittenAttribute[])[],
  issuer: DistinguishedName,
): IssuerStyleCause[] | undefined {
  if (written.length !== issuer.length) return undefined;
  const causes: IssuerStyleCause[] = [];
  for (const [place, rdn] of issuer.entries()) {
    const given = written[place] ?? [];
    if (given.length !== rdn.length || rdn.length > MAX_VALUES) return undefined;
    for (const attribute of rdn) {
      const matching = given
        .map((one) => compareAttribute(one, attribute))
        .find((result) => result !== undefined);
      if (matching === undefined) return undefined;
      causes.push(...matching);
    }
  }
  return causes;
}

function compareAttribute(
  written: WrittenAttribute,
  attribute: NameAttribute,
): IssuerStyleCause[] | undefined {
  if (written.oid !== attribute.oid) return undefined;
  const causes: IssuerStyleCause[] = written.hexUpperCase ? ['hex-upper'] : [];
  if (written.valueAs === 'hex') {
    if (written.typeLowerCase) causes.push('lowercase');
    if (written.octets.equals(attribute.der)) return causes;
    const node = tryDecode(() => decodeDer(written.octets));
    const isSameText = node && decodeString(node.tag, node.bytes) === attribute.text;
    return isSameText ? [...causes, 'string-tag'] : undefined;
  }
  const isEqual =
    written.octets.equals(Buffer.from(attribute.text, 'utf8')) || written.octets.equals(attribute.bytes);
  return isEqual ? [...causes, ...detectTypeStyles(written, attribute.oid)] : undefined;
}

const PORTAL_TYPES = 'CN O OU L ST C'.split(' ');

/**
 * Detects the signer that the portals publish: these six attribute types in this order, independent of the issuer's
 * order and types.
 */
function isPortalSigner(text: string, issuer: DistinguishedName): boolean {
  const attributes = issuer.flat();
  const listed = [attributes, attributes.toReversed()].map((ordered) =>
    PORTAL_TYPES.flatMap((name) =>
      ordered.filter(({ oid }) => RFC2253_KEYWORDS.get(oid) === name).map(({ text }) => `${name}=${text}`),
    ),
  );
  if (listed.some((parts) => parts.length > 0 && (text === parts.join(',') || text === parts.join(', '))))
    return true;
  const place = ({ oid }: NameAttribute) => PORTAL_TYPES.indexOf(RFC2253_KEYWORDS.get(oid) ?? '');
  const chosen = attributes
    .filter((attribute) => place(attribute) >= 0)
    .sort((left, right) => place(left) - place(right))
    .map((attribute) => [attribute]);
  const written = readIssuerText(text);
  return written !== undefined && chosen.length > 0 && compareRdns(written.rdns, chosen) !== undefined;
}

/**
 * Finds the first part in which a written issuer differs from the certificate's, in the order of RFC 2253.
 * @see G4-keyid-mismatch
 */
export function findFirstDifference(text: string, issuer: DistinguishedName): string | undefined {
  const written = readIssuerText(text)?.rdns;
  if (written === undefined) return "The issuer isn't a list of name=value parts.";
  const own = issuer.toReversed();
  const isSame = (given: number, known: number) => {
    const [left, right] = [written[given], own[known]];
    return left !== undefined && right !== undefined && compareRdns([left], [right]) !== undefined;
  };
  const place = own.findIndex((_, at) => !isSame(at, at));
  const at = place < 0 ? own.length : place;
  const [given, known] = [written[at], own[at]];
  if (given === undefined && known === undefined) return undefined;
  const inKeyId = given && formatAttributes(given);
  const inCertificate =
    known && formatAttributes(known.map(({ oid, text }) => ({ oid, octets: Buffer.from(text) })));
  if (given === undefined || isSame(at, at + 1)) return `The first difference: ${inCertificate} is missing.`;
  if (known === undefined || isSame(at + 1, at)) return `The first difference: the issuer has no ${inKeyId}.`;
  return `The first difference: keyId has ${inKeyId}, the certificate's issuer has ${inCertificate}.`;
}

type NameAttributeText = Pick<WrittenAttribute, 'oid' | 'octets'> & Partial<WrittenAttribute>;

function formatAttributes(attributes: readonly NameAttributeText[]): string {
  const text = attributes.map(({ oid, octets, valueAs }) => {
    const value = valueAs === 'hex' ? `#${octets.toString('hex')}` : octets.toString('utf8');
    return `${OPENSSL_NAMES.get(oid) ?? oid.replace('?', '')}=${value}`;
  });
  const whole = text.join('+');
  return whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}…` : whole;
}

const MAX_SHOWN = 80;

/**
 * One attribute of a written issuer. The parser accepts the forms of the programs that TPPs use: RFC 2253, RFC 4514,
 * RFC 1779, openssl and Java.
 * @see G2-key-id
 */
export interface WrittenAttribute {
  /** The dotted identifier. An unknown name has a leading question mark and equals no attribute. */
  readonly oid: string;
  readonly typeAs: 'name' | 'number';
  readonly typeLowerCase: boolean;
  /** The bytes of the value: the UTF-8 of its text, or the BER encoding after `#`. */
  readonly octets: Buffer;
  readonly valueAs: 'text' | 'hex';
  readonly hexUpperCase: boolean;
}

export interface WrittenName {
  /** The RDNs in the written order. */
  readonly rdns: readonly (readonly WrittenAttribute[])[];
  readonly hasBlankAfterComma: boolean;
  readonly hasBlankAtEquals: boolean;
}

/** Other names of X.520, RFC 4519 and the programs above, in lower case. Microsoft and forge write `S` for ST. */
const OTHER_NAMES = `CN=commonname SN=surname C=countryname L=localityname ST=s ST=stateorprovincename street=streetaddress
  O=organizationname OU=organizationalunitname title=t GN=givenname dnQualifier=dnq DC=domaincomponent UID=userid
  organizationIdentifier=organisationidentifier organizationIdentifier=orgid emailAddress=email emailAddress=e`;

/** The identifiers of attribute types by their names in lower case. */
const TYPES: ReadonlyMap<string, string> = createTypes();

function createTypes(): ReadonlyMap<string, string> {
  const own = new Map([...OPENSSL_NAMES].map(([oid, name]) => [name, oid] as const));
  const types = new Map([...own].map(([name, oid]) => [name.toLowerCase(), oid] as const));
  for (const pair of OTHER_NAMES.split(/\s+/)) {
    const [name = '', other = ''] = pair.split('=');
    types.set(other, own.get(name) ?? '');
  }
  return types;
}

/** Returns true if a word names an attribute and isn't a parameter of the Signature header. */
export function isAttributeName(word: string): boolean {
  return TYPES.has(word.toLowerCase());
}

/** Real issuers have a few hundred characters; longer texts aren't parsed. */
const MAX_NAME_CHARACTERS = 8192;

/** Parses a comma-separated name into its RDNs; returns undefined for other text. */
export function readIssuerText(text: string): WrittenName | undefined {
  return text.length > MAX_NAME_CHARACTERS ? undefined : readName(text);
}

/** Parses the old one-line form of openssl, `/C=NO/O=…`; returns undefined for other text. */
export function readSlashName(text: string): WrittenName | undefined {
  if (!text.startsWith('/') || text.length > MAX_NAME_CHARACTERS) return undefined;
  const parts = text.slice(1).split(/\/(?=[A-Za-z0-9.]+=)/);
  return readIssuerText(parts.map(escapeValue).join(','));
}

function escapeValue(part: string): string {
  const equals = part.indexOf('=') + 1;
  return part.slice(0, equals) + part.slice(equals).replaceAll(/[,+"\\<>;#]/g, '\\$&');
}

const NUMBER = /^(?:oid\.)?(\d+(?:\.\d+)+)$/i;
const HEXADECIMAL = /^#((?:[0-9A-Fa-f]{2})+)$/;
const BLANKS = / */y;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y;
/** Matches a value up to the next unescaped separator, without the blanks before the separator. */
const RAW = /(?: *(?:[^,;+\\ ]|\\[\s\S]?))*/y;

function readName(text: string): WrittenName | undefined {
  const rdns: WrittenAttribute[][] = [];
  let [hasBlankAfterComma, hasBlankAtEquals] = [false, false];
  let position = 0;
  for (let separator: string | undefined = ','; separator !== undefined; position += 1) {
    const start = position + matchLength(BLANKS, text, position);
    hasBlankAfterComma ||= start > position && rdns.length > 0 && separator !== '+';
    const equals = text.indexOf('=', start);
    const written = text.slice(start, equals);
    const type = written.trim();
    const number = NUMBER.exec(type)?.[1];
    if (equals < 0 || (number === undefined && !/^[A-Za-z][A-Za-z0-9-]*$/.test(type))) return undefined;
    const valueStart = equals + 1 + matchLength(BLANKS, text, equals + 1);
    hasBlankAtEquals ||= valueStart > equals + 1 || written !== type;
    const isQuoted = text[valueStart] === '"';
    const [whole, inner] = matchAt(isQuoted ? QUOTED : RAW, text, valueStart) ?? [];
    if (whole === undefined) return undefined;
    const raw = inner ?? whole;
    const hex = isQuoted ? undefined : HEXADECIMAL.exec(raw)?.[1];
    const attribute: WrittenAttribute = {
      oid: number ?? TYPES.get(type.toLowerCase()) ?? `?${type}`,
      typeAs: number === undefined ? 'name' : 'number',
      typeLowerCase: number === undefined && type === type.toLowerCase(),
      octets: hex === undefined ? unescapeValue(raw) : Buffer.from(hex, 'hex'),
      valueAs: hex === undefined ? 'text' : 'hex',
      hexUpperCase: /[A-F]/.test(hex ?? ''),
    };
    if (separator === '+') rdns.at(-1)?.push(attribute);
    else rdns.push([attribute]);
    position = valueStart + whole.length;
    position += matchLength(BLANKS, text, position);
    separator = text[position];
    if (separator !== undefined && !',;+'.includes(separator)) return undefined;
  }
  return { rdns, hasBlankAfterComma, hasBlankAtEquals };
}

/**
 * Undoes the escapes of RFC 2253 §3: a backslash before two hexadecimal digits is a byte, before another character that
 * character.
 */
function unescapeValue(raw: string): Buffer {
  const parts = raw.match(/\\[0-9A-Fa-f]{2}|\\?[\s\S]/gu) ?? [];
  return Buffer.concat(
    parts.map((part) =>
      /^\\[0-9A-Fa-f]{2}$/.test(part)
        ? Buffer.from(part.slice(1), 'hex')
        : Buffer.from(part.replace(/^\\(?=[\s\S])/u, ''), 'utf8'),
    ),
  );
}
