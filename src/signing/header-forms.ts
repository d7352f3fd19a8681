import { componentEncoded } from './reencodings.ts';

/** The ways in which programs write the values of single headers. @see G4-signature-invalid-value */

export function digestForms(value: string): string[] {
  const equals = value.indexOf('=') + 1;
  const hash = value.slice(equals);
  const bytes = Buffer.from(hash, 'base64');
  const label = value.slice(0, equals);
  const hex = bytes.toString('hex');
  const base64 = bytes.toString('base64');
  const url = bytes.toString('base64url');
  const forms = [
    url,
    hash.replaceAll('=', ''),
    base64,
    hex,
    hex.toUpperCase(),
    Buffer.from(hex).toString('base64'),
  ];
  return [
    hash,
    ...forms.map((form) => label + form),
    hex,
    label.replace('-', '') + hash,
    `SHA-256=${hash}`,
    `sha-256=${hash}`,
    `SHA256=${hash}`,
    `${label}:${hash}:`,
    `${label}"${hash}"`,
    `${label.slice(0, -1)}: ${hash}`,
    value.replaceAll('=', '\\u003d'),
    componentEncoded(value),
  ];
}

/** As .NET, Java and databases write UUIDs, with and without their dashes. */
export function uuidForms(value: string): string[] {
  const bare = value.replace(/^urn:uuid:/i, '').replace(/^\{(.*)\}$/, '$1');
  const digits = bare.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) return [];
  const dashed = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const forms = [bare, dashed, digits, `{${dashed}}`, `(${dashed})`, `urn:uuid:${dashed}`];
  return [...forms, ...forms.map((form) => form.toUpperCase())];
}

const USUAL_PORTS = [443, 80, 8443, 8444, 8080, 8000, 8888, 3000, 5000, 9443, 4443, 10443];

/** A Host without its port, or with another; the usual ones first. */
export function hostForms(value: string): string[] {
  const bare = value.replace(PORT, '');
  return [bare, ...USUAL_PORTS.map((port) => `${bare}:${port}`), `${bare}:`].filter((form) => form !== value);
}

const PORT = /:\d*$/;
const PORTS = 65_536;

/** With any port. */
export function* hostsWithPorts(value: string): Generator<string> {
  const bare = value.replace(PORT, '');
  for (let port = 0; port < PORTS; port += 1) yield `${bare}:${port}`;
}

const CHARSETS = [
  'utf-8',
  'UTF-8',
  'utf8',
  'UTF8',
  'iso-8859-1',
  'ISO-8859-1',
  'us-ascii',
  'US-ASCII',
  'windows-1252',
];

/** A Content-Type without its charset, or with another. */
export function charsetForms(value: string): string[] {
  const bare = value.replace(/\s*;\s*charset\s*=\s*(?:"[^"]*"|[^;\s]*)/i, '');
  const joints = ['; charset=', ';charset=', '; Charset=', ';Charset=', ' ; charset=', '; charset = '];
  const written = CHARSETS.flatMap((charset) =>
    joints.flatMap((joint) => [bare + joint + charset, `${bare + joint}"${charset}"`]),
  );
  return [bare, ...written, `${bare};`, `${bare}; `].filter((form) => form !== value);
}
