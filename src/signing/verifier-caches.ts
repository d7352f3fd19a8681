import type { Certificate } from '../certificates/certificate.ts';
import { type CertificateHeaderReading, readCertificateHeader } from './certificate-header.ts';
import type { KeyIdLabels } from './key-id.ts';
import { compareKeyId, type KeyIdComparison } from './key-id-compare.ts';

const MAX_ENTRIES = 256;
/** Longer values are rare and not worth their memory. */
const MAX_CHARACTERS = 16 * 1024;

/**
 * What a verifier keeps between requests of one bank: readings that depend on the text alone. It changes no result.
 */
export class VerifierCaches {
  private readonly certificates = new Map<string, CertificateHeaderReading>();
  private readonly keyIds = new WeakMap<Certificate, Map<string, KeyIdComparison>>();

  readCertificate(value: string): CertificateHeaderReading {
    return remember(this.certificates, value, () => readCertificateHeader(value));
  }

  compareKeyId(
    keyId: string,
    certificate: Certificate,
    authorities: readonly Certificate[],
    labels: KeyIdLabels,
  ): KeyIdComparison {
    if (authorities.length > 0) return compareKeyId(keyId, certificate, authorities, labels);
    let known = this.keyIds.get(certificate);
    if (known === undefined) {
      known = new Map();
      this.keyIds.set(certificate, known);
    }
    return remember(known, keyId, () => compareKeyId(keyId, certificate, [], labels));
  }
}

function remember<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const value = read();
  if (key.length > MAX_CHARACTERS) return value;
  if (known.size >= MAX_ENTRIES) known.delete(known.keys().next().value ?? '');
  known.set(key, value);
  return value;
}
