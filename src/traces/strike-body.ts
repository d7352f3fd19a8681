import { STRUCK, showsMember } from './listed.ts';
import { strikeLink, strikeSecrets } from './strike-target.ts';

/** How a redactor shows the parts of JSON. */
export interface JsonMasks {
  /** @param name the member's; that of the array for its items */
  readonly leaf: (name: string, value: string | number | boolean) => unknown;
  /** Tells whether a member's name is shown. */
  readonly name: (name: string) => boolean;
}

/**
 * Strikes out every leaf of a JSON body that isn't listed.
 * @returns undefined for a body that isn't JSON
 * @see S10-traces
 */
export function strikeBody(body: Uint8Array): unknown {
  return redactBody(body, { leaf: strikeLeaf, name: isMemberName });
}

/** Masks the secrets of a body of the embedded bank, whose data is invented. @see C-verbose */
export function strikeSecretsOfBody(body: Uint8Array): unknown {
  return redactBody(body, { leaf: strikeSecretLeaf, name: () => true });
}

/** @returns undefined for a body that isn't JSON */
export function redactBody(body: Uint8Array, masks: JsonMasks): unknown {
  const value = parseBody(body);
  return value === undefined ? undefined : redactJson('', value, masks, 0);
}

/** @returns undefined for a body that isn't JSON */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Deeper than anything of the interface (S12-json-depth): what is below is struck out whole. */
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

/** A member that isn't named as those of the interface may be a value itself: its name is struck out as well. */
export function isMemberName(name: string): boolean {
  return /^_?[a-z][A-Za-z]{0,49}$/.test(name);
}

function strikeLeaf(name: string, value: string | number | boolean): unknown {
  if (name === 'href' && typeof value === 'string') return strikeLink(value);
  if (OPAQUE_IDS.has(name)) return OPAQUE_ID.test(String(value)) ? value : STRUCK;
  return showsMember(name, value) ? value : STRUCK;
}

/** With them a request speaks for a PSU. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['psuId', 'psuCorporateId', 'tppSessionId']);

function strikeSecretLeaf(name: string, value: string | number | boolean): unknown {
  if (SECRET_MEMBERS.has(name)) return STRUCK;
  return typeof value === 'string' ? strikeSecrets(value) : value;
}

/** Ids that say nothing of anybody; a psuId says whose it is. */
const OPAQUE_IDS: ReadonlySet<string> = new Set([
  'paymentId',
  'paymentIds',
  'payments',
  'basketId',
  'authorisationId',
  'authorisationIds',
  'transactionId',
  'transactionIds',
]);
const OPAQUE_ID = /^[A-Za-z0-9]{22}$/;
