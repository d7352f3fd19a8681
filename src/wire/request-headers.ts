import * as z from 'zod/mini';
import { isUuid } from '../core/uuid.ts';
import { countCodePoints } from '../values/text.ts';
import { ACCEPT_FIX_NAMES } from './accept-fix.ts';

/** A request header of the interface and the format of its value. */
export interface HeaderFormat {
  readonly name: string;
  readonly holds: (value: string) => boolean;
  /** Completes "must be …". */
  readonly expected: string;
  /** Returns the probable intent of an invalid value. */
  readonly hintOf?: (value: string) => string | undefined;
}

/** @see D3-session-id */
const VISIBLE_ASCII = /^[\x21-\x7e]{1,100}$/;
/** The standard uses `;`, the interface `,`. @see D3-geo-location */
const GEO = /^GEO:(-?\d{1,2}(?:\.\d+)?)[,;](-?\d{1,3}(?:\.\d+)?)$/;
const SCHEME = /^([a-z][a-z0-9+.-]*):\S+$/i;
/** Schemes that run scripts, show other content, or start programs. @see D3-redirect-uri */
const FORBIDDEN_SCHEME =
  /^(?:javascript|data|file|blob|vbscript|view-source|feed|intent|ms-.*|wyciwyg|filesystem|about)$/;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** @see D3-brand-length */
const BRAND_LIMIT = 140;
const PORT_LIMIT = 65535;

const ipv6 = z.ipv6();

/** @see D3-national-number */
function ofNationalNumber(value: string): string | undefined {
  return /^[0-9]{11}$/.test(value)
    ? 'put a national identity number or D-number in X-PSU-IDENTITY'
    : undefined;
}

/** @see D3-redirect-uri */
function ofForbiddenScheme(value: string): string | undefined {
  const scheme = SCHEME.exec(value)?.[1]?.toLowerCase();
  return scheme !== undefined && FORBIDDEN_SCHEME.test(scheme) ? `${scheme} isn't supported` : undefined;
}

/**
 * Decodes a header's octets as UTF-8 if they are valid UTF-8, else as ISO-8859-1.
 * @see I-authentication-3-encoded-word
 */
export function headerText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[^\0-\u00ff]/.test(value)) return value;
  const octets = Uint8Array.from(value, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return value;
  }
}

function isBoolean(value: string): boolean {
  return value === 'true' || value === 'false';
}

/** Checks whether an X-Request-ID may be echoed (S12-echo); it needn't be a UUID. @see D3-published */
export function isRequestId(value: string): boolean {
  return VISIBLE_ASCII.test(value);
}

/** Checks for an absolute http(s) URI or an app's own scheme, without fragment. */
export function isRedirectUri(value: string): boolean {
  const scheme = SCHEME.exec(value)?.[1]?.toLowerCase();
  if (!scheme || FORBIDDEN_SCHEME.test(scheme) || value.includes('#') || !/^[\x21-\x7e]+$/.test(value))
    return false;
  if (scheme !== 'http' && scheme !== 'https') return true;
  return /^https?:\/\/[^/?]/i.test(value) && URL.canParse(value);
}

function isGeoLocation(value: string): boolean {
  const [, latitude, longitude] = GEO.exec(value) ?? [];
  return latitude !== undefined && Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180;
}

/**
 * Every header whose value has a format, in the order of the checks.
 * @see D3-request-id-format, I-headers
 */
export const HEADER_FORMATS: readonly HeaderFormat[] = [
  { name: 'X-Request-ID', holds: isRequestId, expected: '1 to 100 visible ASCII characters' },
  { name: 'TPP-Session-ID', holds: isRequestId, expected: '1 to 100 visible ASCII characters' },
  {
    name: 'TPP-Redirect-URI',
    holds: isRedirectUri,
    expected: "an absolute http(s) URI or an app's own scheme, without fragment",
    hintOf: ofForbiddenScheme,
  },
  { name: 'TPP-Redirect-Preferred', holds: isBoolean, expected: 'true or false' },
  {
    name: 'TPP-Brand-Logging-Information',
    holds: (value) => countCodePoints(headerText(value)) <= BRAND_LIMIT,
    expected: `at most ${BRAND_LIMIT} characters`,
  },
  { name: 'TPP-Explicit-Authorisation-Preferred', holds: isBoolean, expected: 'true or false' },
  { name: 'TPP-Rejection-NoFunds-Preferred', holds: isBoolean, expected: 'true or false' },
  { name: 'PSU-ID', holds: isUuid, expected: 'a UUID', hintOf: ofNationalNumber },
  {
    name: 'PSU-Context',
    holds: (value) => value === 'PRIVATE' || value === 'CORPORATE',
    expected: 'PRIVATE or CORPORATE',
  },
  {
    name: 'PSU-IP-Address',
    holds: (value) => z.regexes.ipv4.test(value) || z.safeParse(ipv6, value).success,
    expected: 'an IPv4 or IPv6 address',
  },
  {
    name: 'PSU-IP-Port',
    holds: (value) => /^\d{1,5}$/.test(value) && Number(value) <= PORT_LIMIT,
    expected: 'a number from 0 to 65535',
  },
  {
    name: 'PSU-HTTP-Method',
    holds: (value) => METHODS.includes(value),
    expected: `one of ${METHODS.join(' ')}`,
  },
  { name: 'PSU-Device-ID', holds: isUuid, expected: 'a UUID' },
  { name: 'PSU-Geo-Location', holds: isGeoLocation, expected: 'GEO:<latitude>,<longitude>' },
];

/** The values of headers that have no format. */
const OTHER_VALUES: Readonly<Record<string, string>> = {
  'x-accept-fix': `names separated by commas, or nothing: ${ACCEPT_FIX_NAMES.join(', ')}`,
  'X-PSU-IDENTITY': 'a national identity number or D-number',
};

/** Returns the values that a header may have, as in "must be …"; undefined if there is no rule. @see D3-header-values */
export function describeHeaderValues(name: string): string | undefined {
  return OTHER_VALUES[name] ?? HEADER_FORMATS.find((format) => format.name === name)?.expected;
}
