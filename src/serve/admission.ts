import { isUtf8 } from 'node:buffer';
import type { Admission } from '../bank/settings.ts';
import type { Certificate } from '../certificates/certificate.ts';
import { MAX_FILE_BYTES, parseCertificateFile } from '../certificates/certificate-file.ts';
import { describeName } from '../certificates/names.ts';
import { Authorities } from '../certificates/trust.ts';
import { getTime } from '../clock.ts';
import { createDamagedFault, createForeignFault, readAsked } from '../credentials/material.ts';
import { Fault } from '../errors.ts';
import type { Environment } from '../settings/home.ts';
import { type RegistryFault, readTppRegistry } from '../wire/tpp-registry.ts';
import type { ServeInput } from './flags.ts';
import { REGISTRY_EXAMPLE } from './plan.ts';

type AdmissionInput = Pick<ServeInput, 'policy' | 'ca' | 'registry' | 'mutualTls'>;

/**
 * Reads the admission rules of a bank from the files of the command line; undefined for a sandbox, which admits every
 * TPP.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID: with file, place and remedy
 * @see C-serve-policy
 */
export function readAdmission(
  { policy, ca = [], registry, mutualTls }: AdmissionInput,
  surroundings: Environment,
): Admission | undefined {
  if (policy === 'sandbox') return undefined;
  const authorities = loadAuthorities(ca, surroundings);
  if (registry === undefined) return { authorities, mutualTls };
  return { authorities, mutualTls, registry: readRegistry(registry, surroundings) };
}

/**
 * Creates the check for certificates that prove their owner's identity to a sandbox; undefined if no CA is given.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID
 * @see S11-shared-world
 */
export function createVouchingCheck(
  { policy, ca = [] }: Pick<ServeInput, 'policy' | 'ca'>,
  surroundings: Environment,
): ((certificate: Certificate) => boolean) | undefined {
  if (policy === 'production' || ca.length === 0) return undefined;
  const authorities = loadAuthorities(ca, surroundings);
  return (certificate) => {
    const now = getTime();
    // A sandbox also accepts expired certificates, which prove nothing.
    const isCurrent = now >= certificate.notBefore && now <= certificate.notAfter;
    return isCurrent && authorities.findFault(certificate, now) === undefined;
  };
}

function loadAuthorities(files: readonly string[], surroundings: Environment): Authorities {
  return new Authorities(files.flatMap((file) => readCas(file, surroundings)));
}

function readCas(file: string, surroundings: Environment): readonly Certificate[] {
  const { name, bytes } = readAsked(file, surroundings);
  return parseCas(name, bytes);
}

/**
 * Reads the CAs of a file.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID for one that has none, or another certificate too
 */
export function parseCas(name: string, bytes: Uint8Array): readonly Certificate[] {
  const reading = parseCertificateFile(bytes);
  if (reading.kind === 'damaged') throw createDamagedFault(name, reading.reason);
  if (reading.kind !== 'contents') {
    const what = reading.kind === 'foreign' ? reading.file.what : 'a PKCS #12 file';
    throw createForeignFault(name, { what, remedy: PASS_CAS });
  }
  const { certificates } = reading.contents;
  if (certificates.length === 0)
    throw createForeignFault(name, { what: 'a private key without any certificate', remedy: PASS_CAS });
  for (const [index, certificate] of certificates.entries()) refuseOther(name, index, certificate);
  return certificates;
}

const PASS_CAS = 'Pass a PEM file with the certificates of the CAs to trust.';

function refuseOther(name: string, index: number, { isCa, keyUsage, subject }: Certificate): void {
  const which = `${name}, certificate ${index + 1} (${describeName(subject)}),`;
  if (!isCa) {
    throw new Fault('INPUT_INVALID', `${which} isn't a CA's certificate.`, {
      hint: 'Pass the certificate of the CA that issued it. For one of psd2 cert create, that is the file it prints as CA.',
    });
  }
  if (keyUsage.length === 0 || keyUsage.includes('keyCertSign')) return;
  throw new Fault('INPUT_INVALID', `${which} is a CA that must not sign certificates (keyUsage).`, {
    hint: 'Pass the certificate of the CA that issues the seals.',
  });
}

function readRegistry(file: string, surroundings: Environment) {
  const { name, bytes } = readAsked(file, surroundings);
  if (bytes.length > MAX_FILE_BYTES) {
    throw new Fault('INPUT_INVALID', `${name} is larger than ${MAX_FILE_BYTES} bytes.`, {
      hint: 'Keep only the TPPs that call this bank.',
    });
  }
  if (!isUtf8(bytes)) throw new Fault('INPUT_INVALID', `${name} isn't UTF-8 text.`, { hint: AS_SHOWN });
  const read = readTppRegistry(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  );
  if (read.ok) return read.registry;
  throw createRegistryFault(name, read.faults);
}

const AS_SHOWN = `Write it as JSON: ${REGISTRY_EXAMPLE}`;

const MOST_FAULTS = 10;

/** Creates the fault of a registry, with one line for each fault. */
export function createRegistryFault(name: string, faults: readonly RegistryFault[]): Fault {
  const lines = faults
    .slice(0, MOST_FAULTS)
    .map(({ place, text }) => `${[name, place].join(' ').trim()} ${text}.`);
  const more = faults.length - lines.length;
  if (more > 0) lines.push(`And ${more} more.`);
  return new Fault('INPUT_INVALID', lines.join('\n'), { hint: AS_SHOWN });
}
