import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { type Surroundings, variable } from '../../settings/surroundings.ts';
import { openProfileIdentity } from '../identity.ts';
import type { Serving } from './start.ts';

/** The profile by which psd2 itself finds the bank. */
const PROFILE = 'served';

/**
 * The variables of a command that runs beside a served bank: where the bank is, what its CA is, and a home of its own
 * with a profile for it, which signs as the profile that is served does. What must be trusted is told to Node and to
 * OpenSSL beside what is trusted anyway.
 * @throws Fault as `openProfileIdentity`
 * @see D13-serve-command
 */
export async function environmentFor(
  { ready, settings, folder }: Serving,
  surroundings: Surroundings,
): Promise<NodeJS.ProcessEnv> {
  const { env } = surroundings;
  const { url, caFile } = ready;
  const identity = await openProfileIdentity(settings, surroundings);
  const home = folder.path('home');
  mkdirSync(home, { mode: 0o700 });
  const { operatorUrl, operatorTokenFile } = ready;
  const profile = {
    ...{ bank: 'sandbox', baseUrl: url, certFile: identity.certificateFile, keyFile: identity.keyFile },
    ...(caFile === undefined ? {} : { caFile }),
    ...(operatorUrl === undefined ? {} : { operatorUrl, operatorTokenFile }),
  };
  const written = { profile: PROFILE, profiles: { [PROFILE]: profile } };
  folder.write(join('home', 'settings.json'), `${JSON.stringify(written, null, 2)}\n`);
  const own = { PSD2_HOME: home, PSD2_PROFILE: PROFILE, PSD2_BASE_URL: url };
  if (caFile === undefined) return { ...env, ...own };
  const ca = readFileSync(caFile, 'utf8');
  const theirs = variable(env, 'NODE_EXTRA_CA_CERTS');
  return {
    ...env,
    ...own,
    PSD2_CA_FILE: caFile,
    NODE_EXTRA_CA_CERTS:
      theirs === undefined || !existsSync(theirs)
        ? caFile
        : folder.write('node-ca.pem', joined(readFileSync(theirs, 'utf8'), ca)),
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
