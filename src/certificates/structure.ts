import { DerError, type DerNode, decodeDer, TAG } from './der.ts';
import { type BitString, childrenOf, expectTag, readBitString, readBoolean, readOid } from './der-values.ts';

/** One extension: its value is the DER inside the OCTET STRING. */
export interface Extension {
  readonly critical: boolean;
  readonly value: Uint8Array;
}

/**
 * Reads `[3] Extensions`, by object identifier; none when the field is absent.
 * @throws DerError when it is built otherwise, or when one comes twice (RFC 5280 4.2).
 */
export function readExtensions(node: DerNode | undefined): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>();
  if (node === undefined) return extensions;
  const [list, ...rest] = node.children;
  if (rest.length > 0) throw new DerError('the extensions are more than one list');
  for (const child of childrenOf(list, TAG.sequence, 'the extensions')) {
    const fields = childrenOf(child, TAG.sequence, 'an extension');
    const oid = readOid(fields[0], 'the name of an extension');
    const hasCritical = fields[1]?.tag === TAG.boolean;
    const critical = hasCritical && readBoolean(fields[1], `critical of extension ${oid}`);
    const value = expectTag(
      fields[hasCritical ? 2 : 1],
      TAG.octetString,
      `the value of extension ${oid}`,
    ).bytes;
    if (fields.length > (hasCritical ? 3 : 2)) throw new DerError(`extension ${oid} has a field too many`);
    if (extensions.has(oid)) throw new DerError(`extension ${oid} appears twice`);
    extensions.set(oid, { critical, value });
  }
  return extensions;
}

/** A certificate opened into its fields, which aren't read yet (RFC 5280 4.1). */
export interface CertificateStructure {
  /** What is signed. */
  readonly signed: DerNode;
  /** AlgorithmIdentifier of the signature, as the issuer signed it and as the signed part says. */
  readonly algorithm: DerNode;
  readonly innerAlgorithm: DerNode;
  readonly signature: BitString;
  /** `[0]`; absent in version 1. */
  readonly version: DerNode | undefined;
  readonly serial: DerNode | undefined;
  readonly issuer: DerNode | undefined;
  readonly validity: DerNode | undefined;
  readonly subject: DerNode | undefined;
  readonly publicKey: DerNode | undefined;
  readonly extensions: ReadonlyMap<string, Extension>;
}

const VERSION = 0xa0;
/** Two unique identifiers, long out of use, may stand before the extensions. */
const OPTIONAL: readonly number[] = [0x81, 0x82, 0xa3];

/** @throws DerError when the bytes are built otherwise. */
export function openCertificate(der: Uint8Array): CertificateStructure {
  const [signed, algorithm, signature, ...rest] = childrenOf(decodeDer(der), TAG.sequence, 'the certificate');
  const fields = childrenOf(signed, TAG.sequence, 'the signed part of the certificate');
  if (rest.length > 0) throw new DerError('the certificate has a field too many');
  const version = fields[0]?.tag === VERSION ? fields[0] : undefined;
  const [serial, inner, issuer, validity, subject, publicKey, ...optional] = fields.slice(
    version === undefined ? 0 : 1,
  );
  let last = -1;
  for (const { tag } of optional) {
    const place = OPTIONAL.indexOf(tag);
    if (place <= last)
      throw new DerError(`the signed part has a field with tag 0x${tag.toString(16)} too many`);
    last = place;
  }
  return {
    ...{ version, serial, issuer, validity, subject, publicKey },
    signed: expectTag(signed, TAG.sequence, 'the signed part of the certificate'),
    algorithm: expectTag(algorithm, TAG.sequence, 'the signature algorithm'),
    innerAlgorithm: expectTag(inner, TAG.sequence, 'the signature algorithm in the signed part'),
    signature: readBitString(signature, 'the signature of the certificate'),
    extensions: readExtensions(optional.find(({ tag }) => tag === OPTIONAL.at(-1))),
  };
}
