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

type Row = readonly [codePoint: number, name: string, instead: string];

const DASHES: readonly Row[] = [
  [0x2010, 'a Unicode hyphen', '-'],
  [0x2011, 'a no-break hyphen', '-'],
  [0x2012, 'a figure dash', '-'],
  [0x2014, 'an em dash', '-'],
  [0x2015, 'a horizontal bar', '-'],
  [0x2022, 'a bullet', '-'],
  [0x2043, 'a hyphen bullet', '-'],
  [0x2212, 'a minus sign', '-'],
];

const QUOTES: readonly Row[] = [
  [0x2018, 'a left single quote', "'"],
  [0x201a, 'a low single quote', "'"],
  [0x201b, 'a reversed single quote', "'"],
  [0x201e, 'a low double quote', '"'],
  [0x201f, 'a reversed double quote', '"'],
  [0x2032, 'a prime', "'"],
  [0x2033, 'a double prime', '"'],
  [0x2039, 'a left angle quote', "'"],
  [0x203a, 'a right angle quote', "'"],
];

const BLANK = ' ';

const BLANKS: readonly Row[] = [
  [0x0009, 'a tab', BLANK],
  [0x000a, 'a line break', BLANK],
  [0x000d, 'a carriage return', BLANK],
  [0x2002, 'an en space', BLANK],
  [0x2003, 'an em space', BLANK],
  [0x2004, 'a third-em space', BLANK],
  [0x2005, 'a quarter-em space', BLANK],
  [0x2006, 'a sixth-em space', BLANK],
  [0x2007, 'a figure space', BLANK],
  [0x2008, 'a punctuation space', BLANK],
  [0x2009, 'a thin space', BLANK],
  [0x200a, 'a hair space', BLANK],
  [0x2028, 'a line separator', BLANK],
  [0x2029, 'a paragraph separator', BLANK],
  [0x202f, 'a narrow no-break space', BLANK],
  [0x205f, 'a mathematical space', BLANK],
  [0x3000, 'an ideographic space', BLANK],
];

const UNSEEN: readonly Row[] = [
  [0x200b, 'a zero-width space', ''],
  [0x200c, 'a zero-width non-joiner', ''],
  [0x200d, 'a zero-width joiner', ''],
  [0x200e, 'a left-to-right mark', ''],
  [0x200f, 'a right-to-left mark', ''],
  [0x2060, 'a word joiner', ''],
  [0xfe0f, 'a variation selector', ''],
  [0xfeff, 'a byte order mark', ''],
];

const SIGNS: readonly Row[] = [
  [0x2044, 'a fraction slash', '/'],
  [0x2116, 'a numero sign', 'No'],
  [0x2122, 'a trade mark sign', 'TM'],
  [0xfb01, 'a ligature', 'fi'],
  [0xfb02, 'a ligature', 'fl'],
];

/**
 * Typographic characters that the bank can't process; it can process others, such as a no-break space and “ ” ’ –.
 * @see C-typographic
 */
export const TYPOGRAPHIC: ReadonlyMap<number, Typographic> = new Map(
  [...DASHES, ...QUOTES, ...BLANKS, ...UNSEEN, ...SIGNS].map(([codePoint, name, instead]) => [
    codePoint,
    { name, instead },
  ]),
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
