import { isAt, matchAt, textAt } from '../../core/scan.ts';
import { holdTo } from '../unreadable.ts';
import { type Entry, holdToSize, type JsValue, type Program, readArguments, readValue } from './literals.ts';
import { scanQuoted, skipBlanks, templateEnd } from './strings.ts';

/** A call that sends a request. */
export interface SendingCall {
  /** `fetch`, `axios`, `axios.post`. */
  readonly name: string;
  readonly given: readonly JsValue[];
}

const PLAIN = /[^"'`/A-Za-z_$]+/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const CALL =
  /(?:(?:window|globalThis|self)\.)?(fetch|axios(?:\.(?:get|delete|head|options|post|put|patch|request))?)\s{0,99}(?:<[\w\s,.[\]]{0,99}>)?\(/y;
const DECLARATION =
  /(?:const|let|var)\s{1,99}([A-Za-z_$][\w$]*)(?:\s{0,99}:\s{0,9}[\w<>[\]., ]{1,99})?\s{0,99}=(?!=)\s{0,9999}/y;
/** What begins a value that may be plain. */
const VALUE = /["'`{[0-9(-]|JSON\b|new\b|true\b|false\b|null\b/y;
const CHANGE =
  /([A-Za-z_$][\w$]*)(?:\[\s{0,9}(["'])([^"'\n]{1,200})\2\s{0,9}\]|\.([A-Za-z_$][\w$]*))?\s{0,99}(\+?=)(?![=>])\s{0,99}/y;
const ADDITION = /([A-Za-z_$][\w$]*)\.(?:append|set)\s{0,9}\(/y;

interface Reading extends Program {
  readonly constants: Map<string, JsValue>;
  readonly calls: SendingCall[];
  /** Of each kind of quote, up to where none closes it. */
  readonly unclosedUntil: Map<string, number>;
  /** How much was read as a value, turned out to be none, and is gone through again. */
  readAgain: number;
}

const MOST_READ_AGAIN = 1024 * 1024;

/**
 * The calls of fetch and axios in program text, in their order, with what its constants say there.
 * @see C-verify-fetch
 */
export function readCalls(text: string): SendingCall[] {
  const reading: Reading = { text, constants: new Map(), calls: [], unclosedUntil: new Map(), readAgain: 0 };
  let position = skipBlanks(text, 0);
  while (position < text.length) {
    const end = skipBlanks(text, position);
    position = end > position ? end : takeNext(reading, position);
    holdTo('requests', reading.calls.length);
  }
  return reading.calls;
}

function takeNext(reading: Reading, position: number): number {
  const { text } = reading;
  const character = text[position] ?? '';
  if (character === '"' || character === "'") return behindQuote(reading, position, character);
  if (character === '`') return templateEnd(text, position);
  const word = textAt(WORD, text, position);
  if (word === undefined) return position + (textAt(PLAIN, text, position)?.length ?? 1);
  const isMember = text[position - 1] === '.';
  const end = isMember ? undefined : (takeCall(reading, position) ?? takeConstant(reading, position));
  return end ?? position + word.length;
}

/** An apostrophe of prose, or a quote in a regular expression, closes nothing and opens nothing. */
function behindQuote({ text, unclosedUntil }: Reading, position: number, quote: string): number {
  if (position < (unclosedUntil.get(quote) ?? 0)) return position + 1;
  const { end, isClosed } = scanQuoted(text, position);
  if (isClosed) return end;
  unclosedUntil.set(quote, end);
  return position + 1;
}

function takeCall(reading: Reading, start: number): number | undefined {
  const [call, name] = matchAt(CALL, reading.text, start) ?? [];
  if (call === undefined || name === undefined) return undefined;
  const { given, end } = readArguments(reading, start + call.length);
  reading.calls.push({ name, given });
  return end;
}

/** A declaration; or what is done to one that is known: set anew, an entry set or added. */
function takeConstant(reading: Reading, start: number): number | undefined {
  const { text, constants } = reading;
  const [declaration, declared = ''] = matchAt(DECLARATION, text, start) ?? [];
  if (declaration !== undefined) return setValue(reading, declared, start + declaration.length);
  const [addition, table = ''] = matchAt(ADDITION, text, start) ?? [];
  if (addition !== undefined && constants.has(table)) {
    const { given, end } = readArguments(reading, start + addition.length);
    const [name, value] = given;
    if (name?.kind === 'plain' && value !== undefined) addEntry(reading, table, [String(name.value), value]);
    return end;
  }
  const [change, name = '', , quoted, member, operator] = matchAt(CHANGE, text, start) ?? [];
  if (change === undefined || !constants.has(name)) return undefined;
  const from = start + change.length;
  const key = quoted ?? member;
  if (key === undefined || operator === '+=') {
    constants.delete(name);
    return operator === '=' ? setValue(reading, name, from) : from;
  }
  const { value, end } = readValue(reading, from);
  addEntry(reading, name, [key, value]);
  return Math.max(end, from);
}

function setValue(reading: Reading, name: string, from: number): number {
  reading.constants.delete(name);
  if (!isAt(VALUE, reading.text, from) || reading.readAgain > MOST_READ_AGAIN) return from;
  const { value, end } = readValue(reading, from);
  reading.readAgain += value.kind === 'unknown' ? end - from : 0;
  if (value.kind === 'unknown') return from;
  reading.constants.set(name, value);
  return end;
}

function addEntry({ constants, text }: Reading, name: string, entry: Entry): void {
  const table = constants.get(name);
  if (table?.kind !== 'object') return;
  holdTo('requests', table.entries.length);
  const entries = [...table.entries.filter(([one]) => one !== entry[0]), entry];
  const changed: JsValue = { ...table, entries };
  holdToSize(changed, text);
  constants.set(name, changed);
}
