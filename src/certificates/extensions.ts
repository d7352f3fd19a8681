import type { Certificate } from './certificate.ts';
import { DerError, type DerNode, decodeDer, readDer, TAG } from './der.ts';
import { childrenOf, expectTag, readBitString, readBoolean, readOid } from './der-values.ts';
import { KEY_USAGE_BITS, OID } from './oids.ts';

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

/** What basicConstraints, keyUsage and extKeyUsage say. @throws DerError when one of them can't be read. */
export function readUsage(
  extensions: ReadonlyMap<string, Extension>,
): Pick<Certificate, 'isCa' | 'keyUsage' | 'extendedKeyUsage'> {
  return {
    isCa: readIsCa(extensions.get(OID.basicConstraints)),
    keyUsage: readKeyUsage(extensions.get(OID.keyUsage)),
    extendedKeyUsage: readExtendedKeyUsage(extensions.get(OID.extKeyUsage)),
  };
}

function readIsCa(extension: Extension | undefined): boolean {
  if (extension === undefined) return false;
  const [first] = childrenOf(decodeDer(extension.value), TAG.sequence, 'basicConstraints');
  return first?.tag === TAG.boolean && readBoolean(first, 'cA of basicConstraints');
}

function readKeyUsage(extension: Extension | undefined): Certificate['keyUsage'] {
  if (extension === undefined) return [];
  const { bytes } = readBitString(decodeDer(extension.value), 'keyUsage');
  return KEY_USAGE_BITS.filter((_, bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

function readExtendedKeyUsage(extension: Extension | undefined): string[] {
  if (extension === undefined) return [];
  const purposes = childrenOf(decodeDer(extension.value), TAG.sequence, 'extKeyUsage');
  return purposes.map((purpose) => readOid(purpose, 'a purpose of extKeyUsage'));
}

/** The subject's key identifier, absent when there is none. @throws DerError when it can't be read. */
export function readSubjectKeyIdentifier(
  extensions: ReadonlyMap<string, Extension>,
): Pick<Certificate, 'subjectKeyIdentifier'> {
  const extension = extensions.get(OID.subjectKeyIdentifier);
  if (extension === undefined) return {};
  const identifier = expectTag(decodeDer(extension.value), TAG.octetString, 'subjectKeyIdentifier');
  return { subjectKeyIdentifier: identifier.bytes };
}

/** authorityCertSerialNumber of AuthorityKeyIdentifier (RFC 5280 4.2.1.1). */
const AUTHORITY_SERIAL = 0x82;

/** Absent when the extension is, or does not say it: nothing that is checked depends on it. */
export function readAuthoritySerial(
  extensions: ReadonlyMap<string, Extension>,
): Pick<Certificate, 'authoritySerial'> {
  const extension = extensions.get(OID.authorityKeyIdentifier);
  const read = extension && readDer(extension.value);
  const number =
    read?.ok === true ? read.node.children.find(({ tag }) => tag === AUTHORITY_SERIAL) : undefined;
  const hex = Buffer.from(number?.bytes ?? []).toString('hex');
  return hex === '' ? {} : { authoritySerial: BigInt(`0x${hex}`) };
}
