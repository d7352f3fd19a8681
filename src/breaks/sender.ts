import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { OID } from '../certificates/oids.ts';
import { writePem } from '../certificates/pem.ts';
import { writeKeyId } from '../signing/key-id.ts';
import { operationAt } from '../wire/operations.ts';
import type { Needs, Plan, Subject } from './plan.ts';
import { authorityExtensions, qcStatements, webExtensions } from './qc-statements.ts';
import { anotherKey, type Change, type NewExtension, spareKey, ThrowAwayAuthority } from './throw-away.ts';

/** Who signs: key, certificate and what is written of them, right or wrong. */
export interface Sender {
  readonly privateKey: KeyObject;
  readonly keyId: string;
  /** Undefined for no header. */
  readonly certificateHeader: string | undefined;
}

export function senderOf(plan: Plan, needs: Needs, subject: Subject): Sender {
  const authority = new ThrowAwayAuthority();
  const holder = holderKey(plan, subject.signer.privateKey);
  const change = changeOf(plan, needs, subject, holder, authority);
  const { certificate: given, certificateHeader, keyId } = subject.signer;
  const certificate = change === undefined ? given : authority.reissue(given, change);
  const written = plan.certificateText ?? (change && (({ der }: { der: Buffer }) => der.toString('base64')));
  return {
    privateKey: plan.key === 'another' ? anotherKey(holder) : holder,
    keyId: keyIdOf(plan, certificate, needs.issuerPart === true ? writeKeyId(certificate) : keyId),
    certificateHeader:
      written === undefined
        ? certificateHeader
        : written({
            der: Buffer.from(certificate.der),
            pem: writePem({ label: 'CERTIFICATE', der: certificate.der }),
            authority: () => authority.certificateFor(certificate),
            request: () => authority.requestFor(certificate),
            publicKey: certificate.publicKey.export({ type: 'spki', format: 'der' }),
          }),
  };
}

function holderKey({ holder }: Plan, signerKey: KeyObject): KeyObject {
  if (holder === 'elliptic') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  return holder === 'short' ? spareKey('short', 1024) : signerKey;
}

const EXTENSIONS = { 'web-sites': webExtensions, authority: authorityExtensions };

/** What the certificate is issued anew with; undefined when it stays as it is. */
function changeOf(
  plan: Plan,
  needs: Needs,
  { signer: { certificate }, request, options }: Subject,
  holder: KeyObject,
  authority: ThrowAwayAuthority,
): Change | undefined {
  const { usage, statements, roles, roleList, roleName, ncaId, stringTag } = plan;
  const extensions = new Map<string, NewExtension>(usage === undefined ? [] : EXTENSIONS[usage]());
  if ([usage, statements, roles, roleList, roleName, ncaId, stringTag].some((step) => step !== undefined)) {
    extensions.set(
      OID.qcStatements,
      qcStatements(certificate, plan, operationAt(request.method, request.target)?.roles ?? []),
    );
  }
  if (needs.authoritySerial === true) {
    extensions.set(OID.authorityKeyIdentifier, authority.keyIdentifierFor(certificate));
  }
  const isHeldByOther = plan.holder !== undefined;
  if (extensions.size === 0 && plan.term === undefined && needs.issuerPart !== true && !isHeldByOther)
    return undefined;
  return {
    extensions,
    issuerPart: needs.issuerPart === true,
    ...(plan.term && { term: plan.term(options.date) }),
    ...(isHeldByOther && { holder: createPublicKey(holder).export({ type: 'spki', format: 'der' }) }),
  };
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
