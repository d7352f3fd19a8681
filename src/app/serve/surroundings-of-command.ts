import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clock } from '../../clock.ts';
import { openProfileIdentity, type ProfileIdentity } from '../../credentials/signer.ts';
import { shellWord } from '../../own-file.ts';
import { IDENTITY_FILES } from '../../settings/identity.ts';
import type { Program } from '../program.ts';
import { makeOwnQwac } from './own-qwac.ts';
import type { Serving } from './start.ts';
import { trusting } from './trusting.ts';

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
  means: Pick<Program, 'surroundings' | 'notice'>,
): Promise<NodeJS.ProcessEnv> {
  const { env } = means.surroundings;
  const { url, caFile } = serving.ready;
  const home = await makeHome(serving, means);
  const own = { ...env, PSD2_HOME: home, PSD2_PROFILE: PROFILE, PSD2_BASE_URL: url };
  return caFile === undefined
    ? own
    : { ...own, PSD2_CA_FILE: caFile, ...trusting(caFile, serving.folder, env) };
}

/** A home with nothing but the profile. */
async function makeHome(
  { ready, settings, folder, admission }: Serving,
  { surroundings, notice }: Pick<Program, 'surroundings' | 'notice'>,
): Promise<string> {
  const { url, caFile, operatorUrl, operatorTokenFile } = ready;
  const identity = await openProfileIdentity(settings, surroundings);
  const { certificateFile, keyFile } = identity;
  warnOfStranger(identity, admission, notice);
  const qwac = admission?.mutualTls ? await makeOwnQwac(identity, folder, surroundings) : {};
  // Of a bank elsewhere none is made up; this one is our own, and its commands need no flag offline either.
  const { psuIpAddress } = settings.values;
  const profile = {
    ...{ bank: 'sandbox', baseUrl: url, certFile: certificateFile, keyFile, ...qwac },
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

/** The command signs as this profile: a bank that trusts only others' CAs lets it in nowhere. */
function warnOfStranger(
  { keys, certificate }: ProfileIdentity,
  admission: Serving['admission'],
  notice: Program['notice'],
): void {
  if (admission?.authorities.faultOf(certificate, clock()) === undefined) return;
  notice(
    `The bank doesn't trust the CA of the seal that psd2 signs with in this command. Add --ca ${shellWord(join(keys, IDENTITY_FILES.ca))}`,
  );
}
