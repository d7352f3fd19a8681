import type { Certificate } from '../../certificates/certificate.ts';
import type { OpenedSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { RemoteBank } from '../../settings/remote-bank.ts';
import type { Program } from '../program.ts';
import { readAuthorities, readTlsClient } from '../remote/material.ts';
import { askEmbedded, askRemote } from './bank.ts';
import { checkCertificate, checkKey, keyAtFirstUse } from './certificate.ts';
import { checked, good } from './found.ts';
import { checkCallbackPort, checkNode, checkSettings } from './machine.ts';
import { CHECK_NAMES, type Check, type Diagnosis } from './shapes.ts';
import { checkStore, clockOfEmbedded } from './store.ts';

/**
 * Looks at everything that a call to the bank needs, by doing it. Nothing is made: what is created on first use is no fault. A
 * check that can't be done, because what it needs has failed its own, is left out.
 * @see C-doctor
 */
export async function diagnose(program: Program, given: GivenFlags): Promise<Diagnosis> {
  // What the checks say is all that is said.
  const quiet: Program = { ...program, notice: () => {}, onUnexpected: () => {} };
  const settings = await checkSettings(program.surroundings, given);
  const checks = [checkNode(process.versions.node), settings.check];
  if (settings.value !== undefined) checks.push(...(await checksOf(settings.value, quiet)));
  return { checks: checks.sort((a, b) => CHECK_NAMES.indexOf(a.name) - CHECK_NAMES.indexOf(b.name)) };
}

async function checksOf(settings: OpenedSettings, program: Program): Promise<Check[]> {
  const { profile } = settings;
  const certificate = await checkCertificate(settings, program);
  const store = await checkStore(settings, program.surroundings.uid);
  const checks = [certificate.check, await checkCallbackPort(settings), store.check];
  if (profile.bank === 'embedded' && store.value !== undefined) checks.push(clockOfEmbedded(store.value));
  if (!certificate.check.ok) return checks;
  if (profile.bank !== 'embedded') {
    const tls = await checkTls(profile.remote, program);
    return [...checks, tls, ...(await signingChecks(settings, certificate.value, tls.ok, program))];
  }
  return [...checks, ...(await signingChecks(settings, certificate.value, true, program))];
}

/** What is shown in mutual TLS, and which authorities the bank's certificate is checked with. */
async function checkTls(bank: RemoteBank, program: Program): Promise<Check> {
  const { check } = await checked('tls', 'psd2 profile show', async () => {
    readAuthorities(bank);
    const client = await readTlsClient(bank, program);
    const own = client === undefined ? 'No certificate for mutual TLS.' : 'The certificate matches its key.';
    return { check: good('tls', own) };
  });
  return check;
}

/** @param canAsk whether the way to the bank can be opened */
async function signingChecks(
  settings: OpenedSettings,
  certificate: Certificate | undefined,
  canAsk: boolean,
  program: Program,
): Promise<Check[]> {
  const { profile } = settings;
  if (certificate === undefined) {
    return [keyAtFirstUse, good('bank', 'In this program, created on first use.')];
  }
  const { check, value: signer } = await checkKey(settings, certificate, program);
  if (signer === undefined || !canAsk) return [check];
  if (profile.bank === 'embedded') return [check, (await askEmbedded(settings, signer, program)).check];
  return [check, ...(await askRemote(settings, profile.remote, signer, program))];
}
