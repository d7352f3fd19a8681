import { parseJson } from '../core/json-object.ts';
import { type Header, normalizeTarget } from '../message.ts';
import { FINDING_CODES } from '../signing/findings.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT, INSTANT_ALIAS } from '../values/products.ts';
import { OPERATIONS, PAYMENT_SERVICES } from '../wire/operations.ts';
import { isHeaderListed, isKnownHeader, isMemberListed, isQueryListed, STRUCK } from './allow-list.ts';

/** Every fixed segment in a path of the interface. */
const WORDS: ReadonlySet<string> = new Set([
  ...OPERATIONS.flatMap(({ path }) => path.split('/')).filter((word) => word !== '' && !word.startsWith('{')),
  ...PAYMENT_SERVICES,
  ...[DOMESTIC, CROSS_BORDER, INSTANT, INSTANT_ALIAS],
]);

/** An opaque id of a bank of this interface. @see D1-ids */
const OPAQUE = /^([A-Za-z0-9]{22}|enc!![A-Za-z0-9+/_-]+=*)$/;

/**
 * Redacts a target: keeps the words of the interface and opaque ids; redacts everything else, including the secret of
 * an SCA's link.
 * @see S10-traces
 */
export function redactTarget(target: string): string {
  return redactSteps(target, redactStep);
}

function redactSteps(target: string, show: (step: string) => string): string {
  const [path = '', query] = normalizeTarget(target).split(/\?(.*)/s);
  const steps = path.split('/');
  const shown = steps.map((step, place) => (isSecret(steps, place) ? STRUCK : show(step)));
  return shown.join('/') + (query === undefined ? '' : `?${redactQuery(query)}`);
}

/**
 * Checks for the secret in `/sca/{authorisationId}/{secret}`: both together give access to the PSU's page.
 * @see S9-link-secret
 */
function isSecret(steps: readonly string[], place: number): boolean {
  return steps[place - 2] === 'sca';
}

function redactStep(step: string): string {
  return step === '' || WORDS.has(step) || OPAQUE.test(step) ? step : STRUCK;
}

export function redactQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split(/=(.*)/s);
      if (value === undefined) return STRUCK;
      return isQueryListed(name, value)
        ? pair
        : `${/^[a-z][A-Za-z-]{0,29}$/.test(name) ? name : STRUCK}=${STRUCK}`;
    })
    .join('&');
}

/** Redacts a link, keeping its path if it is one of the interface. Its origin is the bank's own, or is masked. */
export function redactLink(href: string): string {
  const [, origin = '', target] = LINK.exec(href) ?? [];
  return target === undefined ? STRUCK : origin + redactTarget(target);
}

const LINK = /^(https?:\/\/[^/?#@\s]+)?(\/.*)$/is;

/**
 * Masks only the secrets of a path or link: the secret of an SCA's link, and each value of the query that isn't listed,
 * because a redirect contains psu-id and tpp-session-id.
 */
export function redactLinkSecrets(link: string): string {
  const [, origin = '', target] = LINK.exec(link) ?? [];
  return target === undefined ? link : origin + redactSteps(target, (step) => step);
}

/** @see S10-traces */
export function redactHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => [
    isKnownHeader(name) ? name : STRUCK,
    redactHeader(name.toLowerCase(), value),
  ]);
}

/**
 * Redacts secrets; shows also headers that reveal nothing beside a shown body, and the invented customer.
 * @see C-verbose
 */
export function redactSecretHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => {
    const low = name.toLowerCase();
    return [name, low === 'digest' || low === 'x-psu-identity' ? value : redactHeader(low, value)];
  });
}

function redactHeader(name: string, value: string): string {
  if (isHeaderListed(name, value)) return value;
  if (name === 'location') return redactLink(value);
  if (name === 'digest') return redactDigest(value);
  if (name === 'signature') return redactSignature(value);
  if (name === 'psd2-findings') return redactFindings(value);
  return STRUCK;
}

/** Redacts a digest, against which accounts and amounts could be tried until one matches. @see S10-traces */
function redactDigest(value: string): string {
  const [, algorithm] = /^(SHA-256|SHA-512)=/i.exec(value) ?? [];
  return algorithm === undefined ? STRUCK : `${algorithm}=${STRUCK}`;
}

function redactFindings(value: string): string {
  const codes: readonly string[] = FINDING_CODES;
  return value
    .split(', ')
    .map((code) => (codes.includes(code) ? code : STRUCK))
    .join(', ');
}

/** Redacts a signature: keeps its method, removes the signer and the signature. */
function redactSignature(value: string): string {
  const shown = Object.entries(SIGNED_HOW).map(([name, form]) => {
    const [, given = ''] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(value) ?? [];
    return `${name}="${given === '' || form.test(given) ? given : STRUCK}"`;
  });
  return `keyId="${STRUCK}",${shown.join(',')},signature="${STRUCK}"`;
}

/** Algorithms by name; of headers only those that may be signed here. */
const SIGNED_HOW = {
  algorithm: /^(rsa-sha(1|256|384|512)|hs2019)$/i,
  headers:
    /^(?:(?:\(request-target\)|\(created\)|\(expires\)|host|date|digest|content-type|content-length|x-request-id|psu-id|psu-corporate-id|(?:tpp|aspsp)-[a-z-]{2,24})(?: |$))+$/i,
};

/** The masking of the parts of JSON. */
export interface JsonMasks {
  /** @param name the member's; that of the array for its items */
  readonly leaf: (name: string, value: string | number | boolean) => unknown;
  /** Returns whether a member's name is shown. */
  readonly name: (name: string) => boolean;
}

/**
 * Redacts every leaf of a JSON body that isn't listed.
 * @returns undefined for a body that isn't JSON
 * @see S10-traces
 */
export function strikeBody(body: Uint8Array): unknown {
  return redactBody(body, { leaf: redactLeaf, name: isMemberName });
}

/** Masks the secrets of a body of the embedded bank, whose data is invented. @see C-verbose */
export function redactBodySecrets(body: Uint8Array): unknown {
  return redactBody(body, { leaf: redactSecretLeaf, name: () => true });
}

/** @returns undefined for a body that isn't JSON */
export function redactBody(body: Uint8Array, masks: JsonMasks): unknown {
  const value = parseBody(body);
  return value === undefined ? undefined : redactJson('', value, masks, 0);
}

/** @returns undefined for a body that isn't JSON */
export function parseBody(body: Uint8Array): unknown {
  return parseJson(Buffer.from(body).toString('utf8'));
}

/** Deeper than anything of the interface (S12-json-depth): everything below is redacted whole. */
const MOST_DEEP = 32;

function redactJson(name: string, value: unknown, masks: JsonMasks, depth: number): unknown {
  if (value === null) return null;
  if (typeof value !== 'object') return masks.leaf(name, value as string | number | boolean);
  if (depth >= MOST_DEEP) return STRUCK;
  if (Array.isArray(value)) return value.map((item) => redactJson(name, item, masks, depth + 1));
  const members = Object.entries(value).map(([member, part], place) => [
    masks.name(member) ? member : `${STRUCK}${place}`,
    redactJson(member, part, masks, depth + 1),
  ]);
  return Object.fromEntries(members);
}

/** Checks a member's name: one unlike those of the interface may be a value itself, so its name is redacted as well. */
export function isMemberName(name: string): boolean {
  return /^_?[a-z][A-Za-z]{0,49}$/.test(name);
}

function redactLeaf(name: string, value: string | number | boolean): unknown {
  if (name === 'href' && typeof value === 'string') return redactLink(value);
  if (OPAQUE_IDS.has(name)) return OPAQUE_ID.test(String(value)) ? value : STRUCK;
  return isMemberListed(name, value) ? value : STRUCK;
}

/** Values with which a request acts for a PSU. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['psuId', 'psuCorporateId', 'tppSessionId']);

function redactSecretLeaf(name: string, value: string | number | boolean): unknown {
  if (SECRET_MEMBERS.has(name)) return STRUCK;
  return typeof value === 'string' ? redactLinkSecrets(value) : value;
}

/** Ids without personal data; a psuId identifies a person. */
const OPAQUE_IDS: ReadonlySet<string> = new Set(
  'paymentId paymentIds payments basketId authorisationId authorisationIds transactionId transactionIds'.split(
    ' ',
  ),
);
const OPAQUE_ID = /^[A-Za-z0-9]{22}$/;
