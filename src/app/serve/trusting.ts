import { existsSync, readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { type Surroundings, variable } from '../../settings/surroundings.ts';
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
  const ca = readFileSync(caFile, 'utf8');
  const theirs = variable(env, 'NODE_EXTRA_CA_CERTS');
  const isTheirs = theirs !== undefined && existsSync(theirs);
  return {
    NODE_EXTRA_CA_CERTS: isTheirs
      ? folder.write('node-ca.pem', joined(readFileSync(theirs, 'utf8'), ca))
      : caFile,
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
  return file === undefined ? rootCertificates.join('\n') : readFileSync(file, 'utf8');
}

function joined(one: string, other: string): string {
  return `${one.trimEnd()}\n${other}`;
}
