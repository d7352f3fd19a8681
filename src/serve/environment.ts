import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { getTime } from '../clock.ts';
import { describeReadError, readFileWithin } from '../core/read-file.ts';
import { CA_FILE_LIMIT_BYTES } from '../credentials/remote.ts';
import { openProfileIdentity, type ProfileIdentity } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import type { CommandContext, CommandIo } from '../session/context.ts';
import { type Environment, readVariable } from '../settings/home.ts';
import { IDENTITY_FILES, readIssuingCa } from '../settings/identity.ts';
import type { RuntimeFolder } from './runtime-folder.ts';
import type { ServedBankContext } from './start.ts';
import { issueOwnQwac } from './tls.ts';

/** The name of the profile for the served bank. */
const PROFILE = 'served';

/**
 * Builds the environment of a command beside a served bank: the addresses of the bank, its PSU's site and its operator,
 * its CA, and a separate home with a profile for it, which signs as the served profile does. Node and OpenSSL trust the
 * CA in addition to others.
 * @throws Fault as `openProfileIdentity`
 * @see D13-serve-command
 */
export async function buildEnvironment(
  serving: ServedBankContext,
  context: CommandContext,
): Promise<NodeJS.ProcessEnv> {
  const { env } = context.surroundings;
  const { url, siteUrl, caFile, operatorUrl, operatorTokenFile } = serving.ready;
  const home = await makeHome(serving, context);
  const own = {
    ...{ ...env, PSD2_HOME: home, PSD2_PROFILE: PROFILE, PSD2_BASE_URL: url, PSD2_SITE_URL: siteUrl },
    ...{ PSD2_OPERATOR_URL: operatorUrl, PSD2_OPERATOR_TOKEN_FILE: operatorTokenFile },
  };
  return caFile === undefined
    ? own
    : { ...own, PSD2_CA_FILE: caFile, ...buildTrustEnvironment(caFile, serving.folder, env) };
}

/** Creates a home that contains only the profile. */
async function makeHome(
  { ready, settings, folder, admission }: ServedBankContext,
  { surroundings, io }: CommandContext,
): Promise<string> {
  const { url, caFile, operatorUrl, operatorTokenFile } = ready;
  const identity = await openProfileIdentity(settings, surroundings);
  const { certificateFile, keyFile } = identity;
  warnOfStranger(identity, admission, io.notice);
  const qwac = admission?.mutualTls ? await makeQwac(identity, folder, surroundings.uid) : {};
  // A profile with `bank: sandbox` has no default PSU-IP-Address; this bank is local, so it gets that of the served
  // profile, and commands need no flag.
  const { psuIpAddress } = settings.values;
  const profile = {
    ...{ bank: 'sandbox', baseUrl: url, certFile: certificateFile, keyFile, ...qwac },
    ...{ psuIpAddress, caFile, operatorUrl, operatorTokenFile },
  };
  const home = folder.path('home');
  mkdirSync(home, { mode: 0o700 });
  const written = { profile: PROFILE, profiles: { [PROFILE]: profile } };
  folder.write(join('home', 'settings.json'), `${JSON.stringify(written, null, 2)}\n`);
  return home;
}

/** Creates the client certificate of a command beside a bank with mutual TLS, removed with the folder. */
async function makeQwac({ keys, certificate: seal }: ProfileIdentity, folder: RuntimeFolder, uid?: number) {
  const { certificate, key } = await issueOwnQwac(readIssuingCa(keys, uid), seal);
  return { tlsCertFile: folder.write('qwac.pem', certificate), tlsKeyFile: folder.write('qwac.key', key) };
}

/** Warns that a bank that trusts only other CAs rejects the command, which signs as this profile. */
function warnOfStranger(
  { keys, certificate }: ProfileIdentity,
  admission: ServedBankContext['admission'],
  notice: CommandIo['notice'],
): void {
  if (admission?.authorities.findFault(certificate, getTime()) === undefined) return;
  notice(
    `The bank doesn't trust the CA of the seal that psd2 signs with in this command. Add --ca ${quoteForShell(join(keys, IDENTITY_FILES.ca))}`,
  );
}

/**
 * Builds the environment that makes Node and OpenSSL trust our CA in addition to others.
 * @see D13-serve-command, C-proxy
 */
export function buildTrustEnvironment(
  caFile: string,
  folder: Pick<RuntimeFolder, 'write'>,
  env: Environment['env'],
): NodeJS.ProcessEnv {
  const ca = readAuthorities(caFile);
  const theirs = readVariable(env, 'NODE_EXTRA_CA_CERTS');
  const isTheirs = theirs !== undefined && existsSync(theirs);
  return {
    NODE_EXTRA_CA_CERTS: isTheirs ? folder.write('node-ca.pem', `${readAuthorities(theirs)}\n${ca}`) : caFile,
    SSL_CERT_FILE: folder.write('all-ca.pem', `${readTrustedAuthorities(env)}\n${ca}`),
  };
}

/** The system's files of CAs that OpenSSL trusts. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Reads the CAs that are trusted by default: from the variable, else the system's file, else Node's. */
function readTrustedAuthorities(env: Environment['env']): string {
  const files = [readVariable(env, 'SSL_CERT_FILE') ?? '', ...SYSTEM_FILES];
  const file = files.find((path) => path !== '' && existsSync(path));
  return file === undefined ? rootCertificates.join('\n') : readAuthorities(file);
}

/** @throws Fault FILE_UNREADABLE @see S12-file-limits */
function readAuthorities(file: string): string {
  try {
    return readFileWithin(file, CA_FILE_LIMIT_BYTES).toString('utf8');
  } catch (cause) {
    const reason = describeReadError(cause, CA_FILE_LIMIT_BYTES);
    throw new Fault('FILE_UNREADABLE', `The CAs in ${file} can't be read: ${reason}.`, {
      hint: 'Correct NODE_EXTRA_CA_CERTS or SSL_CERT_FILE in the environment.',
      cause,
    });
  }
}
