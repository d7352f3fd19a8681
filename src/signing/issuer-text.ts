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
const TYPES: ReadonlyMap<string, string> = new Map([
  ['cn', '2.5.4.3'],
  ['commonname', '2.5.4.3'],
  ['sn', '2.5.4.4'],
  ['surname', '2.5.4.4'],
  ['serialnumber', '2.5.4.5'],
  ['c', '2.5.4.6'],
  ['countryname', '2.5.4.6'],
  ['l', '2.5.4.7'],
  ['localityname', '2.5.4.7'],
  ['st', '2.5.4.8'],
  ['s', '2.5.4.8'],
  ['stateorprovincename', '2.5.4.8'],
  ['street', '2.5.4.9'],
  ['streetaddress', '2.5.4.9'],
  ['o', '2.5.4.10'],
  ['organizationname', '2.5.4.10'],
  ['ou', '2.5.4.11'],
  ['organizationalunitname', '2.5.4.11'],
  ['t', '2.5.4.12'],
  ['title', '2.5.4.12'],
  ['description', '2.5.4.13'],
  ['businesscategory', '2.5.4.15'],
  ['postalcode', '2.5.4.17'],
  ['name', '2.5.4.41'],
  ['gn', '2.5.4.42'],
  ['givenname', '2.5.4.42'],
  ['initials', '2.5.4.43'],
  ['generationqualifier', '2.5.4.44'],
  ['dnq', '2.5.4.46'],
  ['dnqualifier', '2.5.4.46'],
  ['pseudonym', '2.5.4.65'],
  ['organizationidentifier', '2.5.4.97'],
  ['organisationidentifier', '2.5.4.97'],
  ['orgid', '2.5.4.97'],
  ['dc', '0.9.2342.19200300.100.1.25'],
  ['domaincomponent', '0.9.2342.19200300.100.1.25'],
  ['uid', '0.9.2342.19200300.100.1.1'],
  ['userid', '0.9.2342.19200300.100.1.1'],
  ['emailaddress', '1.2.840.113549.1.9.1'],
  ['email', '1.2.840.113549.1.9.1'],
  ['e', '1.2.840.113549.1.9.1'],
  ['jurisdictionl', '1.3.6.1.4.1.311.60.2.1.1'],
  ['jurisdictionst', '1.3.6.1.4.1.311.60.2.1.2'],
  ['jurisdictionc', '1.3.6.1.4.1.311.60.2.1.3'],
]);

/** Whether a word names an attribute, as opposed to a parameter of the Signature header. */
export function isAttributeName(word: string): boolean {
  return TYPES.has(word.toLowerCase());
}

/** Real issuers have a few hundred characters; longer texts are not looked into. */
const MAX_NAME_CHARACTERS = 8192;

/** The RDNs of a comma-separated name, or undefined when the text is no such list. */
export function readIssuerText(text: string): WrittenName | undefined {
  return text.length > MAX_NAME_CHARACTERS ? undefined : new NameReader(text).read();
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

class NameReader {
  private position = 0;
  private hasBlankAfterComma = false;
  private hasBlankAtEquals = false;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): WrittenName | undefined {
    const rdns: WrittenAttribute[][] = [];
    for (let separator: string | undefined = ','; separator !== undefined; ) {
      const blank = this.skipBlanks();
      if (blank && rdns.length > 0 && separator !== '+') this.hasBlankAfterComma = true;
      const attribute = this.readAttribute();
      if (attribute === undefined) return undefined;
      if (separator === '+') rdns.at(-1)?.push(attribute);
      else rdns.push([attribute]);
      this.skipBlanks();
      separator = this.text[this.position];
      if (separator !== undefined && !',;+'.includes(separator)) return undefined;
      this.position += 1;
    }
    return { rdns, hasBlankAfterComma: this.hasBlankAfterComma, hasBlankAtEquals: this.hasBlankAtEquals };
  }

  private readAttribute(): WrittenAttribute | undefined {
    const equals = this.text.indexOf('=', this.position);
    const written = this.text.slice(this.position, equals);
    const type = written.trim();
    const number = /^(?:oid\.)?(\d+(?:\.\d+)+)$/i.exec(type)?.[1];
    if (equals < 0 || (number === undefined && !/^[A-Za-z][A-Za-z0-9-]*$/.test(type))) return undefined;
    this.position = equals + 1;
    if (this.skipBlanks() || written !== type) this.hasBlankAtEquals = true;
    const value = this.readValue();
    return (
      value && {
        oid: number ?? TYPES.get(type.toLowerCase()) ?? `?${type}`,
        typeAs: number === undefined ? 'name' : 'number',
        typeLowerCase: number === undefined && type === type.toLowerCase(),
        ...value,
      }
    );
  }

  private readValue(): Pick<WrittenAttribute, 'octets' | 'valueAs' | 'hexUpperCase'> | undefined {
    if (this.text[this.position] === '"') return this.readQuoted();
    const raw = this.readRaw();
    const hex = /^#((?:[0-9A-Fa-f]{2})+)$/.exec(raw)?.[1];
    if (hex !== undefined) {
      return { octets: Buffer.from(hex, 'hex'), valueAs: 'hex', hexUpperCase: /[A-F]/.test(hex) };
    }
    return { octets: unescapeValue(raw), valueAs: 'text', hexUpperCase: false };
  }

  /** Up to the next separator that no backslash stands before, without the blanks around it. */
  private readRaw(): string {
    const start = this.position;
    let end = start;
    while (this.position < this.text.length && !',;+'.includes(this.text[this.position] ?? '')) {
      const isEscape = this.text[this.position] === '\\';
      const isBlank = this.text[this.position] === ' ';
      this.position = Math.min(this.position + (isEscape ? 2 : 1), this.text.length);
      if (!isBlank) end = this.position;
    }
    return this.text.slice(start, end);
  }

  private readQuoted(): Pick<WrittenAttribute, 'octets' | 'valueAs' | 'hexUpperCase'> | undefined {
    const start = this.position + 1;
    for (let end = start; end < this.text.length; end += this.text[end] === '\\' ? 2 : 1) {
      if (this.text[end] !== '"') continue;
      this.position = end + 1;
      return { octets: unescapeValue(this.text.slice(start, end)), valueAs: 'text', hexUpperCase: false };
    }
    return undefined;
  }

  private skipBlanks(): boolean {
    const start = this.position;
    while (this.text[this.position] === ' ') this.position += 1;
    return this.position > start;
  }
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
