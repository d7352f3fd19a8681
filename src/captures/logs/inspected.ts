import { matchAt, textAt } from '../../core/scan.ts';
import { decodeEscapes } from '../octets.ts';
/** What Node prints that is no text, object or list: a number, `[Function: x]`, `[Object]`, `<Buffer …>`. */
export class Bare {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface InspectedObject {
  readonly [name: string]: Inspected;
}

export type Inspected = string | Bare | InspectedObject | readonly Inspected[];

interface InspectedText {
  readonly value: Inspected;
  /** Node cut a text off: `... 12 more characters`. */
  readonly isCut: boolean;
}

const LIMITS = { depth: 200 } as const;

/**
 * An object as Node prints it (util.inspect): names with or without quotes, texts in any quotes and over several lines
 * with `+`, `Object [AxiosHeaders] {`. Undefined where nothing of it stands at the place.
 */
export function readInspected(text: string, start: number): InspectedText | undefined {
  const reader = new Reader(text, start);
  const value = reader.value(0);
  return value === undefined ? undefined : { value, isCut: reader.isCut };
}

const BLANKS = /\s*/y;
const STRING = /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|`[^`\\]*(?:\\[\s\S][^`\\]*)*`/y;
const MORE = /\s*\.\.\. [0-9]+ more characters/y;
/** Between key and value of a Map, which are not looked at. */
const ARROW = /=>/y;
const PLUS = /\s*\+\s*(?=['"`])/y;
/** `<ref *1> ClientRequest {`, `Object [AxiosHeaders] {`, `[Object: null prototype] {`. */
const BRACE = /(?:<ref \*[0-9]+> )?(?:[A-Za-z_$][\w$.]{0,80}(?:\([0-9]+\))? |\[[\w$: ]{1,80}\] ){0,4}\{/y;
const BRACKET =
  /(?:[A-Za-z_$][\w$.]{0,80}\([0-9]+\) )?\[(?!(?:Function|class|Object|Array|Circular|Getter|Setter|Symbol|[A-Z]\w{1,80}\]))/y;
const NAME = /(?:([A-Za-z_$][\w$]{0,200})|\[([^\]\r\n]{1,200})\])\s*:/y;
/** Up to what ends it; brackets and angles of what Node shows in one are passed over. */
const BARE =
  /(?:\[[^[\]\r\n]{0,300}(?:\[[^[\]\r\n]{0,100}\][^[\]\r\n]{0,100})?\]|<[^<>\r\n]{0,400}>|[^,}\]\r\n[<])+/y;

class Reader {
  isCut = false;
  private readonly text: string;
  private position: number;

  constructor(text: string, start: number) {
    this.text = text;
    this.position = start;
  }

  value(depth: number): Inspected | undefined {
    this.take(BLANKS);
    if (depth > LIMITS.depth) return undefined;
    const string = this.string();
    if (string !== undefined) return string;
    if (this.take(BRACE) !== undefined) return this.object(depth);
    if (this.take(BRACKET) !== undefined) return this.list(depth);
    const bare = this.take(BARE);
    return bare === undefined ? undefined : new Bare(bare.trim());
  }

  private object(depth: number): InspectedObject | undefined {
    const members: [string, Inspected][] = [];
    for (;;) {
      this.take(BLANKS);
      if (this.skip('}')) return Object.fromEntries(members);
      const name = this.name();
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      if (name !== undefined) members.push([name, value]);
      this.take(BLANKS);
      if (this.take(ARROW) !== undefined && this.value(depth + 1) === undefined) return undefined;
      this.take(BLANKS);
      if (!this.skip(',') && this.text[this.position] !== '}') return undefined;
    }
  }

  private list(depth: number): readonly Inspected[] | undefined {
    const items: Inspected[] = [];
    for (;;) {
      this.take(BLANKS);
      if (this.skip(']')) return items;
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      this.take(BLANKS);
      if (!this.skip(',') && this.text[this.position] !== ']') return undefined;
    }
  }

  /** Undefined for what has none, as the entries of a Map. */
  private name(): string | undefined {
    const before = this.position;
    const quoted = this.take(STRING);
    if (quoted !== undefined) {
      this.take(BLANKS);
      if (this.skip(':')) return unescaped(quoted);
      this.position = before;
      return undefined;
    }
    const found = matchAt(NAME, this.text, this.position);
    if (found === undefined) return undefined;
    this.position += found[0].length;
    return found[1] ?? `[${found[2]}]`;
  }

  private string(): string | undefined {
    const first = this.take(STRING);
    if (first === undefined) return undefined;
    const pieces = [unescaped(first)];
    while (this.take(PLUS) !== undefined) pieces.push(unescaped(this.take(STRING) ?? "''"));
    if (this.take(MORE) !== undefined) this.isCut = true;
    return pieces.join('');
  }

  private skip(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  private take(pattern: RegExp): string | undefined {
    const found = textAt(pattern, this.text, this.position);
    if (found !== undefined) this.position += found.length;
    return found;
  }
}

function unescaped(quoted: string): string {
  return decodeEscapes(quoted.slice(1, -1));
}
