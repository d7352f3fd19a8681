import { type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Certificate } from '../../certificates/certificate.ts';
import { writeNewFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import type { IssuingCa } from '../../settings/issuing-ca.ts';
import { errorCode, makeWithParents } from '../../settings/own-files.ts';
import type { CertificateInput, CreatedCertificate } from './shapes.ts';

/** The files that will be made. */
export interface PlannedFiles {
  /** As the user names them. */
  readonly shown: Omit<CreatedCertificate['files'], 'ca'>;
  /** The same, absolute. */
  readonly paths: Omit<CreatedCertificate['files'], 'ca'>;
}

/**
 * The names of the new files; nothing is made.
 * @param input out: a folder when it is one or ends with a slash, else the beginning of the names
 * @throws Fault INPUT_INVALID when one of them is there already
 * @see S8-key-not-overwritten
 */
export function plannedFiles({ out = '.', type, format }: CertificateInput, cwd: string): PlannedFiles {
  const prefix = isFolder(out, cwd) ? join(out, type) : out;
  const shown =
    format === 'p12'
      ? { pkcs12: `${prefix}.p12` }
      : { certificate: `${prefix}.pem`, key: `${prefix}.key.pem`, chain: `${prefix}.chain.pem` };
  const taken = Object.values(shown).find((name) => existsSync(resolve(cwd, name)));
  if (taken !== undefined) throw takenFault(taken);
  const paths = Object.entries(shown).map(([name, path]) => [name, resolve(cwd, path)]);
  return { shown, paths: Object.fromEntries(paths) };
}

function isFolder(out: string, cwd: string): boolean {
  if (/[/\\]$/.test(out)) return true;
  return statSync(resolve(cwd, out), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function takenFault(name: string): Fault {
  return new Fault('INPUT_INVALID', `${name} already exists and won't be overwritten.`, {
    hint: 'Choose another place with --out FOLDER/ or --out NAME, or move the file.',
  });
}

/** What is written. */
export interface Made {
  /** PEM. */
  readonly certificate: string;
  readonly made: Certificate;
  readonly privateKey: KeyObject;
  readonly ca: IssuingCa;
  readonly issuer: Certificate;
  readonly passphrase: string | undefined;
  readonly friendlyName: string;
}

/**
 * Writes every file, or none.
 * @throws Fault INPUT_INVALID, PERMISSIONS, STORE_BUSY
 * @see C-cert-create
 */
export async function writeFiles({ shown, paths }: PlannedFiles, made: Made): Promise<void> {
  const contents = await contentsOf(paths, made);
  const written: string[] = [];
  try {
    for (const [path, content] of contents) {
      makeWithParents(dirname(path));
      writeNewFile(path, content);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    const [first = ''] = Object.values(shown);
    throw errorCode(error) === 'EEXIST' ? takenFault(first) : unwritable(dirname(first), error);
  }
}

/** A bug stays as it was thrown. */
function unwritable(folder: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new Fault(isFull ? 'STORE_BUSY' : 'PERMISSIONS', `Can't write to ${folder} (${code}).`, {
    hint: isFull
      ? 'Free some space and try again. Nothing was created.'
      : 'Choose another place with --out FOLDER/.',
    cause: error,
  });
}

async function contentsOf(
  { pkcs12, key = '', certificate = '', chain = '' }: PlannedFiles['paths'],
  made: Made,
): Promise<readonly (readonly [path: string, content: string | Uint8Array])[]> {
  if (pkcs12 !== undefined) return [[pkcs12, await pkcs12Of(made)]];
  return [
    [key, keyPem(made)],
    [certificate, made.certificate],
    [chain, `${made.certificate}${made.ca.certificate}`],
  ];
}

function keyPem({ privateKey, passphrase }: Made): string {
  const plain = { type: 'pkcs8', format: 'pem' } as const;
  const options = passphrase === undefined ? plain : { ...plain, cipher: 'aes-256-cbc', passphrase };
  return privateKey.export(options).toString();
}

async function pkcs12Of({
  privateKey,
  made,
  issuer,
  passphrase = '',
  friendlyName,
}: Made): Promise<Uint8Array> {
  const { writePkcs12 } = await import('../../certificates/pkcs12.ts');
  const certificates = [made.der, issuer.der];
  return writePkcs12({ privateKey, certificates, passphrase, friendlyName, random: randomBytes });
}
