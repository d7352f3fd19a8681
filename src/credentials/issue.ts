import { createPublicKey, randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Certificate, describeCertificate, readCertificate } from '../certificates/certificate.ts';
import type { QwacRequest } from '../certificates/issue/request.ts';
import { attributeText } from '../certificates/names.ts';
import { OID } from '../certificates/oids.ts';
import { readPem } from '../certificates/pem.ts';
import { clock } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import { writeNewFile } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import { readIssuingCa } from '../settings/identity.ts';
import { newKey, newSerial } from '../settings/make-identity.ts';
import { errorCode, makeWithParents } from '../settings/own-files.ts';
import { type GivenFlags, openSettings } from '../settings/precedence.ts';
import { parseInstant } from '../values/instant.ts';
import { osloMinute } from '../values/oslo.ts';
import type { CertificateInput, CreatedCertificate } from './inspect.ts';
import { configuredPassphrase } from './material.ts';
import { openProfileIdentity } from './signer.ts';

/**
 * Issues a seal or a QWAC by the CA of the profile, which is created on first use, and writes it beside its key.
 * @throws Fault INPUT_INVALID, INPUT_MISSING, PERMISSIONS; no file that is there is overwritten
 * @see G5-first-use
 * @see S8-key-not-overwritten, C-cert-create
 */
export async function createCertificate(
  context: CommandContext,
  input: CertificateInput,
  given: GivenFlags,
): Promise<CreatedCertificate> {
  const { surroundings, io } = context;
  const { cwd } = surroundings;
  const files = planFiles(input, cwd);
  const identity = await openProfileIdentity(openSettings(surroundings, given), surroundings);
  const ca = readIssuingCa(identity.keys, surroundings.uid);
  const issuer = certificateIn(ca.certificate);
  const party = partyOf(input, identity.certificate);
  const { isOutside, ...term } = termOf(input, { now: clock(), issuer });
  if (isOutside) {
    io.notice(
      `The CA is valid from ${osloMinute(issuer.notBefore)} to ${osloMinute(issuer.notAfter)}. Outside that time, programs that check the chain refuse the certificate.`,
    );
  }
  const passphrase = await newPassphrase(input, context);
  const privateKey = await io.progress.during('Generating a key', () => newKey(input.keyBits));
  const { issueQwac, issueSeal } = await import('../certificates/issue.ts');
  const request: QwacRequest = {
    ...party,
    ...term,
    serial: newSerial(randomBytes),
    caCertificate: ca.certificate,
    caKey: ca.privateKey,
    publicKey: createPublicKey(privateKey),
    roles: input.roles,
  };
  const pem = input.type === 'qwac' ? issueQwac(request) : issueSeal(request);
  const made = certificateIn(pem);
  const { pkcs12, key = '', certificate = '', chain = '' } = files;
  if (pkcs12 === undefined) {
    const options = { type: 'pkcs8', format: 'pem' } as const;
    const cipher = passphrase === undefined ? undefined : { cipher: 'aes-256-cbc', passphrase };
    const keyPem = privateKey.export({ ...options, ...cipher }).toString();
    writeFiles(
      [
        [key, keyPem],
        [certificate, pem],
        [chain, `${pem}${ca.certificate}`],
      ],
      cwd,
    );
  } else {
    const { writePkcs12 } = await import('../certificates/pkcs12.ts');
    const certificates = [made.der, issuer.der];
    const friendlyName = party.commonName;
    const content = {
      privateKey,
      certificates,
      passphrase: passphrase ?? '',
      friendlyName,
      random: randomBytes,
    };
    writeFiles([[pkcs12, await writePkcs12(content)]], cwd);
  }
  return { ...describeCertificate(made), files: { ...files, ca: ca.file } };
}

/** Of a PKCS #12 file always; of a PEM key when a file with one is named. */
async function newPassphrase(
  { format, passphraseFile }: CertificateInput,
  means: CommandContext,
): Promise<string | undefined> {
  if (format === 'pem') {
    return passphraseFile === undefined ? undefined : configuredPassphrase(means, passphraseFile)?.text;
  }
  const configured = configuredPassphrase(means, passphraseFile);
  if (configured !== undefined) return configured.text;
  const first = await means.io.askSecret('Passphrase for the new PKCS #12 file');
  if (first === undefined) {
    throw new Fault('INPUT_MISSING', 'A PKCS #12 file needs a passphrase.', {
      missing: ['--passphrase-file'],
      hint: 'Put a passphrase in a file and add --passphrase-file FILE, or set PSD2_PASSPHRASE in the environment.',
    });
  }
  if ((await means.io.askSecret('Repeat the passphrase')) === first) return first;
  throw new Fault('INPUT_INVALID', "The passphrases don't match. Nothing was created.", {
    hint: 'Run the command again.',
  });
}

/** @throws Fault when a file of ours holds no certificate */
function certificateIn(pem: string): Certificate {
  const reading = readPem(pem);
  const certificate = readCertificate((reading.ok && reading.blocks[0]?.der) || new Uint8Array());
  if (certificate.ok) return certificate.certificate;
  throw new Fault('FILE_UNREADABLE', `The certificate of the CA can't be read: ${certificate.reason}.`);
}

/** Whom a certificate is for, in the words of its request. */
type Party = Pick<
  QwacRequest,
  'organizationIdentifier' | 'organizationName' | 'commonName' | 'country' | 'ncaName' | 'ncaId' | 'hosts'
>;

/** `PSD`, country, authority, number. @see ETSI TS 119 495 5.2.1 */
const AUTHORIZATION = /^PSD([A-Z]{2})-([A-Z]{2,8})-(.+)$/;
const NCA_ID = /^[A-Z]{2}-[A-Z]{2,8}$/;
/** The Norwegian authority, whose name needs no flag. @see G5-organization-identifier */
const HERE = { ncaId: 'NO-FSA', ncaName: 'The Financial Supervisory Authority of Norway' } as const;

/** What of a request says whom it is for. */
type PartyInput = Pick<CertificateInput, 'type' | 'hosts'> & Partial<CertificateInput>;

/**
 * What is not given is taken from the identifier, else from the profile's own certificate.
 * @throws Fault INPUT_INVALID, INPUT_MISSING
 * @see C-cert-create-party
 */
export function partyOf(input: PartyInput, own: Certificate): Party {
  const organizationIdentifier = input.organizationIdentifier ?? own.organizationIdentifier ?? '';
  const [, country = '', authority = '', number = ''] = AUTHORIZATION.exec(organizationIdentifier) ?? [];
  if (number === '') {
    throw new Fault(
      'INPUT_INVALID',
      `${JSON.stringify(organizationIdentifier)} isn't an authorization number.`,
      { hint: 'Use PSD, country, authority and number: --organization-identifier PSDNO-FSA-987654321.' },
    );
  }
  const ncaId = input.ncaId ?? `${country}-${authority}`;
  if (!NCA_ID.test(ncaId)) {
    throw new Fault('INPUT_INVALID', `${JSON.stringify(ncaId)} isn't an authority's identifier.`, {
      hint: 'Use a country, a hyphen and 2 to 8 capital letters: --nca-id NO-FSA.',
    });
  }
  const organizationName =
    input.organization ?? attributeText(own.subject, OID.organizationName) ?? 'psd2 TPP';
  const hosts = hostsOf(input);
  return {
    organizationIdentifier,
    organizationName,
    commonName: input.commonName ?? hosts[0] ?? shortened(`${organizationName} ${input.type} ${number}`),
    country: input.country ?? country,
    ncaName: input.ncaName ?? nameOf(ncaId),
    ncaId,
    hosts,
  };
}

function hostsOf({ type, hosts }: PartyInput): readonly string[] {
  if (type === 'qwac') return hosts.length === 0 ? ['localhost'] : hosts;
  if (hosts.length === 0) return [];
  throw new Fault('USAGE', '--san only works with --type qwac. A seal has no host names.', {
    hint: 'Add --type qwac, or remove --san.',
  });
}

function nameOf(ncaId: string): string {
  if (ncaId === HERE.ncaId) return HERE.ncaName;
  throw new Fault('INPUT_MISSING', `Missing: the name of the authority ${ncaId}.`, {
    missing: ['--nca-name'],
    hint: "Add --nca-name with the authority's name in Latin letters.",
  });
}

/** Longest commonName of X.520. */
const LONGEST_NAME = 64;

function shortened(name: string): string {
  return [...name].slice(0, LONGEST_NAME).join('').trim();
}

interface Term {
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Whether a part of it lies outside the issuer's own. */
  readonly isOutside: boolean;
}

const USUAL_DAYS = 365;

/**
 * The validity of a new certificate: from a day ago, for clocks that are behind, and for a year, but no longer than
 * its issuer's unless that is asked for.
 * @throws Fault INPUT_INVALID
 * @see C-cert-create-term
 */
export function termOf(
  { notBefore, notAfter, days }: Pick<CertificateInput, 'notBefore' | 'notAfter' | 'days'>,
  { now, issuer }: { readonly now: number; readonly issuer: Pick<Certificate, 'notBefore' | 'notAfter'> },
): Term {
  const begin = notBefore === undefined ? undefined : timeOf('--not-before', notBefore);
  const start = begin ?? Math.floor((now - DAY_MS) / 1000) * 1000;
  const end =
    (notAfter === undefined ? undefined : timeOf('--not-after', notAfter)) ??
    (days === undefined ? undefined : (begin ?? now) + days * DAY_MS) ??
    usualEnd(begin ?? now, issuer.notAfter);
  if (end < start) {
    throw new Fault('INPUT_INVALID', "The certificate would expire before it's valid.", {
      hint: 'Set --not-after later than --not-before.',
    });
  }
  const rounded = Math.floor(end / 1000) * 1000;
  return {
    notBefore: start,
    notAfter: rounded,
    isOutside: start < issuer.notBefore || rounded > issuer.notAfter,
  };
}

function usualEnd(from: number, issuerEnd: number): number {
  const end = from + USUAL_DAYS * DAY_MS;
  return issuerEnd > from && issuerEnd < end ? issuerEnd : end;
}

function timeOf(flag: string, text: string): number {
  const time = parseInstant(text) ?? parseInstant(`${text}T00:00:00Z`);
  if (time !== undefined) return time;
  throw new Fault('INPUT_INVALID', `${flag} ${JSON.stringify(text)} isn't a date or a time.`, {
    hint: 'Use 2027-06-30, or a time with Z or an offset: 2027-06-30T12:00:00Z.',
  });
}

/**
 * The names of the new files, as the user names them; nothing is made.
 * @param input out: a folder when it is one or ends with a slash, else the beginning of the names
 * @throws Fault INPUT_INVALID when one of them is there already
 * @see S8-key-not-overwritten
 */
function planFiles(
  { out = '.', type, format }: CertificateInput,
  cwd: string,
): Omit<CreatedCertificate['files'], 'ca'> {
  const prefix = isFolder(out, cwd) ? join(out, type) : out;
  const files =
    format === 'p12'
      ? { pkcs12: `${prefix}.p12` }
      : { certificate: `${prefix}.pem`, key: `${prefix}.key.pem`, chain: `${prefix}.chain.pem` };
  const taken = Object.values(files).find((name) => existsSync(resolve(cwd, name)));
  if (taken !== undefined) throw takenFault(taken);
  return files;
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

/**
 * Writes every file, or none.
 * @throws Fault INPUT_INVALID, PERMISSIONS, STORE_BUSY
 * @see C-cert-create
 */
function writeFiles(
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
  cwd: string,
): void {
  const written: string[] = [];
  const [[first] = ['']] = files;
  try {
    for (const [name, content] of files) {
      const path = resolve(cwd, name);
      makeWithParents(dirname(path));
      writeNewFile(path, content);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
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
