import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import { jsonFaultAt } from '../core/json-fault.ts';
import { MOST_FAULTS, type Place, type SeedDocument, type SeedFault } from './faults.ts';

export type Parsing =
  | { readonly ok: true; readonly document: SeedDocument }
  | { readonly ok: false; readonly faults: readonly SeedFault[] };

/** An error at an offset from 0. */
interface Wrong {
  readonly at: number;
  readonly message: string;
  readonly remedy: string;
}

/**
 * The limit of keys and values over all files: 20,000 listed transactions with every member have some 360,000.
 * @see S12-seed-values
 */
export const MOST_VALUES = 400_000;

/** 20,000 listed transactions with one member per line are some 360,000 lines. @see S12-seed-values */
const MOST_LINES = 500_000;

/**
 * A value has at most two marks of its own, such as a colon and a closing bracket; a small file may have more.
 * @see S12-seed-values
 */
const MOST_SPARE_MARKS = 1000;

/** No member of a seed file is deeper than ten. */
const MOST_DEPTH = 64;

const TOO_MANY = 'Seed the rest by itself, or put transactions into a transactionsFile.';

/** @see S12-seed-values */
export const TOO_MANY_OVER_ALL = {
  message: `With this file there are more than the ${MOST_VALUES} keys and values that seed files may have.`,
  remedy: TOO_MANY,
};

/**
 * Parses YAML 1.2 (and so JSON) by its core schema: one document without directives, tags, anchors, aliases and
 * repeated keys. Rejects a text that is too expensive to parse before parsing it.
 * @param file its name, for the places
 * @see S12-yaml, S12-seed-values, C-seed-checked
 */
export function parseSeed(text: string, file: string): Parsing {
  const checked = checkTokens(text);
  const early = typeof checked === 'number' ? findJsonFault(text, file) : checked;
  if (early !== undefined)
    return { ok: false, faults: [createPlaceFault(early, locateOffset(text, early.at, file))] };
  const lines = new LineCounter();
  const tree = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    // The library's check compares each key with all others of its map.
    uniqueKeys: false,
    prettyErrors: false,
    stringKeys: true,
    lineCounter: lines,
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const wrong = [...listSyntaxFaults(tree), ...findRepeatedKeys(tree)].sort(
    (left, right) => left.at - right.at,
  );
  if (wrong.length > 0) {
    const faults = wrong.slice(0, MOST_FAULTS).map((one) => createPlaceFault(one, placeAt(one.at)));
    return { ok: false, faults };
  }
  const document = {
    value: tree.toJS() as unknown,
    values: Number(checked),
    placeOf: (path: readonly PropertyKey[]) => placeAt(findOffset(tree, path)),
  };
  return { ok: true, document };
}

function createPlaceFault({ message, remedy }: Wrong, place: Place): SeedFault {
  return { place, path: '', message, remedy };
}

/** Computes the place of an offset in a text that isn't parsed. */
function locateOffset(text: string, offset: number, file: string): Place {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The lexer's token before a plain or block scalar, which has no characters in the text. */
const SCALAR = '\u001f';
/** Control tokens of the lexer, without characters in the text. */
const NO_TEXT: readonly string[] = ['\u0002', '\u0018', SCALAR];

/**
 * Counts what costs time and memory to parse: the lines of a text, then its tokens, up to the first that exceeds a
 * limit or isn't allowed.
 * @returns how many keys and values it has
 * @see S12-seed-values, S12-yaml
 */
function checkTokens(text: string): number | Wrong {
  const lines = text.split('\n', MOST_LINES + 1);
  if (lines.length > MOST_LINES) {
    const at = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0);
    const message = `This is one more than the ${MOST_LINES} lines that a seed file may have.`;
    return { at, message, remedy: TOO_MANY };
  }
  let [at, values, marks, depth, dashes, previous] = [0, 0, 0, 0, 0, ''];
  for (const token of new Lexer().lex(text)) {
    const first = previous === SCALAR ? '' : (token[0] ?? '');
    if (first === '[' || first === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    // Lists that open in one line: - - - a
    dashes = token === '-' ? dashes + 1 : first === '\n' ? 0 : dashes;
    // The preceding token identifies a plain scalar; a dash identifies an item of a list.
    if (token === '-' || (first !== '' && `"'|>[{${SCALAR}`.includes(first))) values += 1;
    else if (first !== '' && (':,?]}'.includes(token) || token === '---' || token === '...')) marks += 1;
    const fault = checkToken(first, token) ?? findTooMuch(values, marks, depth + dashes);
    if (fault !== undefined) return { at, message: fault[0], remedy: fault[1] };
    if (!NO_TEXT.includes(token)) at += token.length;
    previous = token;
  }
  return values;
}

type Words = readonly [message: string, remedy: string];

/** Rejects YAML syntax that a seed file must not have, because its meaning is hidden. */
function checkToken(first: string, token: string): Words | undefined {
  switch (first) {
    case '&':
    case '*':
      return [`Anchors and aliases (&name, *name) aren't allowed.`, 'Write the value out.'];
    case '!':
      return [`The tag ${token.slice(0, 40)} isn't allowed.`, 'Remove it, and put texts in quotes.'];
    case '%':
      return ["Directives (lines that begin with %) aren't allowed.", 'Remove the line.'];
    default:
      return undefined;
  }
}

function findTooMuch(values: number, marks: number, depth: number): Words | undefined {
  if (marks > 2 * values + MOST_SPARE_MARKS) {
    const what = 'colons, commas, brackets or ends of documents without a value';
    return [`Up to here are over ${MOST_SPARE_MARKS} ${what}.`, 'Remove them.'];
  }
  if (depth > MOST_DEPTH)
    return [
      `This is more than ${MOST_DEPTH} levels deep.`,
      'Put each thing under the member that it belongs to.',
    ];
  if (values <= MOST_VALUES) return undefined;
  return [`This is one more than the ${MOST_VALUES} keys and values that seed files may have.`, TOO_MANY];
}

/**
 * Finds where a file named .json stops being JSON. The YAML parser would report the same place in unsuitable words, and
 * would accept comments.
 * @see C-seed-json-file
 */
function findJsonFault(text: string, file: string): Wrong | undefined {
  if (!/\.json$/i.test(file)) return undefined;
  const json = text.replace(/^\ufeff/, '');
  try {
    JSON.parse(json);
    return undefined;
  } catch {
    const at = jsonFaultAt(json) + text.length - json.length;
    // A quote, or a word of letters.
    const word = /^[\p{L}\p{N}_]{1,20}/u.exec(text.slice(at, at + 40))?.[0];
    const shown = JSON.stringify(word ?? String.fromCodePoint(text.codePointAt(at) ?? 0));
    const what = at >= text.length ? 'it ends too early.' : `${shown} can't stand here.`;
    return { at, message: `This isn't JSON: ${what}`, remedy: 'Check commas, quotes and brackets here.' };
  }
}

/** Texts for the parser's codes. */
const SYNTAX: Readonly<Record<string, Words>> = {
  MULTIPLE_DOCS: ['A second document begins here.', 'Put it in a file of its own, and name both files.'],
  TAB_AS_INDENT: ['The indentation has a tab.', 'Indent with spaces.'],
  NON_STRING_KEY: ["The key isn't a text.", 'Put it in quotes.'],
};

function listSyntaxFaults({ errors, warnings }: Document): Wrong[] {
  // The parser reports its own RangeError as an error of syntax.
  if (errors.some(({ message }) => message.includes('call stack'))) {
    const remedy = 'Put each thing under the member that it belongs to.';
    return [{ at: 0, message: 'The file has too many levels.', remedy }];
  }
  // Later errors of the parser mostly follow from the first one.
  const faults = [...errors, ...warnings].filter(({ code }, place) => place === 0 || code in SYNTAX);
  return faults.map(({ code, message, pos }) => {
    const [what, remedy] = SYNTAX[code] ?? [
      `This isn't YAML: ${message.replace(/\.?$/, '.')}`,
      'Check indentation, colons and quotes here.',
    ];
    return { at: pos[0], message: what, remedy };
  });
}

function findRepeatedKeys(tree: Document): Wrong[] {
  const wrong: Wrong[] = [];
  visit(tree, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (seen.has(key.value))
          wrong.push({
            at,
            message: 'This key appears twice.',
            remedy: 'Keep one of them.',
          });
        seen.add(key.value);
      }
    },
  });
  return wrong;
}

/**
 * Finds the offset of a member's key, which is a better position than its value, or of an item; else of the enclosing
 * node.
 */
function findOffset({ contents }: Document, path: readonly PropertyKey[]): number {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const step of path) {
    const pair: Pair | undefined = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === step)
      : undefined;
    node = isSeq(node) ? node.items[Number(step)] : pair?.value;
    const shown = pair?.key ?? node;
    if (!isNode(shown)) break;
    offset = shown.range?.[0] ?? offset;
  }
  return offset;
}
