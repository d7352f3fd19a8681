import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Range,
  type Scalar,
  visit,
} from 'yaml';
import { jsonSyntaxFault } from './json-syntax.ts';
import type { Place, SeedFault } from './place.ts';
import { type TooMuch, weigh } from './token-limits.ts';
import { MOST_FAULTS } from './words.ts';

/** A seed file, parsed: what it says, and where it says it. */
export interface SeedDocument {
  readonly value: unknown;
  /** How many keys and values it has. */
  readonly values: number;
  /** Where a member stands; the nearest thing around it where there is no such member. */
  placeOf(path: readonly PropertyKey[]): Place;
}

export type Parsing =
  | { readonly ok: true; readonly document: SeedDocument }
  | { readonly ok: false; readonly faults: readonly SeedFault[] };

/** @see S12-yaml */
const MOST_ALIASES = 100;

/**
 * Reads YAML 1.2 (and so JSON) by its core schema: one document without directives, tags, merge keys and repeated keys.
 * What would cost too much is refused before it is parsed.
 * @param file its name, for the places
 * @see S12-yaml, S12-seed-values, C-seed-checked
 */
export function parseSeed(text: string, file: string): Parsing {
  const lines = new LineCounter();
  const weighed = weigh(text);
  const early = weighed.ok ? jsonSyntaxFault(text, file) : weighed.fault;
  if (early !== undefined) return { ok: false, faults: [placed(early, placeIn(text, early.at, file))] };
  const tree = parsed(text, lines);
  if (isTooDeep(tree)) return { ok: false, faults: [placed(TOO_DEEP, { file, line: 1, column: 1 })] };
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const wrong = [...syntaxFaults(tree), ...refusedWritings(tree)].sort((left, right) => left.at - right.at);
  if (wrong.length > 0) {
    return { ok: false, faults: wrong.slice(0, MOST_FAULTS).map((one) => placed(one, placeAt(one.at))) };
  }
  const value: unknown = tree.toJS({ maxAliasCount: -1 });
  const values = weighed.ok ? weighed.values : 0;
  return { ok: true, document: { value, values, placeOf: (path) => placeAt(offsetOf(tree, path)) } };
}

function parsed(text: string, lineCounter: LineCounter): Document {
  return parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    // Its own check compares each key with all others of its map.
    uniqueKeys: false,
    prettyErrors: false,
    stringKeys: true,
    lineCounter,
  });
}

/** The parser tells a RangeError of its own as one more error of syntax. */
function isTooDeep({ errors }: Document): boolean {
  return errors.some(({ message }) => message.includes('call stack'));
}

const TOO_DEEP = {
  message: 'The file has too many levels.',
  remedy: 'Put each thing under the member that it belongs to.',
};

function placed({ message, remedy }: Omit<Wrong, 'at'>, place: Place): SeedFault {
  return { place, path: '', message, remedy };
}

/** For a text that isn't parsed. */
function placeIn(text: string, offset: number, file: string): Place {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

type Wrong = TooMuch;

type Words = readonly [message: string, remedy: string];

/** What the parser's codes mean to who wrote the file. */
const SYNTAX: Readonly<Record<string, Words>> = {
  MULTIPLE_DOCS: ['A second document begins here.', 'Put it in a file of its own, and name both files.'],
  TAB_AS_INDENT: ['The indentation has a tab.', 'Indent with spaces.'],
  NON_STRING_KEY: ["The key isn't a text.", 'Put it in quotes.'],
};

function syntaxFaults({ errors, warnings }: Document): Wrong[] {
  // What else isn't YAML mostly follows from the first that isn't.
  const faults = [...errors, ...warnings].filter(({ code }, place) => place === 0 || code in SYNTAX);
  return faults.map(({ code, message, pos }) => {
    const [what, remedy] = SYNTAX[code] ?? [
      `This isn't YAML: ${message.replace(/\.?$/, '.')}`,
      'Check indentation, colons and quotes here.',
    ];
    return { at: pos[0], message: what, remedy };
  });
}

/** Writings of YAML that a seed file must not have: they say more than they show. */
function refusedWritings(tree: Document): Wrong[] {
  const wrong: Wrong[] = [];
  const refuse = (node: { range?: Range | null | undefined }, [message, remedy]: Words) =>
    wrong.push({ at: node.range?.[0] ?? 0, message, remedy });
  if (hasDirective(tree)) wrong.push({ at: 0, message: DIRECTIVE[0], remedy: DIRECTIVE[1] });
  const aliases: Alias[] = [];
  visit(tree, {
    Map: (_, { items }) => {
      for (const key of repeatedKeys(items)) refuse(key, REPEATED_KEY);
    },
    Value: (_, node) => {
      if (node.tag !== undefined)
        refuse(node, [`The tag ${node.tag} isn't allowed.`, 'Remove it, and put texts in quotes.']);
    },
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') refuse(key, MERGE_KEY);
    },
    Alias: (_, alias) => {
      aliases.push(alias);
    },
  });
  const [first] = aliases;
  // Each that is resolved costs a walk through the whole tree, so they are counted before.
  const isOver = aliases.length > MOST_ALIASES;
  const unknown = isOver ? [] : aliases.filter((alias) => alias.resolve(tree) === undefined);
  for (const { source, range } of unknown)
    refuse({ range }, [`Nothing is named &${source}.`, 'Write the value out.']);
  if (first === undefined || unknown.length > 0) return wrong;
  if (isOver || resolutions(tree.contents, tree, new Map()) > MOST_ALIASES) refuse(first, TOO_MANY_ALIASES);
  return wrong;
}

function repeatedKeys(items: readonly Pair[]): readonly Scalar[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    if (seen.has(key.value)) return [key];
    seen.add(key.value);
    return [];
  });
}

const REPEATED_KEY: Words = ['This key stands twice in the same place.', 'Keep one of them.'];
const DIRECTIVE: Words = ["Directives (lines that begin with %) aren't allowed.", 'Remove the line.'];
const MERGE_KEY: Words = ["Merge keys (<<) aren't allowed.", 'Write the members out.'];
const TOO_MANY_ALIASES: Words = [
  `There are more than ${MOST_ALIASES} aliases (*name).`,
  'Write the values out.',
];

function hasDirective({ directives }: Document): boolean {
  return (
    directives !== undefined && (directives.yaml.explicit === true || Object.keys(directives.tags).length > 1)
  );
}

/** How often an alias is resolved below a node: aliases within aliases count each time. */
function resolutions(node: unknown, tree: Document, known: Map<unknown, number>): number {
  const counted = known.get(node);
  if (counted !== undefined) return counted;
  // An alias within its own anchor never ends.
  known.set(node, MOST_ALIASES + 1);
  const below = isAlias(node)
    ? [node.resolve(tree)]
    : isMap(node)
      ? node.items.flatMap(({ key, value }) => [key, value])
      : isSeq(node)
        ? node.items
        : [];
  const count = below.reduce<number>(
    (sum, one) => sum + resolutions(one, tree, known),
    isAlias(node) ? 1 : 0,
  );
  known.set(node, count);
  return count;
}

function offsetOf(tree: Document, path: readonly PropertyKey[]): number {
  let node: unknown = tree.contents;
  let offset = 0;
  for (const step of [undefined, ...path]) {
    const found = step === undefined ? { value: node, key: undefined } : memberOf(node, step);
    if (found === undefined) break;
    node = isAlias(found.value) ? found.value.resolve(tree) : found.value;
    offset = (found.key ?? (found.value as Node | null))?.range?.[0] ?? offset;
  }
  return offset;
}

/** A member of a map with its key, which tells better where it is than its value does; an item of a list. */
function memberOf(
  node: unknown,
  step: PropertyKey,
): { readonly value: unknown; readonly key: Node | undefined } | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(step)];
    return value === undefined ? undefined : { value, key: undefined };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return pair === undefined
    ? undefined
    : { value: pair.value, key: isScalar(pair.key) ? pair.key : undefined };
}
