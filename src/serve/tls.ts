import { createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { dirname } from 'node:path';
import { type Certificate, isKeyOf } from '../certificates/certificate.ts';
import { exportPem, writeCertificates } from '../certificates/pem.ts';
import { getTime } from '../clock.ts';
import { isLoopback } from '../core/loopback.ts';
import { readErrorCode } from '../core/read-file.ts';
import { DAY_MS } from '../core/units.ts';
import { writeNewFile } from '../core/write-file.ts';
import { resolveSubject } from '../credentials/issue.ts';
import { readMaterial } from '../credentials/material.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import type { TlsPair } from '../server/serve.ts';
import type { CommandContext } from '../session/context.ts';
import {
  generateKey,
  generateSerial,
  generateTlsKey,
  type IssuingCa,
  openTlsCa,
} from '../settings/identity.ts';
import { readOwnFile } from '../settings/private-files.ts';
import type { ServeInput } from './flags.ts';

/** A served bank's certificate and its renewal. */
export interface ServedTls {
  readonly pair: TlsPair;
  /** The file of the CA that clients must trust; absent if the certificate was given. */
  readonly caFile?: string;
  readonly renew?: () => Promise<TlsPair>;
}

/** Clients reject longer validity. */
const VALID_DAYS = 397;

/**
 * Creates a certificate of the profile's own TLS CA. Its key is in no file: each start creates another, which costs a
 * millisecond, so that no key can be stolen and no certificate expires.
 * @param folder the profile's
 * @throws Fault PERMISSIONS, FILE_UNREADABLE; INPUT_INVALID for a name that no certificate can have
 * @see S8-tls-served
 */
export async function createOwnTls(
  folder: string,
  names: readonly string[],
  uid: number | undefined,
  now = getTime,
): Promise<ServedTls> {
  // One CA suffices for loopback: each may permit every address.
  const others = names.filter((name) => !isLoopback(name));
  const ca = await openTlsCa(folder, others, uid, now);
  const renew = () => issue(ca, names, now());
  return { pair: await renew(), caFile: ca.file, renew };
}

async function issue(ca: IssuingCa, hosts: readonly string[], now: number): Promise<TlsPair> {
  const { validTo } = new X509Certificate(ca.certificate);
  const notAfter = Math.min(now + (VALID_DAYS - 1) * DAY_MS, Date.parse(validTo));
  if (notAfter <= now) throw createExpired(ca.file);
  const { issueTlsCertificate } = await import('../certificates/issue/tls.ts');
  const privateKey = await generateTlsKey();
  const certificate = issueTlsCertificate({
    ...{ hosts, notAfter, serial: generateSerial() },
    // A client's clock may be a little behind.
    notBefore: now - DAY_MS,
    caCertificate: ca.certificate,
    caKey: ca.privateKey,
    publicKey: createPublicKey(privateKey),
  });
  return { key: exportPem(privateKey), certificate };
}

function createExpired(file: string): Fault {
  const folder = dirname(file);
  return new Fault('FILE_UNREADABLE', `The CA in ${file} has expired.`, {
    hint: `To create a new one: mv ${quoteForShell(folder)} ${quoteForShell(`${folder}.old`)}`,
  });
}

/**
 * Loads the given certificate, with the intermediate certificates of its CA, and its key.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING
 */
export async function loadGivenTls(
  { cert = '', key: keyFile, passphraseFile }: ServeInput,
  context: CommandContext,
): Promise<ServedTls> {
  const asked = { file: cert, key: keyFile, passphraseFile };
  const { leaf, path, key, name } = await readMaterial(asked, context, { key: true });
  if (key === undefined) {
    throw new Fault('INPUT_MISSING', `${name} has no private key to serve with.`, {
      missing: ['--key'],
      hint: "Add --key FILE with the certificate's private key.",
    });
  }
  if (!isKeyOf(key, leaf)) {
    throw new Fault('INPUT_INVALID', `The private key doesn't match the certificate in ${name}.`, {
      hint: 'Check whether they match:\npsd2 cert check FILE --key FILE',
    });
  }
  return { pair: { key: exportPem(key), certificate: writeCertificates(path) } };
}

const QWAC_VALID_DAYS = 30;

/**
 * Issues a QWAC for the TPP of a seal, by the same CA.
 * @param hosts none: localhost
 * @param validDays at most as long as the seal
 * @see D13-serve-command, D12-mutual-tls, A-library-policy
 */
export async function issueOwnQwac(
  ca: IssuingCa,
  seal: Certificate,
  hosts: readonly string[] = [],
  validDays = QWAC_VALID_DAYS,
): Promise<TlsPair> {
  const [{ issueQwac }, privateKey] = await Promise.all([import('../certificates/issue.ts'), generateKey()]);
  const now = getTime();
  const certificate = issueQwac({
    ...resolveSubject({ type: 'qwac', hosts }, seal),
    notBefore: Math.max(now - DAY_MS, seal.notBefore),
    notAfter: Math.min(now + validDays * DAY_MS, seal.notAfter),
    serial: generateSerial(),
    caCertificate: ca.certificate,
    caKey: ca.privateKey,
    publicKey: createPublicKey(privateKey),
    roles: ['PSP_PI', 'PSP_AI'],
  });
  return { certificate, key: exportPem(privateKey) };
}

/** A token of at least 32 characters, 128 bits if random. */
const TOKEN = /^[\w.~+/=-]{32,512}$/;

/**
 * Loads the operator's token from a file, which is created with a new token if it's missing, so that clients find the
 * same token after a restart.
 * @throws Fault PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 * @see C-serve-operator-token, S8-secrets, S11-operator-port
 */
export function loadOperatorToken(file: string, uid: number | undefined) {
  const content = createToken(file) ?? readOwnFile(file, uid, 'only-us')?.toString('latin1') ?? '';
  const token = content.trim();
  if (TOKEN.test(token)) return { token, file };
  const text = `${file} isn't a token: it needs 32 to 512 letters, digits or . _ ~ + / = -`;
  throw new Fault('INPUT_INVALID', text, { hint: 'Remove the file, and psd2 serve makes one.' });
}

/** @returns its content, or undefined if there is a file, which is never overwritten */
function createToken(file: string): string | undefined {
  const content = `${randomBytes(32).toString('base64url')}\n`;
  try {
    writeNewFile(file, content);
    return content;
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'EEXIST') return undefined;
    if (code === undefined) throw error;
    throw new Fault('FILE_UNREADABLE', `The token file ${file} can't be created (${code}).`, {
      hint: 'Use a path in an existing folder you can write to.',
      cause: error,
    });
  }
}
