import { randomBytes } from 'node:crypto';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Checks for a UUID of any version, in either case. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}

/** Returns 128 random bits in the format of a UUID; one of RFC 4122 would have 122. @see S8-random-ids */
export function freshId(): string {
  const hex = randomBytes(16).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
