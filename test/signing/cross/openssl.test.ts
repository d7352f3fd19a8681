import { describe, expect, it } from 'vitest';
import { writePem } from '../../../src/certificates/pem.ts';
import { getHeader, type Header, type HttpRequest } from '../../../src/message.ts';
import { writeDigest } from '../../../src/signing/digest.ts';
import { type SignOptions, sign } from '../../../src/signing/sign.ts';
import { verify } from '../../../src/signing/verify.ts';
import { rsaKeys } from '../../support/keys.ts';
import { AT, BODY, makeTpp, paymentRequest, type Tpp } from '../tpp.ts';
import { inFolder, openssl, opensslVerifies, shell } from './openssl-command.ts';

const tpp = makeTpp();
const grown = makeTpp({
  serial: 0xfedcba9876543210n,
  commonName: 'Grønn Tillit CA Æ',
  keys: rsaKeys('other'),
});

const BODIES: Readonly<Record<string, Uint8Array>> = {
  nothing: new Uint8Array(),
  'a payment': BODY,
  'a final newline': Buffer.from('{}\n'),
  'every octet': Uint8Array.from({ length: 256 }, (_, octet) => octet),
  'a byte order mark': Buffer.from('\ufeff{"a":"ø"}'),
  'a MiB': Buffer.alloc(1024 * 1024, 0xa5),
};

function digestByOpenssl(body: Uint8Array, name: 'sha256' | 'sha512'): string {
  return shell(`openssl dgst -${name} -binary | base64 -w0`, body);
}

it.each(
  Object.entries(BODIES),
)('digests against the openssl command are the same of %s [G1-openssl]', (_, body) => {
  expect(writeDigest(body)).toBe(`SHA-256=${digestByOpenssl(body, 'sha256')}`);
  expect(writeDigest(body, 'SHA-512')).toBe(`SHA-512=${digestByOpenssl(body, 'sha512')}`);
});

/** A request signed by bash and openssl alone, from the string to the header. */
const SIGN_BY_OPENSSL = `
openssl x509 -in cert.pem -outform DER | base64 -w0 > certificate
openssl x509 -in cert.pem -noout -serial -issuer -nameopt "$NAMEOPT" > names
serial=$(sed -n 's/^serial=0*//p' names)
issuer=$(sed -n 's/^issuer=//p' names)
date=$(LC_ALL=C date -u -d "@$SECONDS_OF_DATE" '+%a, %d %b %Y %H:%M:%S GMT')
digest="$LABEL=$(openssl dgst -$HASH -binary < body | base64 -w0)"
id=7c1e0a52-91d4-4b0e-8f3c-2f6b7a889900
uri='https://tpp.example.test/cb?state=a%20b&x=1'
lines=$(printf 'date: %s\\ndigest: %s\\nx-request-id: %s\\ntpp-redirect-uri: %s' "$date" "$digest" "$id" "$uri")
names='date digest x-request-id tpp-redirect-uri'
if [ "$TARGET" != '' ]; then
  lines=$(printf '(request-target): post %s\\n%s' "$TARGET" "$lines")
  names="(request-target) $names"
fi
signature=$(printf '%s' "$lines" | openssl dgst -sha256 -sign key.pem | base64 -w0)
value="keyId=\\"SN=$serial,CA=$issuer\\",algorithm=\\"rsa-sha256\\",headers=\\"$names\\",signature=\\"$signature\\""
if [ "$WORD" != '' ]; then value="=?utf-8?B?$(printf '%s' "$value" | base64 -w0)?="; fi
printf 'Date: %s\\nDigest: %s\\nX-Request-ID: %s\\nTPP-Redirect-URI: %s\\n' "$date" "$digest" "$id" "$uri"
printf 'TPP-Signature-Certificate: %s\\nSignature: %s\\n' "$(cat certificate)" "$value"
`;

const UTF8_NAMES = 'RFC2253,-esc_msb';

function signedByOpenssl(signer: Tpp, variables: Readonly<Record<string, string>> = {}): HttpRequest {
  const target = '/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false';
  const assignments = Object.entries({
    NAMEOPT: 'RFC2253',
    LABEL: 'SHA-256',
    HASH: 'sha256',
    TARGET: '',
    WORD: '',
    SECONDS_OF_DATE: String(AT / 1000),
    ...variables,
  }).map(([name, value]) => `${name}='${value}'`);
  const files = {
    'cert.pem': writePem({ label: 'CERTIFICATE', der: signer.certificate.der }),
    'key.pem': String(signer.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    body: BODY,
  };
  const printed = inFolder(files, (folder) =>
    shell(`${assignments.join('\n')}\n${SIGN_BY_OPENSSL}`, '', folder),
  );
  const headers = printed
    .trimEnd()
    .split('\n')
    .map((line): Header => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  return { method: 'POST', target, headers, body: BODY };
}

const TARGET = '/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false';

describe('requests signed by bash and openssl [G1-openssl]', () => {
  it.each<readonly [string, Tpp, Readonly<Record<string, string>>]>([
    ['the usual headers', tpp, {}],
    ['SHA-512 of the body', tpp, { LABEL: 'SHA-512', HASH: 'sha512' }],
    ['the request target', tpp, { TARGET }],
    ['one encoded-word', tpp, { WORD: 'yes' }],
    ['an issuer beyond ASCII in one encoded-word', grown, { WORD: 'yes', NAMEOPT: UTF8_NAMES }],
  ])('are valid: %s', (_, signer, variables) => {
    const verification = verify(signedByOpenssl(signer, variables), { at: AT });
    expect(verification.findings).toEqual([]);
    expect(verification.verdict).toBe('valid');
  });

  it('are valid with a warning where openssl writes the issuer beyond ASCII with backslashes', () => {
    const { verdict, findings } = verify(signedByOpenssl(grown), { at: AT });
    expect(findings.map(({ code }) => code)).toEqual(['keyid-style']);
    expect(verdict).toBe('valid-with-warning');
  });
});

/** The signing string by the draft, built here from the headers that were sent. */
function stringOf({ method, target, headers }: HttpRequest, names: readonly string[]): string {
  const textOf = (name: string) =>
    name === '(request-target)'
      ? `${method.toLowerCase()} ${target}`
      : headers.find(([given]) => given.toLowerCase() === name)?.[1].trim();
  return names.map((name) => `${name}: ${textOf(name)}`).join('\n');
}

/** The parameters as any program finds them: between quotes. */
function parametersOf(request: HttpRequest): Record<string, string> {
  const sent = getHeader(request.headers, 'signature') ?? '';
  const word = /^=\?utf-8\?B\?(.*)\?=$/.exec(sent)?.[1];
  const value = word === undefined ? sent : shell('openssl base64 -d -A', word);
  return Object.fromEntries([...value.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, text]) => [name, text]));
}

function bytesOf(base64: string): Buffer {
  return openssl(['base64', '-d', '-A'], base64);
}

it.each<readonly [string, Tpp, HttpRequest, Partial<SignOptions>]>([
  ['a payment', tpp, paymentRequest(), {}],
  ['a payment with its target', tpp, paymentRequest(), { requestTarget: true }],
  ['a request without a body', tpp, paymentRequest({ method: 'GET', body: new Uint8Array() }), {}],
  ['SHA-512 of the body', tpp, paymentRequest({ method: 'PUT' }), { digestAlgorithm: 'SHA-512' }],
  ['an encoded-word', grown, paymentRequest(), { encodedWord: 'always' }],
])('requests that we sign before the openssl command are verified: %s [G1-openssl]', (_, signer, request, options) => {
  const signed = sign(request, signer, { date: AT, ...options }).request;
  const { headers = '', signature = '' } = parametersOf(signed);
  const publicKey = String(signer.publicKey.export({ type: 'spki', format: 'pem' }));
  const text = stringOf(signed, headers.split(' '));
  expect(opensslVerifies(text, bytesOf(signature), publicKey)).toBe(true);
  expect(opensslVerifies(`${text}\n`, bytesOf(signature), publicKey)).toBe(false);
  expect(opensslVerifies(text.replace('date: ', 'date:'), bytesOf(signature), publicKey)).toBe(false);
});
