import { type KeyObject, sign as signBytes, verify as verifyBytes } from 'node:crypto';
import { type Certificate, isKeyOf } from '../certificates/certificate.ts';
import { encodeBase64 } from '../core/base64.ts';
import { Fault } from '../errors.ts';
import type { Header, HttpRequest } from '../message.ts';
import { type DigestAlgorithm, writeDigest } from './digest.ts';
import { type EncodedWordMode, writeHeaderText } from './encoded-word.ts';
import { writeHttpDate } from './http-date.ts';
import { type KeyIdOptions, writeKeyId } from './key-id.ts';
import { writeSignatureHeader } from './signature-header.ts';
import {
  buildSigningLine,
  buildSigningString,
  createHeaderIndex,
  encodeSigningString,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SigningLine,
} from './signing-string.ts';

/** The parts of a request that identify the signer, formatted once. */
interface SignerIdentity {
  readonly certificate: Certificate;
  readonly keyId: string;
  /** The Base64 of the DER on one line. */
  readonly certificateHeader: string;
}

/** A private key, with the parts of a request that come from its certificate. */
export interface Signer extends SignerIdentity {
  readonly privateKey: KeyObject;
}

/**
 * Prepares a signer.
 * @throws Fault INPUT_INVALID if the key isn't RSA or doesn't match the certificate.
 * @see S8-key-fits
 */
export function createSigner(
  privateKey: KeyObject,
  certificate: Certificate,
  options: KeyIdOptions = {},
): Signer {
  if (privateKey.type !== 'private' || privateKey.asymmetricKeyType !== 'rsa') {
    throw new Fault('INPUT_INVALID', "The signing key isn't an RSA private key.", {
      hint: "Use the seal certificate's RSA key.",
    });
  }
  if (!isKeyOf(privateKey, certificate)) {
    throw new Fault('INPUT_INVALID', "The private key doesn't match the certificate.", {
      hint: 'Use the key the certificate was issued for.',
    });
  }
  const keyId = writeKeyId(certificate, options);
  return { privateKey, certificate, keyId, certificateHeader: encodeBase64(certificate.der) };
}

/** The options that a profile can set. The defaults are those of G1-options. @see G1-profile-options */
export interface SignOptions {
  /** The value of Date if the request has none, in milliseconds since 1970. */
  readonly date: number;
  /** Default: `SHA-256`. */
  readonly digestAlgorithm?: DigestAlgorithm;
  /** True if a request without a body gets a Digest of zero bytes. */
  readonly emptyBodyDigest?: boolean;
  /** True if `(request-target)` is signed as the first line. */
  readonly requestTarget?: boolean;
  /** Default: `auto`. */
  readonly encodedWord?: EncodedWordMode;
}

export interface SignedRequest {
  readonly request: HttpRequest;
  readonly signingString: string;
}

/**
 * Signs a request. Keeps its headers in their order and appends the missing ones in this order: Date, Digest,
 * TPP-Signature-Certificate, and last Signature, which replaces an existing one.
 * @throws Fault INPUT_INVALID if a header value contains a line end or NUL.
 * @see I-authentication-3-signing
 * @see G1-headers-sent, G1-signed-headers, G1-http-signature, G1-http-message-signatures, G1-openssl
 */
export function sign(request: HttpRequest, signer: Signer, options: SignOptions): SignedRequest {
  const prepared = prepareRequest(request, signer, options);
  return attachSignature(prepared, signBytes('sha256', prepared.bytes, signer.privateKey));
}

/** Signs a request as `sign` does, with the signature computed on the thread pool. */
export function signAsync(
  request: HttpRequest,
  signer: Signer,
  options: SignOptions,
): Promise<SignedRequest> {
  const prepared = prepareRequest(request, signer, options);
  return new Promise((resolve, reject) => {
    signBytes('sha256', prepared.bytes, signer.privateKey, (error, signature) => {
      if (error === null) resolve(attachSignature(prepared, signature));
      else reject(error);
    });
  });
}

/** A request with all signed headers, and the bytes to sign. */
interface PreparedRequest {
  readonly request: HttpRequest;
  readonly signer: SignerIdentity;
  readonly headers: readonly Header[];
  readonly names: string;
  readonly signingString: string;
  readonly bytes: Buffer;
  readonly encodedWord: EncodedWordMode;
}

function prepareRequest(request: HttpRequest, signer: SignerIdentity, options: SignOptions): PreparedRequest {
  const headers = addHeaders(request, signer, options);
  const index = createHeaderIndex(headers);
  const message = { method: request.method, target: request.target, headers };
  const names = options.requestTarget === true ? [REQUEST_TARGET, ...SIGNED_HEADERS] : SIGNED_HEADERS;
  const lines = names
    .map((name) => buildSigningLine(message, index, name))
    .filter((line) => line !== undefined);
  refuseLineEnds(lines);
  const text = buildSigningString(lines);
  return {
    request,
    signer,
    headers,
    names: lines.map(({ name }) => name).join(' '),
    signingString: text,
    bytes: encodeSigningString(text),
    encodedWord: options.encodedWord ?? 'auto',
  };
}

function addHeaders(request: HttpRequest, signer: SignerIdentity, options: SignOptions): Header[] {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'signature');
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  if (!given.has('date')) headers.push(['Date', writeHttpDate(options.date)]);
  if (!given.has('digest') && needsDigest(request, options)) {
    headers.push(['Digest', writeDigest(request.body, options.digestAlgorithm)]);
  }
  if (!given.has('tpp-signature-certificate'))
    headers.push(['TPP-Signature-Certificate', signer.certificateHeader]);
  return headers;
}

/** Returns true if the request needs a Digest. @see G1-headers-sent */
export function needsDigest({ method, body }: HttpRequest, options: SignOptions): boolean {
  if (body.length === 0) return options.emptyBodyDigest === true;
  return method === 'POST' || method === 'PUT';
}

/** Rejects line ends in values: they would add a line to the signing string and a header to the request. */
export function refuseLineEnds(lines: readonly SigningLine[]): void {
  for (const { name, value } of lines) {
    if (!/[\r\n\0]/.test(value)) continue;
    throw new Fault('INPUT_INVALID', `The value of ${name} contains a line end or NUL and can't be sent.`, {
      hint: `Put ${name} on one line.`,
    });
  }
}

function attachSignature(prepared: PreparedRequest, signature: Buffer): SignedRequest {
  const value = writeSignatureHeader({
    keyId: prepared.signer.keyId,
    algorithm: 'rsa-sha256',
    headers: prepared.names,
    signature: signature.toString('base64'),
  });
  const headers: Header[] = [
    ...prepared.headers,
    ['Signature', writeHeaderText(value, prepared.encodedWord)],
  ];
  return { request: { ...prepared.request, headers }, signingString: prepared.signingString };
}

/** A signer whose key is outside this process: in a token, an HSM or a key service. */
export interface DistantSigner extends SignerIdentity {
  /** Signs the bytes with RSASSA-PKCS1-v1_5 and SHA-256. */
  readonly makeSignature: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** The name of the signer in messages. */
  readonly name: string;
}

/**
 * Prepares a signer whose key is outside this process.
 * @throws Fault INPUT_INVALID if the certificate has no RSA key
 */
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
 * Signs a request as `sign` does, with a remote signer. Rejects a signature that doesn't verify with the certificate.
 * @throws Fault INPUT_INVALID; whatever the signer throws
 * @see D13-signer
 */
export async function signWithRemoteSigner(
  request: HttpRequest,
  signer: DistantSigner,
  options: SignOptions,
): Promise<SignedRequest> {
  const prepared = prepareRequest(request, signer, options);
  const signature = Buffer.from(await signer.makeSignature(prepared.bytes));
  if (verifyBytes('sha256', prepared.bytes, signer.certificate.publicKey, signature)) {
    return attachSignature(prepared, signature);
  }
  const text = `The signature from ${signer.name} doesn't verify with the certificate. Nothing was sent.`;
  throw new Fault('INPUT_INVALID', text, {
    hint: "It must sign the exact bytes of its stdin with the certificate's key, using RSASSA-PKCS1-v1_5 with SHA-256.",
  });
}

/** The signed headers of a response, in order. */
const NAMES = 'date digest';
const NAMES_OF_ECHOED = 'date digest x-request-id';

/** The signed parts of a response besides its body. */
export interface SignedOfAnswer {
  /** The value of the response's Date header. */
  readonly date: string;
  /** The value of the response's X-Request-ID header; undefined if the response has none. */
  readonly requestId: string | undefined;
}

/**
 * Adds the bank's signature to the headers of a response: Digest, ASPSP-Signature-Certificate and Signature, over date,
 * digest and x-request-id. Omits x-request-id if the response doesn't echo one.
 * @param headers headers that already contain Date and X-Request-ID; three headers are appended
 * @see D10-response-signing
 */
export function signAnswer(
  headers: Header[],
  body: Uint8Array,
  { date, requestId }: SignedOfAnswer,
  signer: Signer,
): void {
  const digest = writeDigest(body);
  const lines: SigningLine[] = [
    { name: 'date', value: date },
    { name: 'digest', value: digest },
  ];
  if (requestId !== undefined) lines.push({ name: 'x-request-id', value: requestId });
  const signature = signBytes('sha256', encodeSigningString(buildSigningString(lines)), signer.privateKey);
  const value = writeSignatureHeader({
    keyId: signer.keyId,
    algorithm: 'rsa-sha256',
    headers: requestId === undefined ? NAMES : NAMES_OF_ECHOED,
    signature: signature.toString('base64'),
  });
  headers.push(
    ['Digest', digest],
    ['ASPSP-Signature-Certificate', signer.certificateHeader],
    ['Signature', writeHeaderText(value, 'auto')],
  );
}
