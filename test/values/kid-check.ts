import fc from 'fast-check';

/**
 * KID checked apart from the program: over the whole text, check character included, which must come to zero.
 * @see D4-kid-check
 */

export type Method = 'MOD10' | 'MOD11';

/** The digit sum of twice a digit. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

export function holds(text: string, method: Method): boolean {
  if (text.length < 2 || text.length > 25) return false;
  return method === 'MOD10' ? luhnHolds(text) : mod11Holds(text);
}

function luhnHolds(text: string): boolean {
  let sum = 0;
  for (let place = 0; place < text.length; place += 1) {
    const digit = '0123456789'.indexOf(text.charAt(place));
    if (digit < 0) return false;
    const fromEnd = text.length - 1 - place;
    sum += fromEnd % 2 === 1 ? DOUBLED[digit]! : digit;
  }
  return sum % 10 === 0;
}

/** The weights of 25 places, ending in that of the check character itself. */
const WEIGHTS = [...'765432765432765432765432', '1'].map(Number);

function mod11Holds(text: string): boolean {
  const weights = WEIGHTS.slice(-text.length);
  let sum = 0;
  for (const [place, weight] of weights.entries()) {
    const isLast = place === weights.length - 1;
    const value = (isLast ? '0123456789-' : '0123456789').indexOf(text.charAt(place));
    if (value < 0) return false;
    sum += value * weight;
  }
  return sum % 11 === 0;
}

/** Digits with the one character that makes them a KID, found by trying all. */
export function completed(digits: string, method: Method): string {
  const fitting = [...'0123456789-'].filter((character) => holds(digits + character, method));
  if (fitting.length !== 1) throw new Error(`${digits} has ${fitting.length} check characters of ${method}`);
  return digits + fitting[0];
}

/** A KID of one of these lengths. */
export function anyKid(method: Method, ...lengths: readonly number[]): fc.Arbitrary<string> {
  return fc
    .constantFrom(...lengths)
    .chain((length) => fc.array(fc.nat({ max: 9 }), { minLength: length - 1, maxLength: length - 1 }))
    .map((digits) => completed(digits.join(''), method));
}

const STRANGE = [...'-0123456789 .,/Oolæ٣０'];

/** What happens to a KID on its way: a place, another character, and one of the accidents. */
export function accident(kid: string): fc.Arbitrary<string> {
  const place = fc.nat({ max: kid.length - 1 });
  const cut = (at: number, removed: number, put: string) => kid.slice(0, at) + put + kid.slice(at + removed);
  return fc.oneof(
    fc.tuple(place, fc.constantFrom(...'0123456789')).map(([at, digit]) => cut(at, 1, digit)),
    fc.tuple(place, fc.constantFrom(...STRANGE)).map(([at, character]) => cut(at, 1, character)),
    fc.tuple(place, fc.constantFrom(...STRANGE)).map(([at, character]) => cut(at, 0, character)),
    place.map((at) => cut(at, 1, '')),
    place.map((at) => cut(at, 2, [...kid.slice(at, at + 2)].toReversed().join(''))),
    place.map((at) => cut(at, 0, kid.charAt(at))),
    fc.constant([...kid].toReversed().join('')),
    fc.constant(` ${kid}`),
    fc.constant(`${kid} `),
  );
}

/** Half of them as they were made, half after an accident, which some survive. */
export function validOrMutated(kids: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return kids.chain((kid) => fc.oneof(fc.constant(kid), accident(kid)));
}
