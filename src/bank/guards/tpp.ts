import { hash } from 'node:crypto';
import type { Certificate } from '../../certificates/certificate.ts';
import type { Op } from '../../store/contract.ts';
import { OTHERS_IDENTITY } from '../../wire/errors.ts';
import { isOfSandbox, undoesOthers } from '../../wire/operations.ts';
import { type Refusal, type Result, refuse } from '../answer.ts';
import { REQUEST_KEPT_MILLISECONDS } from '../domain/world.ts';
import type { RequestContext } from '../request-context.ts';
import {
  findIdentityKey,
  findMaker,
  findRequest,
  forgetMaker,
  forgetRequest,
  type IdentityKey,
  keepIdentityKey,
  keepMaker,
  keepRequest,
} from '../store/tables/tpps.ts';

/**
 * Refuses requests that a TPP may not send in a shared world. A world that is reachable from other machines is shared by
 * unrelated TPPs. No TPP can delete another's resources or use another's identity; the operator can do both at the
 * operator's port.
 * @see S11-shared-world
 */
export function* assertOwner(exchange: RequestContext): Op<Refusal | undefined> {
  const { settings, peer, route } = exchange;
  const { sharesWorld = false, ownsWorld = false, policy } = settings;
  if (!(sharesWorld || ownsWorld) || peer.operator || route.listener !== 'interface') return undefined;
  // A certificate issued by a trusted CA proves the identity, whatever its key.
  const refusal = policy === 'production' ? undefined : yield* refuseOtherKey(exchange);
  if (refusal !== undefined) return refusal;
  if (!sharesWorld || !undoesOthers(route)) return undefined;
  if (route.method !== 'DELETE') return FOR_OPERATOR;
  const maker = yield* findMaker(exchange.path);
  return maker === exchange.tpp ? undefined : NOT_THE_MAKER;
}

const OPERATOR_TEXT = "this test bank is shared, so only its operator can reset it, on the operator's port";
const FOR_OPERATOR = refuse(403, 'FORBIDDEN', OPERATOR_TEXT);

const OTHERS_TEXT =
  "this test bank is shared: only its creator can delete this, or the operator on the operator's port";

/** Also returned if nothing exists at the path, so that the response doesn't reveal other TPPs' resources. */
const NOT_THE_MAKER = refuse(403, 'FORBIDDEN', OTHERS_TEXT);

/**
 * Refuses a certificate whose organizationIdentifier belongs to another key. The first key with an
 * organizationIdentifier owns it, because a sandbox doesn't verify certificates. A certificate that chains to a
 * configured CA always passes, and the newest such certificate becomes the owner; keys that owned the identifier before
 * are then refused.
 */
function* refuseOtherKey({ tpp, verification, settings }: RequestContext): Op<Refusal | undefined> {
  const certificate = verification?.certificate;
  if (certificate?.organizationIdentifier !== tpp) return undefined;
  const owner = yield* findIdentityKey(tpp);
  const hash = hashKey(certificate);
  const isVouched = settings.vouchesFor?.(certificate) === true;
  if (isVouched && isNewer(certificate, owner))
    yield* keepIdentityKey(tpp, { hash, vouchedFrom: certificate.notBefore });
  else if (owner === undefined) yield* keepIdentityKey(tpp, { hash });
  if (isVouched || owner === undefined || owner.hash === hash) return undefined;
  const remedy = "use another organizationIdentifier, or ask the bank's operator to release this one";
  return refuse(403, 'FORBIDDEN', `${tpp} ${OTHERS_IDENTITY}: ${remedy}`, 'TPP-Signature-Certificate');
}

function isNewer({ notBefore }: Certificate, owner: IdentityKey | undefined): boolean {
  return owner?.vouchedFrom === undefined || notBefore > owner.vouchedFrom;
}

/** Caches the key hash of each certificate, because certificates recur. */
const hashes = new WeakMap<Certificate, string>();

function hashKey(certificate: Certificate): string {
  const known = hashes.get(certificate);
  if (known !== undefined) return known;
  const der = certificate.publicKey.export({ type: 'spki', format: 'der' });
  const made = hash('sha256', der, 'hex');
  hashes.set(certificate, made);
  return made;
}

/** Stores the TPP that created a sandbox resource, and removes it when the resource is deleted. */
export function* noteMaker({ settings, route, path, tpp }: RequestContext, result: Result): Op<void> {
  if (settings.sharesWorld !== true || !isOfSandbox(route)) return;
  const location = result.headers.find(([name]) => name === 'Location')?.[1];
  if (result.status === 201 && location !== undefined) {
    yield* keepMaker(location.slice(settings.basePath.length), tpp);
  } else if (route.method === 'DELETE' && result.status < 300) {
    yield* forgetMaker(path);
  }
}

/**
 * Finds the stored response to a repeated request.
 * @returns a 409 refusal if the X-Request-ID was used for another request
 * @see D3-request-id-products
 */
export function* findStoredResponse(exchange: RequestContext): Op<Result | Refusal | undefined> {
  const record = yield* findRequest(exchange.tpp, getRequestId(exchange));
  if (!record) return undefined;
  if (record.createdAt <= exchange.world.bankNow - REQUEST_KEPT_MILLISECONDS) {
    yield* forgetRequest(record);
    return undefined;
  }
  if (record.fingerprint !== hashRequest(exchange)) {
    const text = 'this X-Request-ID was used within 24 hours for another request: send a new one';
    return refuse(409, 'CONFLICT', text, 'X-Request-ID');
  }
  const { status, headers, body } = record;
  return { status, headers, body };
}

/** Stores a 2xx response in the transaction of its request. @see S1-request-record */
export function* storeResponse(exchange: RequestContext, result: Result): Op<void> {
  if (result.status < 200 || result.status > 299) return;
  const { tpp, world } = exchange;
  const key = { tpp, requestId: getRequestId(exchange), fingerprint: hashRequest(exchange) };
  yield* keepRequest({ ...key, createdAt: world.bankNow, ...result });
}

function getRequestId(exchange: RequestContext): string {
  return exchange.header('X-Request-ID') ?? '';
}

/**
 * Hashes method, path, query, body hash, PSU and session headers, and TPP-Redirect-URI with SHA-256.
 * @see S1-request-record
 */
function hashRequest(exchange: RequestContext): string {
  const { request, path, query } = exchange;
  const bodyHash = readVerifiedHash(exchange) ?? hash('sha256', request.body, 'base64');
  // None of them is repeated, because `checkRepeatedHeaders` refuses that.
  const headers = [...exchange.headers.index]
    .filter(([name]) => TELLING_HEADERS.test(name))
    .map(([name, [value]]) => ({ key: `${name},${value}`, header: [name, value] }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ header }) => header);
  const text = JSON.stringify([request.method, path, query.toString(), bodyHash, headers]);
  return hash('sha256', text, 'base64');
}

/** Returns the hash in a Digest that the signature check compared with the body. */
function readVerifiedHash(exchange: RequestContext): string | undefined {
  const isCompared = exchange.verification?.facts.digests.includes('SHA-256') === true;
  return isCompared ? WHOLE_DIGEST.exec(exchange.header('Digest') ?? '')?.[1] : undefined;
}

const WHOLE_DIGEST = /^SHA-256=([A-Za-z0-9+/]{43}=)$/;

const TELLING_HEADERS = /^(?:x-)?psu-|^tpp-session-id$|^tpp-redirect-uri$/;
