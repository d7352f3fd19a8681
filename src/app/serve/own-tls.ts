import { createPublicKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { dirname } from 'node:path';
import { isKeyOf } from '../../certificates/chain.ts';
import { writePem } from '../../certificates/pem.ts';
import { clock } from '../../clock.ts';
import { isLoopback } from '../../core/loopback.ts';
import { DAY_MS } from '../../core/units.ts';
import { readMaterial } from '../../credentials/material.ts';
import { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';
import type { TlsPair } from '../../server/serve.ts';
import type { ProfilePlaces } from '../../settings/home.ts';
import type { IssuingCa } from '../../settings/identity.ts';
import { newSerial, newTlsKey, openTlsCa } from '../../settings/make-identity.ts';
import type { Program } from '../program.ts';
import type { ServeInput } from './plan.ts';

/** What a served bank shows, and how there is another before it is over. */
export interface ServedTls {
  readonly pair: TlsPair;
  /** The file of the CA that clients must know; absent where the certificate was given. */
  readonly caFile?: string;
  readonly renew?: () => Promise<TlsPair>;
}

export interface OwnTlsMeans {
  readonly surroundings: Pick<Program['surroundings'], 'uid' | 'platform'>;
  /** Milliseconds since 1970; this machine's unless given. */
  readonly now?: () => number;
}

/** Clients refuse what is valid for longer. */
const VALID_DAYS = 397;

/**
 * A certificate of the profile's own TLS CA. Its key is in no file: each start makes another, which costs a millisecond,
 * so that none is left that could be taken, or that is over.
 * @throws Fault PERMISSIONS, FILE_UNREADABLE; INPUT_INVALID for a name that no certificate can have
 * @see S8-tls-served
 */
export async function ownTls(
  { folder }: Pick<ProfilePlaces, 'folder'>,
  names: readonly string[],
  { surroundings, now = clock }: OwnTlsMeans,
): Promise<ServedTls> {
  const { uid, platform } = surroundings;
  // One CA is enough for loopback, of which each may permit every address.
  const others = names.filter((name) => !isLoopback(name));
  const ca = await openTlsCa(folder, others, { uid, platform, now, random: randomBytes });
  const renew = () => issue(ca, names, now());
  return { pair: await renew(), caFile: ca.file, renew };
}

async function issue(ca: IssuingCa, hosts: readonly string[], now: number): Promise<TlsPair> {
  const { validTo } = new X509Certificate(ca.certificate);
  const notAfter = Math.min(now + (VALID_DAYS - 1) * DAY_MS, Date.parse(validTo));
  if (notAfter <= now) throw expired(ca.file);
  const { issueTlsCertificate } = await import('../../certificates/issue/tls.ts');
  const privateKey = await newTlsKey();
  const certificate = issueTlsCertificate({
    ...{ hosts, notAfter, serial: newSerial(randomBytes) },
    // A clock that is a little behind ours must not find it too young.
    notBefore: now - DAY_MS,
    caCertificate: ca.certificate,
    caKey: ca.privateKey,
    publicKey: createPublicKey(privateKey),
  });
  return { key: pemOf(privateKey), certificate };
}

function expired(file: string): Fault {
  const folder = dirname(file);
  return new Fault('FILE_UNREADABLE', `The CA in ${file} has expired.`, {
    hint: `To create a new one: mv ${shellWord(folder)} ${shellWord(`${folder}.old`)}`,
  });
}

/**
 * The certificate that was given, with those between it and its CA, and its key.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING
 */
export async function givenTls(
  { cert = '', key: keyFile, passphraseFile }: ServeInput,
  program: Pick<Program, 'surroundings' | 'notice' | 'askSecret'>,
): Promise<ServedTls> {
  const asked = {
    file: { name: cert },
    ...(keyFile === undefined ? {} : { key: { name: keyFile } }),
    passphraseFile,
  };
  const { leaf, path, key, name } = await readMaterial(asked, program, { key: true });
  if (key === undefined) {
    throw new Fault('INPUT_MISSING', `${name} has no private key to serve with.`, {
      missing: ['--key'],
      hint: "Add --key FILE with the certificate's private key.",
    });
  }
  if (!isKeyOf(key, leaf)) {
    throw new Fault('INPUT_INVALID', `The private key doesn't match the certificate in ${name}.`, {
      hint: 'Check whether they match:\npsd2 cert check FILE --key FILE',
    });
  }
  const certificate = path.map(({ der }) => writePem({ label: 'CERTIFICATE', der })).join('');
  return { pair: { key: pemOf(key), certificate } };
}

function pemOf(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}
