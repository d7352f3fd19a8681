import { Lexer } from 'yaml';

/** What of a file's text is too much, before anything is made of it. */
export interface TooMuch {
  /** Where it stands, from 0. */
  readonly at: number;
  readonly message: string;
  readonly remedy: string;
}

export type Weighed =
  | { readonly ok: true; readonly values: number }
  | { readonly ok: false; readonly fault: TooMuch };

/** Keys and values over all files: 20,000 listed transactions with all that they can have are some 360,000. @see S12-seed-values */
export const MOST_VALUES = 400_000;

/** Each anchor is looked for among all others, so the time that they take grows with their square. @see S12-yaml */
const MOST_ANCHORS = 100;

/** Tags aren't allowed; so many are told with their places. */
const MOST_TAGS = 100;

/** 20,000 listed transactions with a member a line are some 360,000 lines. @see S12-seed-values */
export const MOST_LINES = 500_000;

/** A value has at most two marks of its own, such as a colon and a closing bracket; a small file may have more. @see S12-seed-values */
const MOST_SPARE_MARKS = 1000;

/** No member of a seed file is deeper than ten. */
const MOST_DEPTH = 64;

/** Tokens by which the lexer tells what comes next, which stand nowhere in the text. */
const NO_TEXT: readonly string[] = ['\u0002', '\u0018', '\u001f'];

/**
 * Counts what a text has of what costs time and memory to parse: its lines, then its tokens, up to the first that is too
 * much.
 * @see S12-seed-values, S12-yaml
 */
export function weigh(text: string): Weighed {
  const line = lineBehindLimit(text);
  if (line !== undefined) return { ok: false, fault: { at: line, ...TOO_MANY_LINES } };
  let [at, values, marks, anchors, tags, depth, dashes] = [0, 0, 0, 0, 0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    const first = token[0] ?? '';
    if (first === '&') anchors += 1;
    if (first === '[' || first === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    // Lists that open in one line: - - - a
    dashes = token === '-' ? dashes + 1 : first === '\n' ? 0 : dashes;
    if (first === '!') tags += 1;
    if (isValue(token, first)) values += 1;
    else if (isMark(token, first)) marks += 1;
    const fault = tooMuch({ anchors, tags, depth: depth + dashes, values, marks });
    if (fault !== undefined) return { ok: false, fault: { at, ...fault } };
    if (!NO_TEXT.includes(token)) at += token.length;
  }
  return { ok: true, values };
}

/** A plain scalar is told by the token before it; an item of a list by its dash. */
function isValue(token: string, first: string): boolean {
  return token === '\u001f' || token === '-' || '"\'|>[{*'.includes(first);
}

/** Punctuation that holds values together, and what stands between documents: alone it says nothing. */
function isMark(token: string, first: string): boolean {
  return first === '%' || ':,?]}'.includes(token) || token === '---' || token === '...';
}

/** Where the first line over the limit begins. */
function lineBehindLimit(text: string): number | undefined {
  let at = 0;
  for (let lines = 1; lines <= MOST_LINES; lines += 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return undefined;
  }
  return at;
}

interface Counted {
  readonly anchors: number;
  readonly tags: number;
  readonly marks: number;
  readonly depth: number;
  readonly values: number;
}

function tooMuch({ anchors, tags, depth, values, marks }: Counted): Omit<TooMuch, 'at'> | undefined {
  if (anchors > MOST_ANCHORS)
    return {
      message: `There are more than ${MOST_ANCHORS} anchors (&name).`,
      remedy: 'Write the values out.',
    };
  if (tags > MOST_TAGS)
    return {
      message: `There are more than ${MOST_TAGS} tags (!name).`,
      remedy: 'Remove them, and put texts in quotes.',
    };
  if (marks > 2 * values + MOST_SPARE_MARKS)
    return {
      message: `Up to here are over ${MOST_SPARE_MARKS} colons, commas, brackets or ends of documents without a value.`,
      remedy: 'Remove them.',
    };
  if (depth > MOST_DEPTH)
    return {
      message: `This is more than ${MOST_DEPTH} levels deep.`,
      remedy: 'Put each thing under the member that it belongs to.',
    };
  return values > MOST_VALUES ? TOO_MANY_VALUES : undefined;
}

const REMEDY = 'Seed the rest by itself, or put transactions into a transactionsFile.';

const TOO_MANY_VALUES = {
  message: `This is one more than the ${MOST_VALUES} keys and values that seed files may have.`,
  remedy: REMEDY,
};

const TOO_MANY_LINES = {
  message: `This is one more than the ${MOST_LINES} lines that a seed file may have.`,
  remedy: REMEDY,
};

export const TOO_MANY_OVER_ALL = {
  message: `With this file there are more than the ${MOST_VALUES} keys and values that seed files may have.`,
  remedy: REMEDY,
};
