import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyPair, pemOf, rsaKeys } from './keys.ts';

/** Runs the openssl command in a folder; it is an oracle, so that a missing one fails the test. */
export function openssl(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  const done = spawnSync('openssl', args, { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`openssl ${args.join(' ')}: ${done.stderr}`);
  return done.stdout + done.stderr;
}

/** A key that only its owner can read, and a certificate that openssl signs with it: `NAME.key.pem` and `NAME.pem`. */
export function makeCertificate(
  folder: string,
  name: string,
  options: readonly string[] = [],
  { privateKey }: KeyPair = rsaKeys(),
): void {
  writeFileSync(join(folder, `${name}.key.pem`), pemOf(privateKey), { mode: 0o600 });
  const files = ['-key', `${name}.key.pem`, '-out', `${name}.pem`];
  openssl(folder, ['req', '-x509', '-new', ...files, '-subj', `/CN=${name}`, ...options]);
}

/** PKCS #12 of `NAME.pem` and its key, by the command. */
export function makePkcs12(
  folder: string,
  name: string,
  { passphrase = 'secret', options = [] as readonly string[] } = {},
): Buffer {
  const files = ['-in', `${name}.pem`, '-inkey', `${name}.key.pem`, '-out', `${name}.p12`];
  openssl(folder, ['pkcs12', '-export', ...files, '-passout', 'env:PASS', ...options], { PASS: passphrase });
  return readFileSync(join(folder, `${name}.p12`));
}

/** What `openssl` prints of bytes on its stdin. */
export function opensslOf(input: Uint8Array | string, ...args: readonly string[]): string {
  return execFileSync('openssl', args, { input, encoding: 'utf8' });
}

export function writeIn(folder: string, name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}
