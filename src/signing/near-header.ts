import { nearest } from '../nearest.ts';
import { type HeaderIndex, SIGNED_HEADERS } from './signing-string.ts';

/** Headers that are near another in spelling and right by themselves. */
const KNOWN: ReadonlySet<string> = new Set([
  ...SIGNED_HEADERS,
  'x-request-id',
  'tpp-session-id',
  'tpp-redirect-preferred',
  'tpp-brand-logging-information',
  'tpp-explicit-authorisation-preferred',
  'tpp-rejection-nofunds-preferred',
  'psu-context',
  'psu-ip-address',
  'psu-ip-port',
  'psu-http-method',
  'psu-device-id',
  'psu-geo-location',
  'tpp-nok-redirect-uri',
  'tpp-signature-certificate',
  'aspsp-signature-certificate',
  'x-psu-identity',
  'x-accept-fix',
]);

/** Comparing takes the product of the lengths. */
const MAX_LENGTH = 60;
const MAX_NAMES = 100;

/**
 * Finds the header that was probably meant by a name that the request lacks.
 * @returns its name in lower case; undefined where none is near
 * @see G4-near-header
 */
export function nearHeader(name: string, index: HeaderIndex): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const sent = [...index.keys()].filter((one) => one.length <= MAX_LENGTH && !KNOWN.has(one));
  const wanted = name.toLowerCase();
  const prefixed = sent.find((one) => one === `x-${wanted}`);
  return prefixed ?? nearest(wanted, sent.slice(0, MAX_NAMES));
}

/** Words it as a sentence; undefined where no header is near. */
export function nearHeaderText(name: string, index: HeaderIndex): string | undefined {
  const near = nearHeader(name, index);
  return near === undefined ? undefined : `The request has ${near}, which may be a misspelling of ${name}.`;
}
