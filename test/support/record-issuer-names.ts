/**
 * Records test/vectors/issuer-names-more.json: what the openssl command and OpenJDK print for awkward issuers.
 * Nothing of the program takes part. Run by hand, with both at hand: `npx tsx test/support/record-issuer-names.ts`.
 */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AWKWARD_ISSUERS } from './awkward-issuers.ts';
import { derCertificate } from './der-certificate.ts';
import { derInteger, derName } from './der-writer.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

function javaNames(names: readonly Buffer[]): string[] {
  const input = names.map((name) => `${name.toString('hex')}\n`).join('');
  const output = execFileSync('java', [pathOf('record-issuer-names.java')], { input, encoding: 'utf8' });
  return output.split('\n').map((line) => Buffer.from(line, 'hex').toString());
}

function opensslName(certificate: Buffer): string {
  const options = ['x509', '-inform', 'DER', '-noout', '-issuer', '-nameopt', 'RFC2253'];
  const output = execFileSync('openssl', options, { input: certificate, encoding: 'utf8' });
  return output.replace(/^issuer=/, '').replace(/\n$/, '');
}

/** `openjdk 17.0.15 2025-04-15`, `OpenSSL 3.0.19 27 Jan 2026 …` */
function versionOf(command: string, option: string): string {
  return execFileSync(command, [option], { encoding: 'utf8' }).split(' ').slice(0, 2).join(' ');
}

function record(): void {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const names = AWKWARD_ISSUERS.map(({ rdns }) => derName(rdns));
  const java = javaNames(names);
  const cases = AWKWARD_ISSUERS.map(({ id, why, strict }, index) => {
    const issuer = names[index] ?? derName([]);
    const certificate = derCertificate({ spki, issuer, serial: derInteger(BigInt(index + 1)) });
    return {
      id,
      why,
      serial: { decimal: `${index + 1}` },
      issuerDerHex: issuer.toString('hex'),
      rfc2253: { strict, openssl: opensslName(certificate), java: java[index] },
      certDer: certificate.toString('base64'),
    };
  });
  const openssl = `${versionOf('openssl', 'version')}, x509 -nameopt RFC2253`;
  const jdk = `${versionOf('java', '--version')}, X500Principal.getName(RFC2253)`;
  const note = `issuers in unsigned certificates; strict = RFC 2253 by hand; openssl = ${openssl}; java = ${jdk}`;
  const target = pathOf('../vectors/issuer-names-more.json');
  writeFileSync(target, `${JSON.stringify({ note, cases }, undefined, 1)}\n`);
  process.stdout.write(`${cases.length} issuers recorded in ${target}\n`);
}

record();
