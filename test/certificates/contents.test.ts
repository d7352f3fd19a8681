import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_CERTIFICATES,
  MAX_FILE_BYTES,
  parseCertificateFile,
} from '../../src/certificates/certificate-file.ts';
import { makeCertificate, makePkcs12, openssl, opensslOf } from '../support/openssl.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-contents-'));
let pem: string;
let der: Buffer;
let key: string;

beforeAll(() => {
  makeCertificate(folder, 'one');
  pem = readFileSync(join(folder, 'one.pem'), 'utf8');
  key = readFileSync(join(folder, 'one.key.pem'), 'utf8');
  der = execFileSync('openssl', ['x509', '-outform', 'DER'], { input: pem });
});
afterAll(() => rmSync(folder, { recursive: true }));

const encoded = (content: string | Uint8Array) =>
  Buffer.from(content as string)
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\n');

it('the Base64 of a file is read as the file: PEM and PKCS #12 [A-certificate-files]', () => {
  expect(read(encoded(pem))).toEqual(read(pem));
  expect(read(encoded(pem + key))).toEqual(read(pem + key));
  const file = makePkcs12(folder, 'one');
  expect(read(encoded(file))).toEqual({ kind: 'pkcs12', bytes: file });
});

function read(content: string | Uint8Array) {
  return parseCertificateFile(Buffer.from(content as string));
}

function certificatesIn(content: string | Uint8Array) {
  const reading = read(content);
  if (reading.kind !== 'contents') throw new Error(JSON.stringify(reading));
  return reading.contents.certificates.map((certificate) => Buffer.from(certificate.der));
}

describe('files of certificates [A-certificate-files]', () => {
  it('are PEM, DER, or the Base64 of DER', () => {
    const base64 = der.toString('base64');
    const wrapped = opensslOf(der, 'base64');
    for (const content of [pem, der, base64, `${base64}\n`, wrapped])
      expect(certificatesIn(content)).toEqual([der]);
  });

  it('are PEM from any system: line ends, a byte order mark, UTF-16, text around and above', () => {
    const utf16 = Buffer.from(`\ufeff${pem}`, 'utf16le');
    const labelled = pem.replaceAll(' CERTIFICATE-', ' X509 CERTIFICATE-');
    const bags = `Bag Attributes\n    localKeyID: 01\nsubject=CN = one\n${pem}`;
    for (const content of [pem.replaceAll('\n', '\r\n'), `\ufeff${pem}`, utf16, labelled, bags]) {
      expect(certificatesIn(content)).toEqual([der]);
    }
  });

  it('hold several certificates and keys, in their order', () => {
    const reading = read(`${key}${pem}${pem}`);
    expect(reading).toMatchObject({ kind: 'contents', contents: { keys: [{ label: 'PRIVATE KEY' }] } });
    expect(certificatesIn(`${key}${pem}${pem}`)).toEqual([der, der]);
  });

  it('are PKCS #12, to be opened with a passphrase', () => {
    expect(read(makePkcs12(folder, 'one'))).toMatchObject({ kind: 'pkcs12' });
    expect(read(Buffer.from('308002010330', 'hex'))).toMatchObject({ kind: 'pkcs12' });
  });

  it(`hold at most ${MAX_CERTIFICATES} certificates in ${MAX_FILE_BYTES / 1024} KiB`, () => {
    expect(certificatesIn(pem.repeat(MAX_CERTIFICATES))).toHaveLength(MAX_CERTIFICATES);
    expect(read(pem.repeat(MAX_CERTIFICATES + 1))).toMatchObject({ kind: 'damaged' });
    expect(read(Buffer.alloc(MAX_FILE_BYTES + 1))).toMatchObject({ kind: 'damaged' });
  });
});

/** Each is named, and told what to give. */
const FOREIGN: readonly (readonly [
  name: string,
  make: () => string | Uint8Array,
  what: string,
  remedy: string,
])[] = [
  ['nothing', () => '', 'empty', 'PEM'],
  ['a request', () => made('req', '-new', '-key', 'one.key.pem', '-subj', '/CN=x'), 'CSR', 'the issuer made'],
  [
    'a request in DER',
    () => made('req', '-new', '-key', 'one.key.pem', '-subj', '/CN=x', '-outform', 'DER'),
    'CSR',
    'the issuer made',
  ],
  ['a public key', () => made('pkey', '-in', 'one.key.pem', '-pubout'), 'a public key', 'PEM'],
  [
    'a public key in DER',
    () => made('pkey', '-in', 'one.key.pem', '-pubout', '-outform', 'DER'),
    'a public key',
    'PEM',
  ],
  [
    'PKCS #7',
    () => made('crl2pkcs7', '-nocrl', '-certfile', 'one.pem'),
    'PKCS #7',
    'openssl pkcs7 -in {file}',
  ],
  [
    'PKCS #7 in DER',
    () => made('crl2pkcs7', '-nocrl', '-certfile', 'one.pem', '-outform', 'DER'),
    'PKCS #7',
    'openssl pkcs7 -inform DER -in {file}',
  ],
  [
    'a certificate with trust',
    () => made('x509', '-in', 'one.pem', '-trustout'),
    'trust',
    'openssl x509 -in {file}',
  ],
  ['a zip archive', zip, 'a zip archive', 'Unpack'],
  ['a gzip archive', () => gzipSync(pem), 'a gzip archive', 'Unpack'],
  ['a Java keystore', () => Buffer.from('feedfeed00000002', 'hex'), 'JKS', 'keytool -importkeystore'],
  ['a Java keystore of old', () => Buffer.from('cececece00000002', 'hex'), 'JCEKS', 'keytool'],
  [
    'An OpenSSH key',
    () => '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n',
    'OpenSSH',
    'ssh-keygen -p -m PKCS8',
  ],
  ['an OpenSSH public key', () => `ssh-rsa AAAA${'B'.repeat(300)} me@here`, 'OpenSSH', 'PEM'],
  ['a PDF', () => '%PDF-1.7\n', 'PDF', 'PEM'],
  ['a web page', () => '<!DOCTYPE html><html>', 'a web page', 'page'],
  ['JSON', () => '{"error":"not found"}', 'JSON', 'PEM'],
  ['key parameters', () => made('ecparam', '-name', 'prime256v1'), 'parameters', 'PEM'],
  ['text', () => 'hello', 'no certificate', 'PEM'],
];

function made(...args: readonly string[]): Uint8Array {
  openssl(folder, [...args, '-out', 'made']);
  return readFileSync(join(folder, 'made'));
}

function zip(): Uint8Array {
  const path = join(folder, 'made.zip');
  execFileSync('python3', [
    '-c',
    `import zipfile; zipfile.ZipFile('${path}', 'w').write('${join(folder, 'one.pem')}')`,
  ]);
  return readFileSync(path);
}

describe('files that are something else [A-foreign-files]', () => {
  it.each(FOREIGN)('%s is told for what it is', (_, make, what, remedy) => {
    const reading = read(make());
    if (reading.kind !== 'foreign') throw new Error(JSON.stringify(reading));
    expect(reading.file.what).toContain(what);
    expect(reading.file.remedy).toContain(remedy);
  });

  it('a list of revoked certificates is told for what it is', () => {
    openssl(folder, ['req', '-x509', '-key', 'one.key.pem', '-subj', '/CN=ca', '-out', 'ca.pem']);
    const configuration = join(folder, 'ca.cnf');
    execFileSync('python3', [
      '-c',
      `open('${configuration}','w').write('[ca]\\ndefault_ca=c\\n[c]\\ndatabase=${folder}/index\\ndefault_md=sha256\\ndefault_crl_days=1\\n'); open('${folder}/index','w')`,
    ]);
    const files = ['-keyfile', 'one.key.pem', '-cert', 'ca.pem', '-out', 'made'];
    openssl(folder, ['ca', '-gencrl', '-config', configuration, ...files]);
    expect(read(readFileSync(join(folder, 'made')))).toMatchObject({
      kind: 'foreign',
      file: { what: expect.stringContaining('CRL') },
    });
    openssl(folder, ['crl', '-in', 'made', '-outform', 'DER', '-out', 'made.der']);
    expect(read(readFileSync(join(folder, 'made.der')))).toMatchObject({
      kind: 'foreign',
      file: { what: expect.stringContaining('CRL') },
    });
  });

  it('a certificate that was cut, joined or broken says so', () => {
    expect(read(pem.slice(0, 500))).toMatchObject({ kind: 'damaged', reason: 'the CERTIFICATE has no end' });
    expect(read(pem.replaceAll('\n', ' '))).toMatchObject({
      kind: 'damaged',
      reason: expect.stringContaining('joined into one'),
    });
    expect(read(pem.replaceAll('\n', '\\n'))).toMatchObject({
      kind: 'damaged',
      reason: expect.stringContaining('the two characters \\n'),
    });
    expect(read(der.subarray(0, 500))).toMatchObject({
      kind: 'damaged',
      reason: expect.stringContaining('truncated'),
    });
  });

  it('a request labelled as a certificate is still told for what it is', () => {
    const request = Buffer.from(made('req', '-new', '-key', 'one.key.pem', '-subj', '/CN=x')).toString(
      'utf8',
    );
    const labelled = request.replaceAll('CERTIFICATE REQUEST', 'CERTIFICATE');
    expect(read(labelled)).toMatchObject({ kind: 'foreign', file: { what: expect.stringContaining('CSR') } });
  });
});
