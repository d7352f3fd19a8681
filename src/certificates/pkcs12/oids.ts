/** Object identifiers of PKCS #12 and what it is made of. @see RFC 7292 appendix D, RFC 2315 */
export const PKCS12_OID = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  safeContentsBag: '1.2.840.113549.1.12.10.1.6',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
} as const;

/** Hashes of the seal over a file: their names in node:crypto and their sizes. */
export const MAC_HASHES: ReadonlyMap<string, { readonly hash: string; readonly bytes: number }> = new Map([
  ['1.2.840.113549.2.5', { hash: 'md5', bytes: 16 }],
  ['1.3.14.3.2.26', { hash: 'sha1', bytes: 20 }],
  ['2.16.840.1.101.3.4.2.4', { hash: 'sha224', bytes: 28 }],
  ['2.16.840.1.101.3.4.2.1', { hash: 'sha256', bytes: 32 }],
  ['2.16.840.1.101.3.4.2.2', { hash: 'sha384', bytes: 48 }],
  ['2.16.840.1.101.3.4.2.3', { hash: 'sha512', bytes: 64 }],
]);
