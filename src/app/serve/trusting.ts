import { existsSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { describeReadError, readFileWithin } from '../../core/read-file.ts';
import { CA_FILE_LIMIT_BYTES } from '../../credentials/remote.ts';
import { Fault } from '../../errors.ts';
import { type Surroundings, variable } from '../../settings/home.ts';
import type { RuntimeFolder } from './runtime-folder.ts';

/**
 * What Node and OpenSSL are told to trust: our CA, beside what they were told or trust by themselves.
 * @see D13-serve-command, C-proxy
 */
export function trusting(
  caFile: string,
  folder: Pick<RuntimeFolder, 'write'>,
  env: Surroundings['env'],
): NodeJS.ProcessEnv {
  const ca = readAuthorities(caFile);
  const theirs = variable(env, 'NODE_EXTRA_CA_CERTS');
  const isTheirs = theirs !== undefined && existsSync(theirs);
  return {
    NODE_EXTRA_CA_CERTS: isTheirs ? folder.write('node-ca.pem', joined(readAuthorities(theirs), ca)) : caFile,
    SSL_CERT_FILE: folder.write('all-ca.pem', joined(authoritiesOf(env), ca)),
  };
}

/** Where systems keep the authorities that OpenSSL trusts. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** What is trusted anyway: what the variable names already, else the system's file, else what Node brings. */
function authoritiesOf(env: Surroundings['env']): string {
  const files = [variable(env, 'SSL_CERT_FILE') ?? '', ...SYSTEM_FILES];
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

function joined(one: string, other: string): string {
  return `${one.trimEnd()}\n${other}`;
}
