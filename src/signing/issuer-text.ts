import { lengthAt, matchAt } from '../core/scan.ts';

/**
 * Reads an issuer written by any of the programs that TPPs use: RFC 2253, RFC 4514, RFC 1779, openssl, Java.
 * @see G2-key-id
 */

export interface WrittenAttribute {
  /** Dotted; a name nobody knows is kept with a question mark before it, and equals no attribute. */
  readonly oid: string;
  readonly typeAs: 'name' | 'number';
  readonly typeLowerCase: boolean;
  /** The value's octets: UTF-8 of its text, or the whole BER encoding after `#`. */
  readonly octets: Buffer;
  readonly valueAs: 'text' | 'hex';
  readonly hexUpperCase: boolean;
}

export interface WrittenName {
  /** In the order written. */
  readonly rdns: readonly (readonly WrittenAttribute[])[];
  readonly hasBlankAfterComma: boolean;
  readonly hasBlankAtEquals: boolean;
}

/** Names of X.520, RFC 4519 and the programs above, lower-case. `S` is what Microsoft and forge write for ST. */
const TYPES: ReadonlyMap<string, string> = new Map(
  `
  2.5.4.3 cn commonname
  2.5.4.4 sn surname
  2.5.4.5 serialnumber
  2.5.4.6 c countryname
  2.5.4.7 l localityname
  2.5.4.8 st s stateorprovincename
  2.5.4.9 street streetaddress
  2.5.4.10 o organizationname
  2.5.4.11 ou organizationalunitname
  2.5.4.12 t title
  2.5.4.13 description
  2.5.4.15 businesscategory
  2.5.4.17 postalcode
  2.5.4.41 name
  2.5.4.42 gn givenname
  2.5.4.43 initials
  2.5.4.44 generationqualifier
  2.5.4.46 dnq dnqualifier
  2.5.4.65 pseudonym
  2.5.4.97 organizationidentifier organisationidentifier orgid
  0.9.2342.19200300.100.1.25 dc domaincomponent
  0.9.2342.19200300.100.1.1 uid userid
  1.2.840.113549.1.9.1 emailaddress email e
  1.3.6.1.4.1.311.60.2.1.1 jurisdictionl
  1.3.6.1.4.1.311.60.2.1.2 jurisdictionst
  1.3.6.1.4.1.311.60.2.1.3 jurisdictionc
`
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap(([oid = '', ...names]) => names.map((name) => [name, oid] as const)),
);

/** Whether a word names an attribute, as opposed to a parameter of the Signature header. */
export function isAttributeName(word: string): boolean {
  return TYPES.has(word.toLowerCase());
}

/** Real issuers have a few hundred characters; longer texts are not looked into. */
const MAX_NAME_CHARACTERS = 8192;

/** The RDNs of a comma-separated name, or undefined when the text is no such list. */
export function readIssuerText(text: string): WrittenName | undefined {
  return text.length > MAX_NAME_CHARACTERS ? undefined : readName(text);
}

/** openssl's old one-line form `/C=NO/O=…`, or undefined. */
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
/** Up to the next separator that no backslash stands before, without the blanks in front of it. */
const RAW = /(?: *(?:[^,;+\\ ]|\\[\s\S]?))*/y;

function readName(text: string): WrittenName | undefined {
  const rdns: WrittenAttribute[][] = [];
  let [hasBlankAfterComma, hasBlankAtEquals] = [false, false];
  let position = 0;
  for (let separator: string | undefined = ','; separator !== undefined; position += 1) {
    const start = position + lengthAt(BLANKS, text, position);
    hasBlankAfterComma ||= start > position && rdns.length > 0 && separator !== '+';
    const equals = text.indexOf('=', start);
    const written = text.slice(start, equals);
    const type = written.trim();
    const number = NUMBER.exec(type)?.[1];
    if (equals < 0 || (number === undefined && !/^[A-Za-z][A-Za-z0-9-]*$/.test(type))) return undefined;
    const valueStart = equals + 1 + lengthAt(BLANKS, text, equals + 1);
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
    position += lengthAt(BLANKS, text, position);
    separator = text[position];
    if (separator !== undefined && !',;+'.includes(separator)) return undefined;
  }
  return { rdns, hasBlankAfterComma, hasBlankAtEquals };
}

/** RFC 2253 §3: a backslash before two hexadecimal digits stands for an octet, before a character for it. */
function unescapeValue(raw: string): Buffer {
  const parts = raw.match(/\\[0-9A-Fa-f]{2}|\\?[\s\S]/gu) ?? [];
  return Buffer.concat(
    parts.map((part) => {
      const isOctet = part.length === 3 && part.startsWith('\\') && /^\\[0-9A-Fa-f]{2}$/.test(part);
      return isOctet
        ? Buffer.from(part.slice(1), 'hex')
        : Buffer.from(part.replace(/^\\(?=[\s\S])/u, ''), 'utf8');
    }),
  );
}
