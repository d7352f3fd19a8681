/**
 * A serial number as keyId writes it: upper-case hexadecimal with as few digits as it takes, or, on request, an
 * even number of digits.
 * @see G1-serial
 */
export function serialHex(serial: bigint, digits: 'minimal' | 'even' = 'minimal'): string {
  const magnitude = (serial < 0n ? -serial : serial).toString(16).toUpperCase();
  const isPadded = digits === 'even' && magnitude.length % 2 === 1;
  return `${serial < 0n ? '-' : ''}${isPadded ? '0' : ''}${magnitude}`;
}

/** A serial number in decimal. */
export function serialDecimal(serial: bigint): string {
  return serial.toString();
}
