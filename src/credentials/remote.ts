import { spawn } from 'node:child_process';
import { isKeyOf } from '../certificates/certificate.ts';
import { exportPem, writeCertificates } from '../certificates/pem.ts';
import { decodeBase64 } from '../core/base64.ts';
import { HAS_PROCESS_GROUPS, signalGroup } from '../core/process-group.ts';
import { describeReadError, readFileWithin } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import { readVariable } from '../settings/home.ts';
import { parseSignerWords, type RemoteBank } from '../settings/profile.ts';
import type { KeyIdOptions } from '../signing/key-id.ts';
import { createDistantSigner, createSigner, type DistantSigner, type Signer } from '../signing/sign.ts';
import type { TlsClient } from '../transport/https.ts';
import { warnOfExpiry } from './expiry-warning.ts';
import { type Material, type MaterialInput, readMaterial } from './material.ts';

const REMEDY = 'Get a new one issued.';

/**
 * Opens the signer of a remote bank's profile: from its files, or an external program with the key.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS, each with a remedy
 * @see D13-profile
 */
export async function openRemoteSigner(
  bank: RemoteBank,
  context: CommandContext,
  options: KeyIdOptions,
): Promise<Signer | DistantSigner> {
  const { certFile, keyFile, signer } = bank;
  if (signer === undefined) {
    return withProfileHints(
      openFileSigner(
        certFile,
        { key: keyFile, passphraseFile: findPassphraseFile(bank, context) },
        context,
        options,
      ),
    );
  }
  const { leaf } = await readRemoteCertificate(bank, context);
  warnOfExpiry(leaf, { what: certFile, remedy: REMEDY }, context.io.notice);
  const makeSignature = (bytes: Uint8Array) => signByCommand(signer, bytes);
  return createDistantSigner(leaf, { name: formatSigner(signer), makeSignature }, options);
}

/**
 * Opens the signer of a certificate and its private key.
 * @param file the certificate's file, which may contain the key
 * @throws Fault as `readMaterial`; INPUT_MISSING without a key, INPUT_INVALID for one that doesn't match
 */
export async function openFileSigner(
  file: string,
  { key: keyFile, passphraseFile }: Pick<MaterialInput, 'key' | 'passphraseFile'>,
  context: CommandContext,
  options: KeyIdOptions,
): Promise<Signer> {
  const asked = { file, key: keyFile, passphraseFile };
  const { leaf, key } = await readMaterial(asked, context, { key: true });
  if (key === undefined) {
    throw new Fault('INPUT_MISSING', `${file} has no private key to sign with.`, {
      missing: ['--key'],
      hint: "Add --key FILE with the certificate's private key.",
    });
  }
  if (key.asymmetricKeyType !== 'rsa') {
    const text = `The private key in ${file} isn't an RSA key. Requests are signed with RSA.`;
    throw new Fault('INPUT_INVALID', text, {
      hint: 'Get a certificate for an RSA key of 2048 bits or more.',
    });
  }
  if (!isKeyOf(key, leaf)) {
    throw new Fault('INPUT_INVALID', `The private key doesn't match the certificate in ${file}.`, {
      hint: 'Check whether they match:\npsd2 cert check FILE --key FILE',
    });
  }
  warnOfExpiry(leaf, { what: file, remedy: REMEDY }, context.io.notice);
  return createSigner(key, leaf, options);
}

/** Reads the signing certificate, with its chain if the file contains it. */
export function readRemoteCertificate(bank: RemoteBank, context: CommandContext): Promise<Material> {
  const asked = { file: bank.certFile, passphraseFile: findPassphraseFile(bank, context) };
  return withProfileHints(readMaterial(asked, context));
}

/**
 * Reads the client certificate for mutual TLS, with its intermediate certificates if the file contains them.
 * @throws Fault as `openRemoteSigner`
 */
export async function readTlsClient(
  bank: RemoteBank,
  context: CommandContext,
): Promise<TlsClient | undefined> {
  const { tlsCertFile, tlsKeyFile } = bank;
  if (tlsCertFile === undefined) return undefined;
  const asked = { file: tlsCertFile, key: tlsKeyFile, passphraseFile: findPassphraseFile(bank, context) };
  const { leaf, path, key } = await withProfileHints(readMaterial(asked, context, { key: true }));
  if (key === undefined || !isKeyOf(key, leaf)) {
    throw new Fault('INPUT_INVALID', `Missing: the private key for the certificate in ${tlsCertFile}.`, {
      hint: 'Set tlsKeyFile in the profile.',
    });
  }
  return { certificate: writeCertificates(path), key: exportPem(key) };
}

/** The limit of a CA file; many times the size of an operating system's bundle. @see S12-file-limits */
export const CA_FILE_LIMIT_BYTES = 8 * 1024 * 1024;

/** Reads the authorities that verify the bank's TLS certificate: PEM, of any number. */
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

/** Finds the passphrase file; the environment takes precedence over the profile. @see C-precedence */
function findPassphraseFile(
  { passphraseFile }: RemoteBank,
  { surroundings: { env } }: CommandContext,
): string | undefined {
  const ofProfile = readVariable(env, 'PSD2_PASSPHRASE') === undefined ? passphraseFile : undefined;
  return readVariable(env, 'PSD2_PASSPHRASE_FILE') ?? ofProfile;
}

/** Replaces flags by profile members in hints, because a command that calls the bank has no flags for files. */
async function withProfileHints<T>(reading: Promise<T>): Promise<T> {
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

/** The timeout of a signer; hardware may ask its user for a touch. */
const SIGNER_TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** Formats a signer without its arguments, which may contain secrets. */
function formatSigner(signer: string): string {
  return `the signer ${parseSignerWords(signer)?.[0] ?? ''}`;
}

/**
 * Signs with an external program: writes the bytes to its stdin and reads the Base64 signature from its stdout. Runs no
 * shell.
 * @throws Fault INPUT_INVALID if the program can't be run, fails, or prints something else
 * @see D13-signer
 */
export async function signByCommand(signer: string, bytes: Uint8Array): Promise<Uint8Array> {
  const [command = '', ...args] = parseSignerWords(signer) ?? [];
  const { stdout, failure } = await runSigner(command, args, bytes);
  const signature = failure === undefined ? decodeBase64(stdout.replaceAll(/\s/g, '')) : undefined;
  if (signature !== undefined && signature.length > 0) return signature;
  const what = failure ?? "printed something that isn't a Base64 signature";
  const text = `${formatSigner(signer).replace(/^t/, 'T')} ${what}. Nothing was sent.`;
  throw new Fault('INPUT_INVALID', text, {
    hint: 'Try it on its own: printf test | COMMAND ARGUMENTS must print one Base64 signature.',
  });
}

/** Output that was written before the end of the signer arrives within this time. */
const DRAIN_MS = 1_000;

/**
 * Runs a signer in its own process group, and kills the group at the end, so that no child of it stays or keeps a pipe
 * open.
 */
function runSigner(
  command: string,
  args: readonly string[],
  input: Uint8Array,
): Promise<{ readonly stdout: string; readonly failure?: string }> {
  return new Promise((resolve) => {
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    let [length, hasEnded] = [0, false];
    const child = spawn(command, args, { detached: HAS_PROCESS_GROUPS, windowsHide: true });
    const kill = () => (HAS_PROCESS_GROUPS ? signalGroup(child, 'SIGKILL') : void child.kill('SIGKILL'));
    const end = (failure?: string) => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      process.off('exit', kill);
      kill();
      for (const pipe of child.stdio) pipe?.destroy();
      const [said = ''] = Buffer.concat(err).toString().trim().split('\n');
      resolve({
        stdout: Buffer.concat(out).toString(),
        failure: failure === undefined || said === '' ? failure : `${failure}: ${said}`,
      });
    };
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_OUTPUT_BYTES) chunks.push(chunk);
      else end(`printed more than ${MAX_OUTPUT_BYTES / 1024} KiB`);
    };
    child.stdout.on('data', collect(out));
    child.stderr.on('data', collect(err));
    child.on('error', (error) => end(describeError(error)));
    child.on('close', (code) => end(describeExit(code)));
    child.on('exit', (code) => {
      if (hasEnded) return;
      kill();
      clearTimeout(timer);
      // A child that made a group of its own may still keep a pipe open.
      timer = setTimeout(end, DRAIN_MS, describeExit(code));
    });
    child.stdin.on('error', () => {}); // one that signs nothing ends without reading
    child.stdin.end(input);
    const late = `didn't end within ${SIGNER_TIMEOUT_MS / 1000} s and was killed`;
    let timer = setTimeout(end, SIGNER_TIMEOUT_MS, late);
    // A Ctrl-C at the terminal doesn't reach a group of its own.
    process.on('exit', kill);
  });
}

function describeExit(code: number | null): string | undefined {
  if (code === 0) return undefined;
  return code === null ? 'was killed by a signal' : `ended with exit code ${code}`;
}

function describeError({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'was not found';
  return code === 'EACCES' ? 'may not be run' : `can't be run (${code ?? message})`;
}
