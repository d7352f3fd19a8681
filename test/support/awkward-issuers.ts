import type { WrittenAttribute } from './der-writer.ts';

/** An issuer to record: RDNs in encoding order, the strict string written by hand from RFC 2253. */
export interface AwkwardIssuer {
  readonly id: string;
  readonly why: string;
  readonly strict: string;
  readonly rdns: readonly (readonly WrittenAttribute[])[];
}

const CN = '2.5.4.3';
const O = '2.5.4.10';
const OU = '2.5.4.11';
const DC = '0.9.2342.19200300.100.1.25';
const UID = '0.9.2342.19200300.100.1.1';
const EMAIL = '1.2.840.113549.1.9.1';

const utf8 = (oid: string, text: string): WrittenAttribute => [oid, 0x0c, text];
const numeric = (oid: string, text: string): WrittenAttribute => [oid, 0x12, text];
const printable = (oid: string, text: string): WrittenAttribute => [oid, 0x13, text];
const t61 = (oid: string, text: string): WrittenAttribute => [oid, 0x14, Buffer.from(text, 'latin1')];
const ia5 = (oid: string, text: string): WrittenAttribute => [oid, 0x16, Buffer.from(text, 'latin1')];
const bmp = (oid: string, text: string): WrittenAttribute => [
  oid,
  0x1e,
  Buffer.from(text, 'utf16le').swap16(),
];
const universal = (oid: string, text: string): WrittenAttribute => {
  const units = [...text].map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(8, '0'));
  return [oid, 0x1c, Buffer.from(units.join(''), 'hex')];
};

const issuer = (id: string, why: string, strict: string, ...rdns: WrittenAttribute[][]): AwkwardIssuer => {
  return { id, why, strict, rdns };
};
/** The same after C=NO. */
const norwegian = (id: string, why: string, strict: string, ...rdns: WrittenAttribute[][]): AwkwardIssuer => {
  return issuer(id, why, `${strict},C=NO`, [printable('2.5.4.6', 'NO')], ...rdns);
};

const ORDER = [
  norwegian('multi-valued', 'two values in one RDN', 'CN=CA+O=Trust', [utf8(CN, 'CA'), utf8(O, 'Trust')]),
  norwegian(
    'multi-valued-three',
    'three values in one RDN, then a plain one',
    'CN=Last,OU=One+OU=Two+OU=Three',
    [utf8(OU, 'One'), utf8(OU, 'Two'), utf8(OU, 'Three')],
    [utf8(CN, 'Last')],
  ),
  issuer('multi-valued-number', 'a numbered type beside a named one', '1.2.3.4=#0c0178+CN=y', [
    utf8('1.2.3.4', 'x'),
    utf8(CN, 'y'),
  ]),
  norwegian('two-ou', 'one type in two RDNs', 'OU=Inner,OU=Outer', [utf8(OU, 'Outer')], [utf8(OU, 'Inner')]),
  issuer('cn-first', 'encoded the other way round', 'O=Trust,CN=CA', [utf8(CN, 'CA')], [utf8(O, 'Trust')]),
  issuer('no-name', 'a name without parts', ''),
];

const STRINGS = [
  norwegian('bmp', 'BMPString with ø and €', 'CN=Sør €', [bmp(CN, 'Sør €')]),
  norwegian('bmp-special', 'BMPString that begins and ends with blanks', 'CN=\\ a\\,b\\ ', [
    bmp(CN, ' a,b '),
  ]),
  norwegian('t61-latin1', 'T61String holding ISO 8859-1', 'O=Sørbanken', [t61(O, 'Sørbanken')]),
  norwegian('t61-ascii', 'T61String of plain ASCII', 'O=Nordbanken', [t61(O, 'Nordbanken')]),
  norwegian('universal', 'UniversalString beyond the first plane', 'CN=A𝄞ø', [universal(CN, 'A𝄞ø')]),
  norwegian('numeric', 'NumericString', 'OU=974 760 673', [numeric(OU, '974 760 673')]),
  norwegian('printable-latin1', 'PrintableString with an octet it may not hold', 'CN=Bø', [
    [CN, 0x13, Buffer.from('B\u00f8', 'latin1')],
  ]),
  norwegian('bit-string', 'a value that has no string form', 'CN=#03020005', [
    [CN, 0x03, Buffer.from([0, 5])],
  ]),
  norwegian('utf8-combining', 'a letter and its accent apart', 'CN=A\u030a', [utf8(CN, 'A\u030a')]),
  norwegian('utf8-bom', 'a byte order mark in front', 'CN=\ufeffCA', [utf8(CN, '\ufeffCA')]),
];

const BLANKS = [
  norwegian('blank-leading', 'a leading blank', 'CN=\\ CA', [utf8(CN, ' CA')]),
  norwegian('blank-trailing', 'a trailing blank', 'CN=CA\\ ', [utf8(CN, 'CA ')]),
  norwegian('blanks-many', 'three blanks at each end, the outermost escaped', 'CN=\\   CA  \\ ', [
    utf8(CN, '   CA   '),
  ]),
  norwegian('blank-only', 'nothing but one blank', 'CN=\\ ', [utf8(CN, ' ')]),
  norwegian('blanks-only', 'nothing but three blanks', 'CN=\\  \\ ', [utf8(CN, '   ')]),
  norwegian('no-break-space', 'no-break spaces at the ends', 'CN=\u00a0CA\u00a0', [
    utf8(CN, '\u00a0CA\u00a0'),
  ]),
  norwegian('empty', 'empty values', 'CN=,O=', [utf8(O, '')], [printable(CN, '')]),
];

const CHARACTERS = [
  norwegian('percent', 'a literal %20 beside a blank', 'CN=Test%20CA 1', [utf8(CN, 'Test%20CA 1')]),
  norwegian('specials', 'every special character', 'CN=a\\,b\\+c\\"d\\\\e\\<f\\>g\\;h=i#j', [
    utf8(CN, 'a,b+c"d\\e<f>g;h=i#j'),
  ]),
  norwegian('quoted', 'quotes around it all', 'O=\\"Trust AS\\"', [utf8(O, '"Trust AS"')]),
  norwegian('hashes', 'number signs in front and inside', 'CN=\\##a#', [utf8(CN, '##a#')]),
  norwegian('hash-only', 'a lone number sign', 'CN=\\#', [utf8(CN, '#')]),
  norwegian('backslash-last', 'a backslash at the end', 'CN=CA\\\\', [utf8(CN, 'CA\\')]),
  norwegian('backslash-blank', 'a backslash before a trailing blank', 'CN=CA\\\\\\ ', [utf8(CN, 'CA\\ ')]),
  norwegian('looks-like-hex', 'text that looks like a hex form', 'CN=\\#0c0141', [utf8(CN, '#0c0141')]),
  norwegian('control', 'line end, tab and delete', 'CN=a\nb\tc\u007fd', [utf8(CN, 'a\nb\tc\u007fd')]),
  norwegian('return-last', 'a carriage return at the end', 'CN=CA\r', [utf8(CN, 'CA\r')]),
  norwegian('nul', 'a NUL inside', 'CN=a\0b', [utf8(CN, 'a\0b')]),
  norwegian('parentheses', 'what other escapes treat', 'CN=(a*b)/c', [utf8(CN, '(a*b)/c')]),
];

const TYPES = [
  norwegian(
    'email',
    'emailAddress',
    `${EMAIL}=#16096140622e6e6f2e6578,CN=CA`,
    [utf8(CN, 'CA')],
    [ia5(EMAIL, 'a@b.no.ex')],
  ),
  issuer(
    'dc-uid',
    'domain components and a user id',
    'UID=ca-1,DC=ex,DC=no',
    [ia5(DC, 'no')],
    [ia5(DC, 'ex')],
    [utf8(UID, 'ca-1')],
  ),
  norwegian('serial-number', 'serialNumber', '2.5.4.5=#1305312d323334', [printable('2.5.4.5', '1-234')]),
  norwegian('org-id', 'organizationIdentifier in BMPString', '2.5.4.97=#1e06004e00d80031', [
    bmp('2.5.4.97', 'NØ1'),
  ]),
  norwegian(
    'surname',
    'SN, GN and title',
    '2.5.4.12=#0c0143,2.5.4.42=#0c0142,2.5.4.4=#0c0141',
    [utf8('2.5.4.4', 'A')],
    [utf8('2.5.4.42', 'B')],
    [utf8('2.5.4.12', 'C')],
  ),
  norwegian(
    'jurisdiction',
    'the types of extended validation',
    '2.5.4.15=#0c0142,1.3.6.1.4.1.311.60.2.1.3=#13024e4f',
    [printable('1.3.6.1.4.1.311.60.2.1.3', 'NO')],
    [utf8('2.5.4.15', 'B')],
  ),
  norwegian('unknown', 'a type nobody knows', '1.3.6.1.4.1.99999.1=#0c03613d62', [
    utf8('1.3.6.1.4.1.99999.1', 'a=b'),
  ]),
  norwegian('large-arc', 'a number beyond 32 bits in the type', '2.999.12345678901234567890=#0c0178', [
    utf8('2.999.12345678901234567890', 'x'),
  ]),
  norwegian('unstructured', 'unstructuredName', '1.2.840.113549.1.9.2=#160178', [
    ia5('1.2.840.113549.1.9.2', 'x'),
  ]),
];

/** Issuers of the kinds that issuer-names.json leaves out. */
export const AWKWARD_ISSUERS: readonly AwkwardIssuer[] = [
  ...ORDER,
  ...STRINGS,
  ...BLANKS,
  ...CHARACTERS,
  ...TYPES,
];
