/** A character that systems behind the bank can't process. */
export interface Unprocessable {
  readonly codePoint: number;
  /** The position in the text, in code points from 1. */
  readonly position: number;
}

/** ’ “ ” – … € */
const SINGLE_CHARACTERS: ReadonlySet<number> = new Set([0x2019, 0x201c, 0x201d, 0x2013, 0x2026, 0x20ac]);

function isProcessable(codePoint: number): boolean {
  return (
    (codePoint >= 0x20 && codePoint <= 0x7e) ||
    (codePoint >= 0xa0 && codePoint <= 0x24f) ||
    SINGLE_CHARACTERS.has(codePoint)
  );
}

/**
 * Finds the first character of a text field that can't be processed, including a lone surrogate.
 * @see D2-processable-characters, D2-processable, D2-characters, I-unprocessable-character
 */
export function findFirstUnprocessable(text: string): Unprocessable | undefined {
  let position = 0;
  for (const character of text) {
    position += 1;
    const codePoint = character.codePointAt(0) as number;
    if (!isProcessable(codePoint)) return { codePoint, position };
  }
  return undefined;
}

/** Counts code points, the unit of length limits. @see D2-lengths */
export function countCodePoints(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Checks whether a text is blank: spaces, no-break spaces and soft hyphens. @see D2-blank */
export function isBlank(text: string): boolean {
  return /^[\s\u00ad]*$/u.test(text);
}

/** A typographic character and its plain replacement. */
export interface Typographic {
  /** `an em dash`. */
  readonly name: string;
  /** Empty: remove the character. */
  readonly instead: string;
}

const BLANK = ' ';

/** The code points and names of typographic characters, by their plain replacement. */
const BY_REPLACEMENT: Readonly<Record<string, string>> = {
  '-': `2010 a Unicode hyphen, 2011 a no-break hyphen, 2012 a figure dash, 2014 an em dash,
    2015 a horizontal bar, 2022 a bullet, 2043 a hyphen bullet, 2212 a minus sign`,
  "'": `2018 a left single quote, 201a a low single quote, 201b a reversed single quote, 2032 a prime,
    2039 a left angle quote, 203a a right angle quote`,
  '"': '201e a low double quote, 201f a reversed double quote, 2033 a double prime',
  [BLANK]: `9 a tab, a a line break, d a carriage return, 2002 an en space, 2003 an em space,
    2004 a third-em space, 2005 a quarter-em space, 2006 a sixth-em space, 2007 a figure space,
    2008 a punctuation space, 2009 a thin space, 200a a hair space, 2028 a line separator,
    2029 a paragraph separator, 202f a narrow no-break space, 205f a mathematical space,
    3000 an ideographic space`,
  '': `200b a zero-width space, 200c a zero-width non-joiner, 200d a zero-width joiner,
    200e a left-to-right mark, 200f a right-to-left mark, 2060 a word joiner,
    fe0f a variation selector, feff a byte order mark`,
  ...{ '/': '2044 a fraction slash', No: '2116 a numero sign', TM: '2122 a trade mark sign' },
  ...{ fi: 'fb01 a ligature', fl: 'fb02 a ligature' },
};

/**
 * Typographic characters that the bank can't process; it can process others, such as a no-break space and “ ” ’ –. @see
 * C-typographic
 */
export const TYPOGRAPHIC: ReadonlyMap<number, Typographic> = new Map(
  Object.entries(BY_REPLACEMENT).flatMap(([instead, list]) =>
    list.split(/,\s+/).map((row) => {
      const [code = '', ...name] = row.split(' ');
      return [Number.parseInt(code, 16), { name: name.join(' '), instead }] as const;
    }),
  ),
);

/**
 * Describes a character and its replacement; undefined if unknown.
 * @param before the character before it: an accent may stand apart from its letter
 */
export function describeRemedy(codePoint: number, before: string): string | undefined {
  const typographic = TYPOGRAPHIC.get(codePoint);
  if (typographic !== undefined) {
    const { name, instead } = typographic;
    if (instead === '') return `${name}; remove it`;
    return `${name}; write ${instead === BLANK ? 'a plain space' : instead} instead`;
  }
  const mark = String.fromCodePoint(codePoint);
  if (!/^\p{Mn}$/u.test(mark)) return undefined;
  const whole = (before + mark).normalize('NFC');
  const isTaken = [...whole].length === 1 && findFirstUnprocessable(whole) === undefined;
  return isTaken
    ? `an accent separate from its letter; write ${whole} as one character (NFC)`
    : 'an accent; remove it';
}
