export const INT32_MIN = -(2 ** 31);
export const INT32_MAX = 2 ** 31 - 1;

/** Checks whether a value is a signed 32-bit integer. @see I-sandbox-int32 */
export function isInt32(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= INT32_MIN && (value as number) <= INT32_MAX;
}

/** Limits a value to int32. */
export function limitToInt32(value: bigint): number {
  if (value < BigInt(INT32_MIN)) return INT32_MIN;
  return value > BigInt(INT32_MAX) ? INT32_MAX : Number(value);
}
