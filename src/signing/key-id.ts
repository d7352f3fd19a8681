import type { Certificate } from '../certificates/certificate.ts';
import { type NameStyle, renderName } from '../certificates/names.ts';
import { serialHex } from '../certificates/serial.ts';

/**
 * keyId: `SN=<serial>,CA=<issuer>`.
 * @see I-authentication-3-key-id
 * @see G1-key-id
 */

export interface KeyIdOptions {
  /** How the issuer is written; default `rfc2253`. */
  readonly style?: NameStyle;
  /** Whether the serial gets an even number of digits; default false, the fewest. */
  readonly evenSerial?: boolean;
}

export function writeKeyId(certificate: Certificate, options: KeyIdOptions = {}): string {
  const serial = serialHex(certificate.serial, options.evenSerial === true ? 'even' : 'minimal');
  return `SN=${serial},CA=${renderName(certificate.issuer, options.style ?? 'rfc2253')}`;
}

export type KeyIdFormatCause = 'order' | 'fingerprint';

/** A keyId in its two parts, as written. */
export type KeyIdReading =
  | { readonly ok: true; readonly serial: string; readonly issuer: string; readonly hasBlank: boolean }
  | { readonly ok: false; readonly cause?: KeyIdFormatCause };

const FORM = /^SN=([^,]*),( *)CA=(.+)$/s;
const SERIAL = /^(?:0[xX])?-?[0-9A-Fa-f](?:[-: ]?[0-9A-Fa-f])*$/;
const NAMED = '(?:(?:MD5|SHA-?(?:1|256))(?: Fingerprint)?[:=] ?|x5t(?:#S256)?[:=])?';
const HEX_FINGERPRINT = new RegExp(`^${NAMED}(?:[0-9A-F]{2}[: -]?){15,31}[0-9A-F]{2}$`, 'i');
const BASE64_FINGERPRINT = new RegExp(`^${NAMED}(?:[A-Za-z0-9+/_-]{27}=?|[A-Za-z0-9+/_-]{43}=?)$`, 'i');

export function readKeyId(keyId: string): KeyIdReading {
  const match = FORM.exec(keyId);
  const [, serial = '', blank = '', issuer = ''] = match ?? [];
  if (match !== null && serial.length <= MAX_SERIAL_CHARACTERS && SERIAL.test(serial)) {
    return { ok: true, serial, issuer, hasBlank: blank !== '' };
  }
  if (/^CA=/.test(keyId) && /,\s*SN=[^,]*$/.test(keyId.slice(-MAX_SERIAL_CHARACTERS)))
    return { ok: false, cause: 'order' };
  const isShort = keyId.length <= 128;
  const isFingerprint = isShort && (HEX_FINGERPRINT.test(keyId) || BASE64_FINGERPRINT.test(keyId));
  return isFingerprint ? { ok: false, cause: 'fingerprint' } : { ok: false };
}

/** Serials have at most 20 octets (RFC 5280 4.1.2.2); more is kept for colons, zeros and decimal digits. */
const MAX_SERIAL_CHARACTERS = 256;
