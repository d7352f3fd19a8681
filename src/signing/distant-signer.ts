import { verify as verifyBytes } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { encodeBase64 } from '../core/base64.ts';
import { Fault } from '../errors.ts';
import type { HttpRequest } from '../message.ts';
import { type KeyIdOptions, writeKeyId } from './key-id.ts';
import { prepare, type Sealing, type SignedRequest, type SignOptions, seal } from './sign.ts';

/** A signer whose key is not in this process: in a token, an HSM, a key service. */
export interface DistantSigner extends Sealing {
  /** Signs the bytes: RSASSA-PKCS1-v1_5 with SHA-256. */
  readonly makeSignature: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** What it is called where a person has to look for it. */
  readonly name: string;
}

/** @throws Fault INPUT_INVALID when the certificate has no RSA key */
export function createDistantSigner(
  certificate: Certificate,
  { name, makeSignature }: Pick<DistantSigner, 'name' | 'makeSignature'>,
  options: KeyIdOptions = {},
): DistantSigner {
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') {
    throw new Fault('INPUT_INVALID', 'The signing certificate has no RSA key.', {
      hint: 'Get a certificate for an RSA key of 2048 bits or more.',
    });
  }
  const keyId = writeKeyId(certificate, options);
  return { certificate, keyId, certificateHeader: encodeBase64(certificate.der), name, makeSignature };
}

/**
 * As `sign`, by a signer elsewhere. A signature that the certificate does not verify leaves nobody.
 * @throws Fault INPUT_INVALID; whatever the signer throws
 * @see D13-signer
 */
export async function signElsewhere(
  request: HttpRequest,
  signer: DistantSigner,
  options: SignOptions,
): Promise<SignedRequest> {
  const prepared = prepare(request, signer, options);
  const signature = Buffer.from(await signer.makeSignature(prepared.bytes));
  if (verifyBytes('sha256', prepared.bytes, signer.certificate.publicKey, signature)) {
    return seal(prepared, signature);
  }
  const text = `The signature from ${signer.name} doesn't verify with the certificate. Nothing was sent.`;
  throw new Fault('INPUT_INVALID', text, {
    hint: "It must sign the exact bytes of its stdin with the certificate's key, using RSASSA-PKCS1-v1_5 with SHA-256.",
  });
}
