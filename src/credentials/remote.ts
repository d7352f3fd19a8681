import { writePem } from '../certificates/pem.ts';
import { isKeyOf } from '../certificates/trust.ts';
import { describeReadError, readFileWithin } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import { variable } from '../settings/home.ts';
import type { RemoteBank } from '../settings/profile.ts';
import type { KeyIdOptions } from '../signing/key-id.ts';
import { createDistantSigner, createSigner, type DistantSigner, type Signer } from '../signing/sign.ts';
import type { TlsClient } from '../transport/https.ts';
import { signByCommand, signerName } from './exec-signer.ts';
import { warnOfEnd } from './expiry-warning.ts';
import { type Material, type MaterialAsked, readMaterial, readSigningMaterial } from './material.ts';

/**
 * The signer of a bank elsewhere, of its files or of a program that has the key.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS, each with what to do
 * @see D13-profile
 */
export async function openRemoteSigner(
  bank: RemoteBank,
  means: CommandContext,
  options: KeyIdOptions,
): Promise<Signer | DistantSigner> {
  const { certFile, keyFile, signer } = bank;
  const remedy = 'Get a new one issued.';
  if (signer !== undefined) {
    const { leaf } = await readRemoteCertificate(bank, means);
    warnOfEnd(leaf, { what: certFile, remedy }, means.io.notice);
    const makeSignature = (bytes: Uint8Array) => signByCommand(signer, bytes);
    return createDistantSigner(leaf, { name: signerName(signer), makeSignature }, options);
  }
  const asked = askedFor(bank, certFile, keyFile, means);
  const { certificate, privateKey } = await inProfile(readSigningMaterial(asked, means));
  warnOfEnd(certificate, { what: certFile, remedy }, means.io.notice);
  return createSigner(privateKey, certificate, options);
}

/** The signing certificate and its chain, as far as the file has it. */
export function readRemoteCertificate(bank: RemoteBank, means: CommandContext): Promise<Material> {
  return inProfile(readMaterial(askedFor(bank, bank.certFile, undefined, means), means));
}

/**
 * What this side shows in mutual TLS, with the certificates between it and its CA as far as the file has them.
 * @throws Fault as `openRemoteSigner`
 */
export async function readTlsClient(bank: RemoteBank, means: CommandContext): Promise<TlsClient | undefined> {
  const { tlsCertFile, tlsKeyFile } = bank;
  if (tlsCertFile === undefined) return undefined;
  const asked = askedFor(bank, tlsCertFile, tlsKeyFile, means);
  const { leaf, path, key } = await inProfile(readMaterial(asked, means, { key: true }));
  if (key === undefined || !isKeyOf(key, leaf)) {
    throw new Fault('INPUT_INVALID', `Missing: the private key for the certificate in ${tlsCertFile}.`, {
      hint: 'Set tlsKeyFile in the profile.',
    });
  }
  const certificate = path.map(({ der }) => writePem({ label: 'CERTIFICATE', der })).join('');
  return { certificate, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Many times the size of an operating system's bundle. @see S12-file-limits */
export const CA_FILE_LIMIT_BYTES = 8 * 1024 * 1024;

/** The authorities that the bank's TLS certificate is checked with: PEM, of any number. */
export function readAuthorities({ caFile }: RemoteBank): string | undefined {
  if (caFile === undefined) return undefined;
  let text: string;
  try {
    text = readFileWithin(caFile, CA_FILE_LIMIT_BYTES).toString('latin1');
  } catch (cause) {
    const reason = describeReadError(cause, CA_FILE_LIMIT_BYTES);
    throw new Fault('FILE_UNREADABLE', `Can't read the profile's CA, ${caFile}: ${reason}.`, {
      hint: 'Restore the file, or correct caFile in the profile.',
      cause,
    });
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new Fault('INPUT_INVALID', `The profile's CA, ${caFile}, has no certificate in PEM.`, {
    hint: `openssl x509 -inform DER -in ${caFile} -out ca.pem`,
  });
}

/** The environment's passphrase goes before the profile's. @see C-precedence */
function askedFor(
  { passphraseFile }: RemoteBank,
  file: string,
  key: string | undefined,
  { surroundings: { env } }: CommandContext,
): MaterialAsked {
  const fromEnvironment = variable(env, 'PSD2_PASSPHRASE_FILE');
  const ofProfile = variable(env, 'PSD2_PASSPHRASE') === undefined ? passphraseFile : undefined;
  return {
    file: { name: file },
    key: key === undefined ? undefined : { name: key },
    passphraseFile: fromEnvironment ?? ofProfile,
  };
}

/** A command that calls the bank has no flags for files: what is missing is told as the profile has it. */
async function inProfile<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (fault) {
    const [missing = ''] = fault instanceof Fault ? (fault.details.missing ?? []) : [];
    const remedy = REMEDIES[missing];
    if (!(fault instanceof Fault) || remedy === undefined) throw fault;
    throw new Fault(fault.code, fault.message, remedy);
  }
}

const REMEDIES: Readonly<Record<string, { readonly hint: string; readonly missing: readonly string[] }>> = {
  '--passphrase-file': {
    hint: 'Set PSD2_PASSPHRASE_FILE or PSD2_PASSPHRASE in the environment, or passphraseFile in the profile.',
    missing: ['PSD2_PASSPHRASE_FILE'],
  },
  '--key': { hint: 'Set keyFile or signer in the profile.', missing: ['--key-file'] },
};
