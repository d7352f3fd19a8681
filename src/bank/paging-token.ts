import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Place, Position } from './store/ordered-list.ts';

/** What the `page` of a link says: where its page starts, in the world of the first page. @see D7-page-token */
export interface PageToken {
  readonly generation: bigint;
  /** The world's last number when the first page was read. */
  readonly watermark: bigint;
  /** First and last date of the pending transactions. */
  readonly pendingDates: { readonly fromDate: string; readonly toDate: string };
  /** Of each list that the answer has. */
  readonly booked?: Position;
  readonly pending?: Position;
}

const MAC_BYTES = 32;

/**
 * base64url of an HMAC, and of what it says.
 * @param bound what else it holds for: the request's filters, TPP, PSU, account
 */
export function writePageToken(secret: string, token: PageToken, bound: readonly string[]): string {
  const said = Buffer.from(JSON.stringify(packed(token)), 'utf8');
  return Buffer.concat([macOf(secret, said, bound), said]).toString('base64url');
}

/** Undefined for a text that `writePageToken` has not made with this secret for the same request, character by character. */
export function readPageToken(secret: string, text: string, bound: readonly string[]): PageToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
  const said = bytes.subarray(MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(secret, said, bound))) return undefined;
  return unpacked(JSON.parse(said.toString('utf8')) as Packed);
}

function macOf(secret: string, said: Buffer, bound: readonly string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(bound)).update('\n').update(said).digest();
}

type PackedPosition = readonly [count: number, order: string, date: string, id: string, sequence: string];
type Packed = readonly [
  generation: string,
  watermark: string,
  booked: PackedPosition | null,
  pending: PackedPosition | null,
  pendingFrom: string,
  pendingTo: string,
];

function packed({ generation, watermark, booked, pending, pendingDates }: PageToken): Packed {
  const { fromDate, toDate } = pendingDates;
  return [
    String(generation),
    String(watermark),
    packedPosition(booked),
    packedPosition(pending),
    fromDate,
    toDate,
  ];
}

const NO_PLACE: Place = { order: -1n, date: '', id: '', sequence: 0n };

function packedPosition(position: Position | undefined): PackedPosition | null {
  if (!position) return null;
  const { order, date, id, sequence } = position.place ?? NO_PLACE;
  return [position.count, String(order), date, id, String(sequence)];
}

function unpacked([generation, watermark, booked, pending, fromDate, toDate]: Packed): PageToken {
  return {
    generation: BigInt(generation),
    watermark: BigInt(watermark),
    pendingDates: { fromDate, toDate },
    ...(booked && { booked: unpackedPosition(booked) }),
    ...(pending && { pending: unpackedPosition(pending) }),
  };
}

function unpackedPosition([count, order, date, id, sequence]: PackedPosition): Position {
  if (count === 0) return { count };
  return { count, place: { order: BigInt(order), date, id, sequence: BigInt(sequence) } };
}
