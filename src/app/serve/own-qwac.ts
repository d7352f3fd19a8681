import { createPublicKey, randomBytes } from 'node:crypto';
import { clock } from '../../clock.ts';
import { DAY_MS } from '../../core/units.ts';
import { partyOf } from '../../credentials/issue.ts';
import type { ProfileIdentity } from '../../credentials/signer.ts';
import type { Surroundings } from '../../settings/home.ts';
import { readIssuingCa } from '../../settings/identity.ts';
import { newKey, newSerial } from '../../settings/make-identity.ts';
import type { RuntimeFolder } from './runtime-folder.ts';

const VALID_DAYS = 30;

/** What a profile names for mutual TLS. */
export interface OwnQwac {
  readonly tlsCertFile: string;
  readonly tlsKeyFile: string;
}

/**
 * A QWAC of the TPP that the profile's seal is of, by the same CA: for a command that runs beside a bank of mutual TLS,
 * and gone with it.
 * @see D13-serve-command, D12-mutual-tls
 */
export async function makeOwnQwac(
  { keys, certificate: seal }: ProfileIdentity,
  folder: RuntimeFolder,
  { uid }: Surroundings,
): Promise<OwnQwac> {
  const ca = readIssuingCa(keys, uid);
  const [{ issueQwac }, privateKey] = await Promise.all([import('../../certificates/issue.ts'), newKey()]);
  const now = clock();
  const certificate = issueQwac({
    ...partyOf({ type: 'qwac', hosts: [] }, seal),
    notBefore: Math.max(now - DAY_MS, seal.notBefore),
    notAfter: Math.min(now + VALID_DAYS * DAY_MS, seal.notAfter),
    serial: newSerial(randomBytes),
    caCertificate: ca.certificate,
    caKey: ca.privateKey,
    publicKey: createPublicKey(privateKey),
    roles: ['PSP_PI', 'PSP_AI'],
  });
  return {
    tlsCertFile: folder.write('qwac.pem', certificate),
    tlsKeyFile: folder.write('qwac.key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
  };
}
