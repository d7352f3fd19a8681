import { der, derInteger, derName, derOid } from './der-writer.ts';

/** What differs from a plain certificate; every field is DER. */
export interface CertificateParts {
  readonly spki: Uint8Array;
  readonly version?: Uint8Array;
  readonly serial?: Uint8Array;
  readonly issuer?: Uint8Array;
  readonly notBefore?: Uint8Array;
  readonly notAfter?: Uint8Array;
  readonly subject?: Uint8Array;
  /** Whole Extensions, each from `derExtension`. */
  readonly extensions?: readonly Uint8Array[];
}

const SHA256_WITH_RSA = der(0x30, derOid('1.2.840.113549.1.1.11'), der(0x05));

/** A certificate with an empty signature: good enough for every program that only reads it. */
export function derCertificate(parts: CertificateParts): Buffer {
  const extensions = parts.extensions ?? [];
  const signed = der(
    0x30,
    parts.version ?? der(0xa0, derInteger(2n)),
    parts.serial ?? derInteger(5n),
    SHA256_WITH_RSA,
    parts.issuer ?? derName([[['2.5.4.3', 0x0c, 'Issuer']]]),
    der(0x30, parts.notBefore ?? derUtcTime('250101000000Z'), parts.notAfter ?? derUtcTime('450101000000Z')),
    parts.subject ?? derName([[['2.5.4.3', 0x0c, 'Subject']]]),
    parts.spki,
    ...(extensions.length === 0 ? [] : [der(0xa3, der(0x30, ...extensions))]),
  );
  return der(0x30, signed, SHA256_WITH_RSA, der(0x03, Buffer.alloc(257)));
}

export function derUtcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}

export function derExtension(oid: string, value: Uint8Array, critical = false): Buffer {
  const flag = critical ? [der(0x01, Buffer.from([0xff]))] : [];
  return der(0x30, derOid(oid), ...flag, der(0x04, value));
}
