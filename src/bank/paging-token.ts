import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Position } from './store/ordered-list.ts';

/**
 * The content of a link's `page`: the positions of its page, and the state of the world at the first page.
 * @see D7-page-token
 */
export interface PageToken {
  readonly generation: bigint;
  /** The last sequence number of the world when the first page was read. */
  readonly watermark: bigint;
  /** The first and last date of the pending transactions. */
  readonly pendingDates: { readonly fromDate: string; readonly toDate: string };
  /** The position in each list of the response. */
  readonly booked?: Position;
  readonly pending?: Position;
}

const MAC_BYTES = 32;

/**
 * Serializes a token as base64url with an HMAC.
 * @param bound further values that the HMAC covers: the request's filters, TPP, PSU and account
 */
export function writePageToken(secret: string, token: PageToken, bound: readonly string[]): string {
  const said = Buffer.from(JSON.stringify(token, encodeBigint), 'utf8');
  return Buffer.concat([computeMac(secret, said, bound), said]).toString('base64url');
}

/**
 * Parses a token.
 * @returns undefined unless `writePageToken` created exactly this text with this secret for the same bound values
 */
export function readPageToken(secret: string, text: string, bound: readonly string[]): PageToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
  const said = bytes.subarray(MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), computeMac(secret, said, bound))) return undefined;
  return JSON.parse(said.toString('utf8'), decodeBigint) as PageToken;
}

function computeMac(secret: string, said: Buffer, bound: readonly string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(bound)).update('\n').update(said).digest();
}

/** Encodes a bigint as an object with its digits, because JSON has no bigint. */
function encodeBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { digits: String(value) } : value;
}

function decodeBigint(_: string, value: unknown): unknown {
  const { digits } = (value ?? {}) as { readonly digits?: string };
  return digits === undefined ? value : BigInt(digits);
}
