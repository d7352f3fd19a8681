/** Text that represents octets, one character each, as header values and targets do. */

/** Checks whether every character represents one octet. */
export function isOctets(text: string): boolean {
  return !/[\u0100-\uffff]/.test(text);
}

/**
 * Trims the white space of RFC 9110 §5.6.3 and line ends, and nothing else: a no-break space belongs to the value, and
 * the octet A0 ends letters of UTF-8.
 */
export function trimBlanks(text: string): string {
  return trimCharacters(text, ' \t\r\n');
}

/** Trims single characters, without regular expressions, which are slow for many of them that aren't at the end. */
export function trimCharacters(text: string, characters: string): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Decodes `%20` and the like as UTF-8. */
export function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** Decodes `%20` and the like as octets. */
export function decodePercentOctets(text: string): string {
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
