import { type Certificate, serialHex } from '../certificates/certificate.ts';
import { type NameStyle, renderName } from '../certificates/names.ts';

/**
 * keyId: `SN=<serial>,CA=<issuer>`.
 * @see I-authentication-3-key-id
 * @see G1-key-id
 */

/** What stands before the serial number and before the issuer. */
export interface KeyIdLabels {
  readonly serial: string;
  readonly issuer: string;
}

/** Those of this bank. */
export const KEY_ID_LABELS: KeyIdLabels = { serial: 'SN=', issuer: 'CA=' };

export interface KeyIdOptions {
  /** How the issuer is written; default `rfc2253`. */
  readonly style?: NameStyle;
  /** Whether the serial gets an even number of digits; default false, the fewest. */
  readonly evenSerial?: boolean;
  /** Default `SN=` and `CA=`. */
  readonly labels?: KeyIdLabels;
}

export function writeKeyId(certificate: Certificate, options: KeyIdOptions = {}): string {
  const { serial, issuer } = options.labels ?? KEY_ID_LABELS;
  const number = serialHex(certificate.serial, options.evenSerial === true ? 'even' : 'minimal');
  return `${serial}${number},${issuer}${renderName(certificate.issuer, options.style ?? 'rfc2253')}`;
}

/** A keyId in its two parts, as written. */
export interface KeyIdReading {
  readonly serial: string;
  readonly issuer: string;
  readonly hasBlank: boolean;
}

const AFTER_SERIAL = /^([^,]*),( *)/;
const SERIAL = /^(?:0[xX])?-?[0-9A-Fa-f](?:[-: ]?[0-9A-Fa-f])*$/;

/** @returns undefined for a text of another form */
export function readKeyId(keyId: string, labels: KeyIdLabels = KEY_ID_LABELS): KeyIdReading | undefined {
  if (!keyId.startsWith(labels.serial)) return undefined;
  const rest = keyId.slice(labels.serial.length);
  const [separator, serial = '', blank = ''] = AFTER_SERIAL.exec(rest) ?? [];
  const named = rest.slice(separator?.length ?? 0);
  if (separator === undefined || !named.startsWith(labels.issuer) || named.length === labels.issuer.length)
    return undefined;
  if (serial.length > MAX_SERIAL_CHARACTERS || !SERIAL.test(serial)) return undefined;
  return { serial, issuer: named.slice(labels.issuer.length), hasBlank: blank !== '' };
}

/** Serials have at most 20 octets (RFC 5280 4.1.2.2); more is kept for colons, zeros and decimal digits. */
export const MAX_SERIAL_CHARACTERS = 256;
