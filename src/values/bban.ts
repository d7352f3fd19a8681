const ELEVEN_DIGITS = /^[0-9]{11}$/;
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/** Whether a text has the form of a Norwegian bban; the sandbox asks no more of its own accounts. */
export function isElevenDigits(text: string): boolean {
  return ELEVEN_DIGITS.test(text);
}

/**
 * The check digit of the first ten digits of a Norwegian bban (mod 11).
 * @returns the eleventh digit, or undefined when no digit fits and the ten can begin no bban.
 * @throws RangeError unless given ten digits.
 * @see D4-bban
 */
export function bbanCheckDigit(firstTen: string): string | undefined {
  if (!/^[0-9]{10}$/.test(firstTen)) throw new RangeError('a bban begins with ten digits');
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(firstTen[place]), 0);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? undefined : String(digit);
}

/**
 * What is wrong with a Norwegian bban: words to follow the field's name, undefined when it is right.
 * @see D4-bban
 */
export function checkBban(text: string): string | undefined {
  if (!isElevenDigits(text)) return 'must be 11 digits without spaces or dots';
  if (text.startsWith('0000')) return "must begin with a bank code, and 0000 isn't one";
  if (bbanCheckDigit(text.slice(0, 10)) !== text[10]) {
    return 'has a wrong check digit: look for a wrong or swapped digit';
  }
  return undefined;
}
