import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Position } from './store/ordered-list.ts';

/**
 * The content of a link's `page`: where its page starts, in the world of the first page.
 * @see D7-page-token
 */
export interface PageToken {
  readonly generation: bigint;
  /** The world's last number when the first page was read. */
  readonly watermark: bigint;
  /** First and last date of the pending transactions. */
  readonly pendingDates: { readonly fromDate: string; readonly toDate: string };
  /** Position in each list of the answer. */
  readonly booked?: Position;
  readonly pending?: Position;
}

const MAC_BYTES = 32;

/**
 * base64url of an HMAC, and of what it says.
 * @param bound what else it holds for: the request's filters, TPP, PSU, account
 */
export function writePageToken(secret: string, token: PageToken, bound: readonly string[]): string {
  const said = Buffer.from(JSON.stringify(token, encodeBigint), 'utf8');
  return Buffer.concat([computeMac(secret, said, bound), said]).toString('base64url');
}

/** Undefined for a text that `writePageToken` has not made with this secret for the same request, character by character. */
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

/** JSON has no bigint: one is an object of its digits. */
function encodeBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { digits: String(value) } : value;
}

function decodeBigint(_: string, value: unknown): unknown {
  const { digits } = (value ?? {}) as { readonly digits?: string };
  return digits === undefined ? value : BigInt(digits);
}
