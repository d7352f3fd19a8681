import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Certificate } from './certificate.ts';
import { isSignedBy } from './issued-signature.ts';

/** The certificates of a file, put in order. */
export interface Chain {
  readonly leaf: Certificate;
  /** The leaf, its issuer, and so on as far as the file goes; the last may be a root. */
  readonly path: readonly Certificate[];
  /** Certificates that have no part in it. */
  readonly strays: readonly Certificate[];
  /** Whether they stood in this order. */
  readonly isInOrder: boolean;
}

/**
 * Finds the leaf among certificates in any order, and its chain: by names, and by the signature where names are the
 * same. The leaf is the one whose private key is there, else one that issued no other and is no CA.
 * @param keys private keys that stand beside the certificates
 * @see A-chain-any-order
 */
export function arrangeChain(
  certificates: readonly Certificate[],
  keys: readonly KeyObject[] = [],
): Chain | undefined {
  const leaf = findLeaf(certificates, keys);
  if (leaf === undefined) return undefined;
  const path = [leaf];
  for (let last: Certificate | undefined = leaf; last !== undefined && path.length < LONGEST; ) {
    last = issuerOf(
      last,
      certificates.filter((one) => !path.includes(one)),
    );
    if (last !== undefined) path.push(last);
  }
  const strays = certificates.filter(
    (one) => !path.includes(one) && !path.some((known) => isSame(known, one)),
  );
  const isInOrder = path.every((one, place) => certificates[place] === one);
  return { leaf, path, strays, isInOrder };
}

/** Whether a private key is the certificate's. */
export function isKeyOf(key: KeyObject, certificate: Certificate): boolean {
  return createPublicKey(key).equals(certificate.publicKey);
}

function findLeaf(certificates: readonly Certificate[], keys: readonly KeyObject[]): Certificate | undefined {
  const owned = certificates.find((one) => keys.some((key) => isKeyOf(key, one)));
  if (owned !== undefined) return owned;
  const last = certificates.filter(
    (one) => !certificates.some((other) => !isSame(other, one) && isNamedIssuer(other, one)),
  );
  return (
    last.find(({ isCa }) => !isCa) ?? certificates.find(({ isCa }) => !isCa) ?? last[0] ?? certificates[0]
  );
}

/** Chains have two to four certificates; the bounds keep the number of signatures to check small. */
const LONGEST = 8;
const MOST_OF_ONE_NAME = 8;

/** Names first: a signature takes a thousand times as long to check. */
function issuerOf(certificate: Certificate, others: readonly Certificate[]): Certificate | undefined {
  return others
    .filter((one) => isNamedIssuer(certificate, one) && !isSame(certificate, one))
    .slice(0, MOST_OF_ONE_NAME)
    .find((one) => isSignedBy(certificate, one));
}

function isNamedIssuer(certificate: Certificate, issuer: Certificate): boolean {
  return Buffer.compare(certificate.issuerDer, issuer.subjectDer) === 0;
}

function isSame(one: Certificate, other: Certificate): boolean {
  return Buffer.compare(one.der, other.der) === 0;
}
