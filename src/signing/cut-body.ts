import { jsonFaultAt } from '../json-fault.ts';

/** JSON that ends in the middle. */
export interface CutBody {
  /** What closes its strings, objects and arrays: `"}}`. */
  readonly closers: string;
  /** How many bytes its text has beyond its UTF-16 units and its code points: what a length in characters lacks. */
  readonly extraBytes: readonly number[];
}

/** What a literal or an escape begins with. */
const BEGUN = /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|nu?l?|-|\\(?:u[0-9a-f]{0,3})?)$/i;
const MAX_BEGUN = 5;
const MAX_BYTES = 1024 * 1024;

/**
 * Tells a body that is the beginning of JSON; undefined for a complete one, and for one that is no JSON.
 * @see G4-cut-body
 */
export function readCutBody(body: Uint8Array): CutBody | undefined {
  if (body.length > MAX_BYTES) return undefined;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  if (!/^[\s\ufeff]{0,8}[{[]/.test(text)) return undefined;
  const json = text.replace(/^\ufeff/, '');
  const fault = jsonFaultAt(json);
  const rest = json.slice(fault);
  if (rest.length > MAX_BEGUN || (rest !== '' && !BEGUN.test(rest))) return undefined;
  const closers = closersIn(json);
  if (closers === '') return undefined;
  return { closers, extraBytes: [body.length - text.length, body.length - [...text].length] };
}

function closersIn(json: string): string {
  const open: string[] = [];
  let isInString = false;
  for (let place = 0; place < json.length; place += 1) {
    const character = json.charAt(place);
    if (isInString) {
      if (character === '\\') place += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']');
    else if (character === '}' || character === ']') open.pop();
  }
  return (isInString ? '"' : '') + open.reverse().join('');
}
