import { isObject } from '../json-object.ts';
import { STRUCK, showsMember } from './listed.ts';
import { isLink, strikeLink, strikeSecrets } from './strike-target.ts';

/**
 * The JSON of a body with every leaf struck out that is not listed; undefined where it is no JSON.
 * @see S10-traces
 */
export function strikeBody(body: Uint8Array): unknown {
  return strikeJson(body, (value) => strikeValue('', value));
}

/** Masks the secrets of a body of the embedded bank, whose data is invented. @see C-verbose */
export function strikeSecretsOfBody(body: Uint8Array): unknown {
  return strikeJson(body, (value) => strikeSecretValue('', value));
}

function strikeJson(body: Uint8Array, strike: (value: unknown) => unknown): unknown {
  const text = Buffer.from(body).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return strike(value);
}

function strikeSecretValue(name: string, value: unknown, depth = 0): unknown {
  if (typeof value === 'object' && value !== null) {
    if (depth >= MOST_DEEP) return STRUCK;
    if (Array.isArray(value)) return value.map((item) => strikeSecretValue(name, item, depth + 1));
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, part]) => [key, strikeSecretValue(key, part, depth + 1)]));
  }
  if (SECRET_MEMBERS.has(name) && value !== null) return STRUCK;
  return typeof value === 'string' ? strikeSecrets(value) : value;
}

/** With them a request speaks for a PSU. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['psuId', 'psuCorporateId', 'tppSessionId']);

/** Deeper than anything of the interface (S12-json-depth): what is below is struck out whole. */
const MOST_DEEP = 32;

function strikeValue(name: string, value: unknown, depth = 0): unknown {
  if (depth >= MOST_DEEP && typeof value === 'object' && value !== null) return STRUCK;
  if (Array.isArray(value)) return value.map((item) => strikeValue(name, item, depth + 1));
  if (isLink(value)) return { ...strikeObject(value, depth), href: strikeLink(value.href) };
  if (isObject(value)) return strikeObject(value, depth);
  if (value === null) return null;
  const leaf = value as string | number | boolean;
  if (OPAQUE_IDS.has(name)) return OPAQUE_ID.test(String(leaf)) ? leaf : STRUCK;
  return showsMember(name, leaf) ? leaf : STRUCK;
}

/** A member that isn't named as those of the interface may be a value itself: its name is struck out as well. */
function strikeObject(value: object, depth: number): object {
  const entries = Object.entries(value).map(([name, member], place) => [
    MEMBER_NAME.test(name) ? name : `${STRUCK}${place}`,
    strikeValue(name, member, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

const MEMBER_NAME = /^_?[a-z][A-Za-z]{0,49}$/;

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
