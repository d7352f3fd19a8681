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

/** No member of a seed file is deeper than ten. */
const MOST_DEPTH = 64;

/** Tokens by which the lexer tells what comes next, which stand nowhere in the text. */
const NO_TEXT: readonly string[] = ['\u0002', '\u0018', '\u001f'];

/**
 * Counts what a text has of what costs time and memory to parse, by its tokens alone.
 * @see S12-seed-values, S12-yaml
 */
export function weigh(text: string): Weighed {
  let [at, values, anchors, depth, dashes] = [0, 0, 0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    const first = token[0] ?? '';
    if (first === '&') anchors += 1;
    if (first === '[' || first === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    // Lists that open in one line: - - - a
    dashes = token === '-' ? dashes + 1 : first === '\n' ? 0 : dashes;
    if (isValue(token, first)) values += 1;
    const fault = tooMuch({ anchors, depth: depth + dashes, values });
    if (fault !== undefined) return { ok: false, fault: { at, ...fault } };
    if (!NO_TEXT.includes(token)) at += token.length;
  }
  return { ok: true, values };
}

/** A plain scalar is told by the token before it; an item of a list by its dash. */
function isValue(token: string, first: string): boolean {
  return token === '\u001f' || token === '-' || '"\'|>[{*'.includes(first);
}

interface Counted {
  readonly anchors: number;
  readonly depth: number;
  readonly values: number;
}

function tooMuch({ anchors, depth, values }: Counted): Omit<TooMuch, 'at'> | undefined {
  if (anchors > MOST_ANCHORS)
    return {
      message: `There are more than ${MOST_ANCHORS} anchors (&name).`,
      remedy: 'Write the values out.',
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

export const TOO_MANY_OVER_ALL = {
  message: `With this file there are more than the ${MOST_VALUES} keys and values that seed files may have.`,
  remedy: REMEDY,
};
