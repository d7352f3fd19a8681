/**
 * The whole number nearest to a fraction; of two that are as near, the even one. The same below zero as above.
 * @param denominator above zero.
 * @see D4-conversion
 */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError(`denominator not above zero: ${denominator}`);
  const towardsZero = numerator / denominator;
  const rest = numerator % denominator;
  const twiceRest = 2n * (rest < 0n ? -rest : rest);
  const isOdd = towardsZero % 2n !== 0n;
  if (twiceRest < denominator || (twiceRest === denominator && !isOdd)) return towardsZero;
  return towardsZero + (numerator < 0n ? -1n : 1n);
}
