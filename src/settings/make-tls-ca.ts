import { createHash, generateKeyPair, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { DAY_MS } from '../core/units.ts';
import { writeNewFile } from '../core/write-file.ts';
import { TLS_FOLDER } from './home.ts';
import { IDENTITY_FILES } from './identity.ts';
import { type IssuingCa, readIssuingCa } from './issuing-ca.ts';
import { type MakingMeans, openMadeFolder, wasMade } from './made-folder.ts';
import { newSerial, writeKey } from './make-identity.ts';

const VALID_DAYS = 3650;

/** The longest name that a certificate may have (X.520). */
const NAME_LIMIT = 64;

/**
 * The CA of what a profile's bank shows its clients, made when there is none. It may speak for loopback and the given
 * hosts alone, so that others need another: whoever trusts it for one machine does not trust it for more.
 * @param folder of the profile, which is there already
 * @throws Fault PERMISSIONS, FILE_UNREADABLE; STORE_BUSY, STORE_UNUSABLE when it can't be made
 * @see S8-tls-served
 */
export function openTlsCa(folder: string, hosts: readonly string[], means: MakingMeans): Promise<IssuingCa> {
  const place = join(folder, folderName(hosts));
  return openMadeFolder(place, means, {
    read: () => (wasMade(place) ? readIssuingCa(place, means.uid) : undefined),
    write: (unfinished) => writeTlsCa(unfinished, hosts, means),
  });
}

function folderName(hosts: readonly string[]): string {
  if (hosts.length === 0) return TLS_FOLDER;
  const digest = createHash('sha256')
    .update([...hosts].sort().join(' '))
    .digest('hex');
  return `${TLS_FOLDER}-${digest.slice(0, 16)}`;
}

async function writeTlsCa(folder: string, hosts: readonly string[], means: MakingMeans): Promise<void> {
  const [{ issueTlsCa }, privateKey] = await Promise.all([
    import('../certificates/issue/tls.ts'),
    newTlsKey(),
  ]);
  const now = means.now();
  const commonName = ['psd2 TLS CA', ...hosts].join(' ').slice(0, NAME_LIMIT).trim();
  const certificate = issueTlsCa({
    ...{ privateKey, commonName, hosts, serial: newSerial(means.random) },
    // A clock that is a little behind ours must not find it too young.
    notBefore: now - DAY_MS,
    notAfter: now + VALID_DAYS * DAY_MS,
  });
  writeKey(join(folder, IDENTITY_FILES.caKey), privateKey);
  writeNewFile(join(folder, IDENTITY_FILES.ca), certificate);
}

/** A private key of P-256. */
export function newTlsKey(): Promise<KeyObject> {
  return new Promise((resolve, reject) => {
    generateKeyPair('ec', { namedCurve: 'prime256v1' }, (error, _publicKey, privateKey) => {
      if (error === null) resolve(privateKey);
      else reject(error);
    });
  });
}
