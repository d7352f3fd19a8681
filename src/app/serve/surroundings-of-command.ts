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
  serving: Serving,
  surroundings: Surroundings,
): Promise<NodeJS.ProcessEnv> {
  const { env } = surroundings;
  const { url, caFile } = serving.ready;
  const home = await makeHome(serving, surroundings);
  const own = { ...env, PSD2_HOME: home, PSD2_PROFILE: PROFILE, PSD2_BASE_URL: url };
  return caFile === undefined ? own : { ...own, PSD2_CA_FILE: caFile, ...trusting(caFile, serving, env) };
}

/** A home with nothing but the profile. */
async function makeHome({ ready, settings, folder }: Serving, surroundings: Surroundings): Promise<string> {
  const { url, caFile, operatorUrl, operatorTokenFile } = ready;
  const { certificateFile, keyFile } = await openProfileIdentity(settings, surroundings);
  // Of a bank elsewhere none is made up; this one is our own, and its commands need no flag offline either.
  const { psuIpAddress } = settings.values;
  const profile = {
    ...{ bank: 'sandbox', baseUrl: url, certFile: certificateFile, keyFile },
    ...(psuIpAddress === undefined ? {} : { psuIpAddress }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(operatorUrl === undefined ? {} : { operatorUrl, operatorTokenFile }),
  };
  const home = folder.path('home');
  mkdirSync(home, { mode: 0o700 });
  const written = { profile: PROFILE, profiles: { [PROFILE]: profile } };
  folder.write(join('home', 'settings.json'), `${JSON.stringify(written, null, 2)}\n`);
  return home;
}

/** What Node and OpenSSL are told to trust: our CA, beside what they were told or trust by themselves. */
function trusting(caFile: string, { folder }: Serving, env: Surroundings['env']): NodeJS.ProcessEnv {
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
