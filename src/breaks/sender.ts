import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { derSequence, derTime } from '../certificates/issue/der-writer.ts';
import { OID } from '../certificates/oids.ts';
import { writeKeyId } from '../signing/key-id.ts';
import { operationAt } from '../wire/operations.ts';
import type { Needs, Plan, Subject } from './plan.ts';
import { readQcParts, writeQcStatements } from './qc-statements.ts';
import { type NewExtension, reissueCertificate } from './reissue.ts';

/** Who signs: key, certificate and what is written of them, right or wrong. */
export interface Sender {
  readonly privateKey: KeyObject;
  readonly keyId: string;
  /** Undefined for no header. */
  readonly certificateHeader: string | undefined;
}

export function senderOf(plan: Plan, needs: Needs, subject: Subject): Sender {
  const { certificate: given, certificateHeader, keyId, privateKey } = subject.signer;
  const holder = plan.holder?.() ?? privateKey;
  const certificate = reissue(plan, needs, subject, holder);
  const write = plan.certificateText ?? (certificate === given ? undefined : writeDer);
  return {
    privateKey: plan.key === 'another' ? anotherKey(holder) : holder,
    keyId: keyIdOf(plan, certificate, needs.issuerPart === true ? writeKeyId(certificate) : keyId),
    certificateHeader: write === undefined ? certificateHeader : write(certificate),
  };
}

function writeDer(certificate: Certificate): string {
  return Buffer.from(certificate.der).toString('base64');
}

/** @returns the signer's own certificate when nothing changes in it */
function reissue(plan: Plan, needs: Needs, subject: Subject, holder: KeyObject): Certificate {
  const { certificate, privateKey } = subject.signer;
  const extensions = new Map<string, NewExtension>(plan.usage?.extensions);
  if (plan.usage !== undefined || plan.statements !== undefined) {
    const { method, target } = subject.request;
    const needed = operationAt(method, target)?.roles ?? [];
    const parts = readQcParts(certificate, plan.usage?.qcType ?? OID.qcTypeSeal, needed);
    const value = (plan.statements ?? writeQcStatements)(parts);
    extensions.set(OID.qcStatements, { critical: false, value });
  }
  if (needs.extension !== undefined) extensions.set(...needs.extension(certificate));
  const term = plan.term?.(subject.options.date);
  const isUnchanged = term === undefined && needs.issuerPart !== true && holder === privateKey;
  if (isUnchanged && extensions.size === 0) return certificate;
  return reissueCertificate(certificate, {
    extensions,
    issuerPart: needs.issuerPart === true,
    ...(term && { validity: derSequence(derTime(term.notBefore), derTime(term.notAfter)) }),
    ...(holder !== privateKey && {
      publicKey: createPublicKey(holder).export({ type: 'spki', format: 'der' }),
    }),
  });
}

/** One RSA key for each length, since making one takes long. */
const OTHER_KEYS = new Map<number, KeyObject>();

/** A key of the same kind that belongs to no certificate. */
function anotherKey(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const modulusLength = key.asymmetricKeyDetails?.modulusLength ?? 2048;
  const other = OTHER_KEYS.get(modulusLength) ?? generateKeyPairSync('rsa', { modulusLength }).privateKey;
  OTHER_KEYS.set(modulusLength, other);
  return other;
}

/** What is not done wrong is written as the signer writes it. */
function keyIdOf(plan: Plan, certificate: Certificate, right: string): string {
  const [, serial = '', issuer = ''] = /^SN=([^,]*),CA=(.*)$/s.exec(right) ?? [];
  const parts = {
    serial: plan.serial?.(certificate) ?? serial,
    issuer: plan.issuer?.(certificate) ?? issuer,
    certificate,
  };
  if (plan.keyId !== undefined) return plan.keyId(parts);
  return `SN=${parts.serial}${plan.keyIdJoint ?? ','}CA=${parts.issuer}`;
}
