import { hash } from 'node:crypto';
import { formatSerialHex } from '../certificates/certificate.ts';
import { encodeSequence } from '../certificates/issue/der-writer.ts';
import { renderName } from '../certificates/names.ts';
import { writeCertificates } from '../certificates/pem.ts';
import type { Psd2Role } from '../certificates/qc-statements.ts';
import { COMPACT, type JsonLayout, readJsonText, writeJsonText } from '../core/json-text.ts';
import { DAY_MS, HOUR_MS } from '../core/units.ts';
import { Fault } from '../errors.ts';
import { getHeader } from '../message.ts';
import { REQUEST_TARGET, type SigningLine } from '../signing/signing-string.ts';
import { operationAt } from '../wire/operations.ts';
import {
  type BreakMethod,
  type BreakTable,
  type Needs,
  type Plan,
  type Subject,
  WEB_SITES,
  writeQcStatements,
} from './sign-broken.ts';

function createWay(summary: string, plan: Plan): BreakMethod {
  return { summary, plan };
}

const SIGNATURE_VALUE = `
  word prefix quoted algorithm list listName absent unsigned keyId keyIdJoint serial issuer
  signatureText cut key padding hash hashedFirst end joint colon lineName order value target
`
  .trim()
  .split(/\s+/) as (keyof Plan)[];

/** Capitalises a name that was sent in lower case; `(request-target)` isn't a header name. */
function capitalizeName(sent: string): string {
  return sent === sent.toLowerCase() && !sent.startsWith('(')
    ? sent.replaceAll(/(?:^|-)[a-z]/g, (part) => part.toUpperCase())
    : sent;
}

const ALL_ROLES: readonly Psd2Role[] = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'];

/** The steps that only a readable certificate shows. */
const CONTENT: readonly (keyof Plan)[] = ['term', 'usage', 'statements'];

/** The headers that are listed but may be absent, the most likely first: only some operations send them. */
const MAY_BE_ABSENT = ['psu-corporate-id', 'tpp-redirect-uri', 'psu-id', 'psu-ip-address'];

/** The headers without which a bank can check nothing. */
const STAYS: ReadonlySet<string> = new Set([REQUEST_TARGET, 'date', 'digest']);

function withoutBody({ request }: Subject): string | undefined {
  return request.body.length === 0 ? 'a body' : undefined;
}

const NEWLINE = Buffer.from('\n');

/**
 * Creates a break of the digest. `change` returns the bytes to hash; undefined if it changes nothing, so that the
 * request lacks `lack`.
 */
function hashOther(summary: string, change: (body: Buffer) => Buffer | undefined, lack: string): BreakMethod {
  return {
    summary,
    plan: { content: (body) => ({ hashed: change(body) ?? body, sent: body }) },
    lack: ({ request }) => (change(Buffer.from(request.body)) === undefined ? lack : undefined),
  };
}

const LAYOUTS: readonly JsonLayout[] = [
  { ...COMPACT, comma: ', ', colon: ': ' },
  { indent: '  ', comma: ',', colon: ': ', newline: '\n' },
  COMPACT,
];

/** Writes the JSON in a layout that differs from the sent one by more than its newlines. */
function writeOtherLayout(body: Buffer): Buffer | undefined {
  const sent = body.toString('utf8');
  const value = readJsonText(sent);
  const withoutNewlines = (written: string) => written.replaceAll(/[\r\n]/g, '');
  const other = LAYOUTS.map((layout) => value && writeJsonText(value, layout)).find(
    (written) => written !== undefined && withoutNewlines(written) !== withoutNewlines(sent),
  );
  return other === undefined ? undefined : Buffer.from(other);
}

/** Converts the charset of the body: UTF-8 to ISO 8859-1, other bytes from ISO 8859-1 to UTF-8. */
function convertCharset(body: Buffer): Buffer | undefined {
  if (body.every((octet) => octet < 0x80)) return undefined;
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body)) return Buffer.from(body.toString('latin1'));
  return Buffer.from(text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1');
}

/** Creates a break of the order; it needs at least three lines so that the orders differ. */
function signInOrder(summary: string, order: Order, listed?: Plan['listed']): BreakMethod {
  return {
    summary,
    plan: {
      ...(listed && { listed }),
      order: (lines, sent) => {
        const changed = order(lines, sent);
        if (changed?.some((line, place) => line !== lines[place])) return changed;
        throw new Fault(
          'INPUT_INVALID',
          'The signed headers are already in this order, or there are too few to reorder.',
          { hint: 'Pass the headers in another order, or add one more signed header.' },
        );
      },
    },
    needs: { headers: ['X-Request-ID', 'PSU-ID'] },
  };
}

type Order = (lines: readonly SigningLine[], sent: readonly string[]) => readonly SigningLine[] | undefined;

function sortAsSent(lines: readonly SigningLine[], sent: readonly string[]): readonly SigningLine[] {
  return lines.toSorted((left, right) => sent.indexOf(left.name) - sent.indexOf(right.name));
}

/** Changes a header that a verifier can't confirm otherwise. */
function createValueChange(summary: string, change: (value: string) => string): BreakMethod {
  return {
    summary,
    plan: {
      value: (lines) => {
        const line = lines.find(({ name, value }) => isFree(name) && change(value) !== value);
        if (line !== undefined) return { name: line.name, value: change(line.value) };
        throw new Fault('INPUT_INVALID', "This doesn't change the value of any signed header.", {
          hint: 'Use an X-Request-ID with letters.',
        });
      },
    },
    needs: { headers: ['X-Request-ID'] },
  };
}

const CHECKED_OTHERWISE: ReadonlySet<string> = new Set(['date', 'digest', 'host', 'content-type']);

function isFree(name: string): boolean {
  return !CHECKED_OTHERWISE.has(name) && !name.startsWith('(');
}

function swapCase(value: string): string {
  return value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
}

/** Requires at least two parts of the issuer, so that their order is visible. */
function requireSeveralParts({ signer: { certificate } }: Subject): Needs {
  return { issuerPart: certificate.issuer.length < 2 };
}

/** Inserts colons between pairs of digits from the right, since a leading zero would be another fault. */
function insertColons(digits: string): string {
  return digits.length === 2 ? [...digits].join(':') : digits.replaceAll(/(?<=.)(?=(?:..)+$)/g, ':');
}

/**
 * The breaks of `sign --break`. The body stays unchanged if the fault allows.
 * @see G4-breaks, G4-digest-mismatch, G4-certificate-no-psd2, G5-certificate-content, G2-key-id, G4-keyid-format
 */
export const WAYS: BreakTable = {
  'signature-missing': {
    summary: 'Sends no Signature header.',
    plan: { place: 'nowhere' },
    takes: SIGNATURE_VALUE,
  },
  'signature-missing/in-authorization-header': createWay(
    'Sends the signature as Authorization: Signature keyId=….',
    { place: 'authorization' },
  ),
  'encoded-word-format/raw': createWay(
    'Sends non-ASCII bytes unencoded, in an extra parameter if keyId has none.',
    { note: 'ø', word: (value) => Buffer.from(value).toString('latin1') },
  ),
  'signature-header-format/unquoted': createWay('Writes the values without double quotes.', {
    quoted: (value) => value,
  }),
  'signature-header-format/backslash-quotes': createWay('Sends a backslash before every double quote.', {
    quoted: (value) => `\\"${value}\\"`,
  }),
  'signature-header-format/scheme-prefix': createWay('Starts the value with the word Signature.', {
    prefix: 'Signature ',
  }),
  'headers-missing': {
    summary: 'Leaves out the parameter headers.',
    plan: { list: () => undefined },
    takes: ['listName', 'absent', 'unsigned'],
  },
  'headers-format/commas': createWay('Separates the names in headers by commas.', {
    list: (names) => names.join(','),
  }),
  'headers-format/upper-case': createWay('Writes the names in headers with capital letters, as sent.', {
    listName: (sent) => capitalizeName(sent),
  }),
  'algorithm-missing': createWay('Leaves out the parameter algorithm.', { algorithm: () => undefined }),
  'algorithm-unexpected/hs2019': createWay('Names the algorithm hs2019, from a later draft.', {
    algorithm: () => 'hs2019',
  }),
  // The certificate: its header and its content.
  'certificate-missing': {
    summary: 'Sends no TPP-Signature-Certificate.',
    plan: { certificateText: () => undefined },
    takes: CONTENT,
  },
  'certificate-format/literal-newline': createWay(
    'Sends PEM with a backslash and an n instead of each line end.',
    {
      certificateText: (certificate) => writeCertificates([certificate]).replaceAll('\n', '\\n'),
    },
  ),
  'certificate-expired': createWay('Sends a certificate that expired a month ago.', {
    term: (at) => ({ notBefore: at - 760 * DAY_MS, notAfter: at - 30 * DAY_MS }),
  }),
  'certificate-type': createWay('Sends a certificate for web sites (QWAC).', { usage: WEB_SITES }),
  'certificate-no-psd2': createWay('Sends a certificate without a PSD2 statement.', {
    statements: ({ others }) => encodeSequence(...others),
  }),
  'certificate-role': {
    summary: 'Sends a certificate without the role the operation needs.',
    plan: {
      statements: (parts) => {
        const roles = ALL_ROLES.filter((role) => !parts.needed.includes(role)).slice(-1);
        return writeQcStatements({ ...parts, psd2: { ...parts.psd2, roles } });
      },
    },
    lack: ({ request }) =>
      (operationAt(request.method, request.target)?.roles ?? []).length === 0
        ? 'an operation that needs a role, such as a payment'
        : undefined,
  },
  // Date, the signed names and the form of Digest.
  'date-missing': {
    summary: 'Sends no Date and signs none.',
    plan: { dateText: () => undefined },
    takes: ['time'],
  },
  'date-format/iso': createWay('Writes Date in ISO 8601.', {
    dateText: (time) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z'),
  }),
  'date-skew': createWay('Sends the Date of ten minutes ago.', { time: (at) => at - HOUR_MS / 6 }),
  'date-skew-timezone': createWay('Writes local time, two hours ahead, as GMT.', {
    time: (at) => at + 2 * HOUR_MS,
  }),
  'listed-header-absent': createWay("Lists an extra header in headers that's neither signed nor sent.", {
    absent: (isSent) => MAY_BE_ABSENT.find((name) => !isSent(name)) ?? 'x-not-sent',
  }),
  'required-header-not-signed': {
    summary: 'Leaves a required header out of headers and the signing string.',
    plan: {
      unsigned: (names) =>
        names.find((name) => name === 'psu-id') ?? names.findLast((name) => !STAYS.has(name)),
    },
    needs: { headers: ['X-Request-ID'] },
  },
  'required-header-absent': {
    summary: 'Leaves out a header that the operation asks for.',
    plan: { omitted: (operation) => operation.headers.required[0] },
    lack: ({ request: { method, target } }) => {
      const operation = operationAt(method, target);
      const isAsking = operation !== undefined && operation.headers.required.length > 0;
      return isAsking ? undefined : 'an operation that asks for headers, such as a payment';
    },
  },
  'digest-missing': {
    summary: 'Sends a body without Digest.',
    plan: { digestText: () => undefined },
    takes: ['hashText', 'content'],
    lack: withoutBody,
  },
  'digest-format/no-algorithm': {
    summary: 'Writes only the hash in Digest, without SHA-256= before it.',
    plan: { digestText: (_, hash) => hash },
    needs: { digest: true },
  },
  // Digest and body that don't match. The body stays unchanged if the fault allows.
  'digest-mismatch/reserialised': hashOther(
    'Hashes the body, then reformats its JSON with other spaces.',
    writeOtherLayout,
    'a JSON body with a member or an element',
  ),
  'digest-mismatch/trailing-newline': {
    summary: 'Hashes the body without the newline it ends with.',
    plan: { content: (body) => ({ hashed: body, sent: Buffer.concat([body, NEWLINE]) }) },
    lack: withoutBody,
  },
  'digest-mismatch/latin1': hashOther(
    'Hashes the body in ISO 8859-1.',
    convertCharset,
    'a body with characters beyond ASCII',
  ),
  'digest-mismatch/hex': {
    summary: 'Writes the hash in hexadecimal instead of Base64.',
    plan: { hashText: (hash) => hash.toString('hex') },
    needs: { digest: true },
  },
  // The signature: key, padding, hash, length, encoding.
  'signature-encoding/base64url': createWay('Writes the signature in base64url without padding.', {
    signatureText: (signature) => signature.toString('base64url'),
  }),
  'signature-length/cut-short': createWay('Sends the signature without its last byte.', {
    cut: (signature) => signature.subarray(0, -1),
  }),
  'key-mismatch': createWay("Signs with a key that isn't the certificate's.", { key: 'another' }),
  'signature-padding': createWay('Pads the signature with PSS.', { padding: 'pss' }),
  'signature-double-hash': createWay("Hashes the signing string before signing, so that it's hashed twice.", {
    hashedFirst: (bytes) => hash('sha256', bytes, 'buffer'),
  }),
  'signature-hash/sha1': createWay('Signs with SHA-1.', { hash: 'sha1' }),
  // The signing string: its construction, order, target and values.
  'signature-invalid/trailing-newline': createWay('Signs a newline after the last line.', { end: '\n' }),
  'signature-invalid/crlf': {
    summary: 'Joins the lines of the signing string with CRLF.',
    plan: { joint: '\r\n' },
    needs: { headers: ['X-Request-ID'] },
  },
  'signature-invalid/no-space': createWay('Leaves out the space after the colon in each line.', {
    colon: ':',
  }),
  'signature-invalid/original-case': createWay('Signs the names with capital letters, as sent.', {
    lineName: capitalizeName,
  }),
  'signature-invalid-order/request-order': signInOrder(
    "Signs the lines in the order of the request's headers.",
    sortAsSent,
  ),
  'signature-invalid-target/absolute': {
    summary: 'Signs the whole URL in (request-target).',
    plan: {
      target: ({ method, target, headers }) =>
        `${method.toLowerCase()} https://${getHeader(headers, 'host')}${target}`,
    },
    needs: { target: true },
    lack: ({ request }) => (getHeader(request.headers, 'host') === undefined ? 'a Host header' : undefined),
  },
  'signature-invalid-value/case': createValueChange(
    "Signs a header's value in different case than is sent.",
    swapCase,
  ),
  // The keyId: its form, identity and style.
  'keyid-mismatch/decimal-serial': {
    summary: 'Writes the serial number in decimal.',
    plan: { serial: ({ serial }) => String(serial) },
    lack: ({ signer: { certificate } }) =>
      certificate.serial < 10n ? 'a certificate with a serial number from 10 on' : undefined,
  },
  'keyid-mismatch/reversed': {
    summary: 'Writes the parts of the issuer in reverse order.',
    plan: { issuer: ({ issuer }) => renderName(issuer.toReversed(), 'rfc2253') },
    needs: requireSeveralParts,
  },
  'keyid-style/colons': {
    summary: 'Writes the serial number in pairs of digits with colons between them.',
    plan: { serial: ({ serial }) => insertColons(formatSerialHex(serial)) },
    lack: ({ signer: { certificate } }) =>
      certificate.serial < 16n ? 'a certificate with a serial number of two digits' : undefined,
  },
  'keyid-style/comma-space': createWay('Writes a space after each comma.', {
    issuer: ({ issuer }) =>
      issuer
        .toReversed()
        .map((rdn) => renderName([rdn], 'rfc2253'))
        .join(', '),
    keyIdJoint: ', ',
  }),
};
