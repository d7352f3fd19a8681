import { createPublicKey } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  type Certificate,
  type CertificateDescription,
  describeCertificate,
  readCertificate,
} from '../../src/certificates/certificate.ts';
import type { QwacRequest } from '../../src/certificates/issue/request.ts';
import { readPem } from '../../src/certificates/pem.ts';
import type { Psd2Role } from '../../src/certificates/qc-statements.ts';
import { convertToMembers, createCard, createTextFlag, defineCommand, Flags } from '../../src/cli/command.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { getTime } from '../../src/clock.ts';
import { readErrorCode } from '../../src/core/read-file.ts';
import { writeNewFile } from '../../src/core/write-file.ts';
import {
  describedColumns,
  FILES,
  passphraseFlag,
  ROLES,
  rolesFlag,
} from '../../src/credentials/certificate-flags.ts';
import { parseValidity, resolveSubject } from '../../src/credentials/issue.ts';
import { readConfiguredPassphrase } from '../../src/credentials/material.ts';
import { openProfileIdentity } from '../../src/credentials/signer.ts';
import { Fault } from '../../src/errors.ts';
import { quoteForShell } from '../../src/own-file.ts';
import type { CommandContext } from '../../src/session/context.ts';
import { generateKey, generateSerial, readIssuingCa } from '../../src/settings/identity.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import { makeWithParents } from '../../src/settings/private-files.ts';
import { formatOsloMinute } from '../../src/values/oslo.ts';

const PARTY = 'HOLDER';
const TERM = 'VALIDITY AND KEY';

interface CreatedCertificate extends CertificateDescription {
  readonly files: {
    readonly certificate?: string;
    readonly key?: string;
    /** The path of the certificate with its issuer's certificate. */
    readonly chain?: string;
    readonly pkcs12?: string;
    /** The path of the issuer's certificate. */
    readonly ca: string;
  };
}

/**
 * Issues a seal or a QWAC from the profile's CA, which is created on first use, and writes it beside its key. Existing
 * files are not overwritten.
 * @see G5-first-use
 * @see S8-key-not-overwritten, C-cert-create
 */
export default defineCommand(
  {
    summary: 'Create a key and a test certificate: a seal or a QWAC.',
    description:
      "The profile's own CA issues it. The CA is created on first use, and only the bank in this program trusts it. Writes NAME.pem, NAME.key.pem and NAME.chain.pem, or NAME.p12. Existing files are never overwritten.",
    examples: {
      'A seal in this folder': 'cert create',
      'A QWAC for mutual TLS, in its own folder': 'cert create --type qwac --san tpp.example --out certs/',
      'An expired seal, for account information only':
        'cert create --roles PSP_AI --not-before 2024-01-01 --not-after 2025-01-01 --out old',
      'As PKCS #12': 'cert create --format p12 --passphrase-file passphrase.txt --out acme',
    },
    flags: {
      type: Flags.string({
        description: 'A seal for requests (QSealC), or a certificate for TLS (QWAC).',
        options: ['seal', 'qwac'],
        default: 'seal',
        helpGroup: PARTY,
      }),
      roles: Flags.string({
        ...rolesFlag,
        description: `Its roles, out of ${ROLES.join(', ')}.`,
        default: ['PSP_PI', 'PSP_AI'],
        helpGroup: PARTY,
      }),
      organization: createTextFlag("Name of the organization. Default: the profile's.", 'NAME', PARTY),
      'organization-identifier': createTextFlag(
        "Authorization number. Default: the profile's, which is random.",
        'PSDNO-FSA-NUMBER',
        PARTY,
      ),
      'nca-name': createTextFlag(
        "Name of the competent authority. Required unless it's NO-FSA.",
        'NAME',
        PARTY,
      ),
      'nca-id': createTextFlag(
        "The authority's identifier. Default: taken from the authorization number.",
        'NO-FSA',
        PARTY,
      ),
      country: createTextFlag(
        'Country of the organization. Default: taken from the authorization number.',
        'NO',
        PARTY,
      ),
      'common-name': createTextFlag(
        'Common name. Default: the organization, or the first host.',
        'NAME',
        PARTY,
      ),
      san: Flags.string({
        description: 'Host name or address for a QWAC. Repeatable. Default: localhost.',
        multiple: true,
        helpValue: 'HOST',
        helpGroup: PARTY,
      }),
      days: Flags.integer({
        description: "Number of days it's valid. Default: a year, but no longer than the CA.",
        min: 0,
        max: 36_500,
        exclusive: ['not-after'],
        helpValue: 'N',
        helpGroup: TERM,
      }),
      'not-before': createTextFlag("First day or time it's valid. Default: a day ago.", 'DATE', TERM),
      'not-after': createTextFlag("Last day or time it's valid.", 'DATE', TERM),
      'key-bits': Flags.string({
        description: 'Size of the RSA key.',
        options: ['2048', '3072', '4096'],
        default: '2048',
        helpGroup: TERM,
      }),
      out: createTextFlag(
        'Folder (with a final /), or the start of the file names. Default: this folder.',
        'FOLDER/|NAME',
        FILES,
      ),
      format: Flags.string({
        description: 'PEM files, or one PKCS #12 file.',
        options: ['pem', 'p12'],
        default: 'pem',
        helpGroup: FILES,
      }),
      ...passphraseFlag,
    },
    presentation: {
      text: createCard<CreatedCertificate>([
        ['Certificate', ({ files }) => files.certificate, 'identifier'],
        ['Private key', ({ files }) => files.key, 'identifier'],
        ['Chain', ({ files }) => files.chain, 'identifier'],
        ['PKCS #12', ({ files }) => files.pkcs12, 'identifier'],
        ['CA', ({ files }) => files.ca, 'identifier'],
        ...describedColumns,
      ]).text,
      quiet: ({ files }: CreatedCertificate) => [
        sanitizeForTerminal(files.certificate ?? files.pkcs12 ?? ''),
      ],
    },
  },
  async (command, { flags }) => {
    const { context } = command;
    const { surroundings, io } = context;
    const { cwd, uid } = surroundings;
    const type = flags.type as 'seal' | 'qwac';
    const roles = flags.roles as Psd2Role[];
    const isPkcs12 = flags.format === 'p12';
    const input = { ...convertToMembers(flags), type, roles, hosts: flags.san ?? [] };
    const files = buildFilePaths(flags.out, type, isPkcs12, cwd);
    const settings = openSettings(surroundings, { profile: flags.profile });
    const identity = await openProfileIdentity(settings, surroundings);
    const ca = readIssuingCa(identity.keys, uid);
    const issuer = parseOwnCertificate(ca.certificate);
    const party = resolveSubject(input, identity.certificate);
    const { isOutside, ...term } = parseValidity(input, { now: getTime(), issuer });
    if (isOutside) {
      io.notice(
        `The CA is valid from ${formatOsloMinute(issuer.notBefore)} to ${formatOsloMinute(issuer.notAfter)}. Outside that time, programs that check the chain refuse the certificate.`,
      );
    }
    const passphrase = await readNewPassphrase(context, isPkcs12, flags['passphrase-file']);
    const privateKey = await io.progress.during('Generating a key', () =>
      generateKey(Number(flags['key-bits'])),
    );
    const { issueQwac, issueSeal } = await import('../../src/certificates/issue.ts');
    const request: QwacRequest = {
      ...party,
      ...term,
      serial: generateSerial(),
      caCertificate: ca.certificate,
      caKey: ca.privateKey,
      publicKey: createPublicKey(privateKey),
      roles,
    };
    const pem = type === 'qwac' ? issueQwac(request) : issueSeal(request);
    const made = parseOwnCertificate(pem);
    const { pkcs12, key = '', certificate = '', chain = '' } = files;
    if (pkcs12 === undefined) {
      const cipher = passphrase === undefined ? undefined : { cipher: 'aes-256-cbc', passphrase };
      const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }).toString();
      writeFiles({ [key]: keyPem, [certificate]: pem, [chain]: `${pem}${ca.certificate}` }, cwd);
    } else {
      const { writePkcs12 } = await import('../../src/certificates/pkcs12.ts');
      const content = {
        privateKey,
        certificates: [made.der, issuer.der],
        passphrase: passphrase ?? '',
        friendlyName: party.commonName,
      };
      writeFiles({ [pkcs12]: writePkcs12(content) }, cwd);
    }
    const file = quoteForShell(sanitizeForTerminal(certificate || (pkcs12 ?? '')));
    const withKey = key === '' ? '' : ` --key ${quoteForShell(key)}`;
    command.next([`cert inspect ${file}`, `cert check ${file}${withKey} --days 30`, `cert keyid ${file}`]);
    return { ...describeCertificate(made), files: { ...files, ca: ca.file } };
  },
);

/** Reads the passphrase for a PKCS #12 file; for a PEM key, only from a file given by a flag. */
async function readNewPassphrase(
  context: CommandContext,
  isPkcs12: boolean,
  file: string | undefined,
): Promise<string | undefined> {
  if (!isPkcs12 && file === undefined) return undefined;
  const configured = readConfiguredPassphrase(context, file);
  if (configured !== undefined || !isPkcs12) return configured?.text;
  const first = await context.io.askSecret('Passphrase for the new PKCS #12 file');
  if (first === undefined) {
    throw new Fault('INPUT_MISSING', 'A PKCS #12 file needs a passphrase.', {
      missing: ['--passphrase-file'],
      hint: 'Put a passphrase in a file and add --passphrase-file FILE, or set PSD2_PASSPHRASE in the environment.',
    });
  }
  if ((await context.io.askSecret('Repeat the passphrase')) === first) return first;
  throw new Fault('INPUT_INVALID', "The passphrases don't match. Nothing was created.", {
    hint: 'Run the command again.',
  });
}

/** Parses the profile's own certificate. @throws Fault FILE_UNREADABLE */
function parseOwnCertificate(pem: string): Certificate {
  const reading = readPem(pem);
  const certificate = readCertificate((reading.ok && reading.blocks[0]?.der) || new Uint8Array());
  if (certificate.ok) return certificate.certificate;
  throw new Fault('FILE_UNREADABLE', `The certificate of the CA can't be read: ${certificate.reason}.`);
}

/**
 * Builds the paths of the new files as the user writes them; creates nothing.
 * @param out a folder if it exists as one or ends with a slash, else the prefix of the file names
 * @throws Fault INPUT_INVALID if one of the files exists
 * @see S8-key-not-overwritten
 */
function buildFilePaths(
  out = '.',
  type: string,
  isPkcs12: boolean,
  cwd: string,
): Omit<CreatedCertificate['files'], 'ca'> {
  const isFolder =
    /[/\\]$/.test(out) || statSync(resolve(cwd, out), { throwIfNoEntry: false })?.isDirectory() === true;
  const prefix = isFolder ? join(out, type) : out;
  const files = isPkcs12
    ? { pkcs12: `${prefix}.p12` }
    : { certificate: `${prefix}.pem`, key: `${prefix}.key.pem`, chain: `${prefix}.chain.pem` };
  const taken = Object.values(files).find((name) => existsSync(resolve(cwd, name)));
  if (taken !== undefined) throw createTakenFault(taken);
  return files;
}

function createTakenFault(name: string): Fault {
  return new Fault('INPUT_INVALID', `${name} already exists and won't be overwritten.`, {
    hint: 'Choose another place with --out FOLDER/ or --out NAME, or move the file.',
  });
}

/**
 * Writes all files, or none of them.
 * @param files contents by name
 * @throws Fault INPUT_INVALID, PERMISSIONS, STORE_BUSY
 * @see C-cert-create
 */
function writeFiles(files: Readonly<Record<string, string | Uint8Array>>, cwd: string): void {
  const written: string[] = [];
  const [first = ''] = Object.keys(files);
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = resolve(cwd, name);
      makeWithParents(dirname(path));
      writeNewFile(path, content);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    const code = readErrorCode(error);
    if (code === 'EEXIST') throw createTakenFault(first);
    // Bugs propagate unchanged; only errors of the system are converted.
    if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const text = `Can't write to ${dirname(first)} (${code}).`;
    throw new Fault(isFull ? 'STORE_BUSY' : 'PERMISSIONS', text, {
      hint: isFull
        ? 'Free some space and try again. Nothing was created.'
        : 'Choose another place with --out FOLDER/.',
      cause: error,
    });
  }
}
