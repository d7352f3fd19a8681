import type { Outcome } from './program.ts';

/**
 * A transcript: commands of the built program, run in order in one home that has nothing but keys at first, each
 * with what it is given and what it answers. test/transcripts/README.md tells the format.
 */
export type Item = Prose | FreshHome | GivenFile | ShownBalances | Step;

/** A comment or an empty line. */
interface Prose {
  readonly kind: 'prose';
  readonly lines: readonly string[];
}

/** The home has no keys either. */
interface FreshHome {
  readonly kind: 'fresh';
  readonly lines: readonly string[];
}

/** A file of the working folder. */
interface GivenFile {
  readonly kind: 'file';
  readonly lines: readonly string[];
  readonly name: string;
  readonly contents: string;
}

/** The bank's books at this place. */
interface ShownBalances {
  readonly kind: 'balances';
  readonly lines: readonly string[];
}

export interface Step {
  readonly kind: 'step';
  /** Its command and stdin, as written. */
  readonly lines: readonly string[];
  /** 1 for the first line of the transcript. */
  readonly place: number;
  readonly command: string;
  readonly stdin: string;
  readonly expected: Outcome;
}

const NO_NEWLINE = '\\ no newline at the end';

/** @throws Error at the first line that is not of the format */
export function readTranscript(text: string): Item[] {
  const lines = new Lines(text.split('\n').slice(0, -1));
  const items: Item[] = [];
  while (!lines.atEnd) items.push(readItem(lines));
  return items;
}

function readItem(lines: Lines): Item {
  const start = lines.place;
  const line = lines.take();
  if (line === '' || line.startsWith('#')) return { kind: 'prose', lines: [line] };
  if (line === 'fresh home:') return { kind: 'fresh', lines: [line] };
  if (line === 'balances:') {
    lines.block();
    return { kind: 'balances', lines: [line] };
  }
  const name = /^file (\S+):$/.exec(line)?.[1];
  if (name !== undefined) {
    return { kind: 'file', name, contents: lines.block(), lines: lines.since(start) };
  }
  if (!line.startsWith('$ ')) throw new Error(`line ${start + 1} is nothing that a transcript has: ${line}`);
  let command = line.slice(2);
  while (command.endsWith('\\')) command = command.slice(0, -1) + lines.take().trimStart();
  const stdin = lines.blockNamed('stdin');
  const written = lines.since(start);
  const expected = {
    stdout: lines.blockNamed('stdout'),
    stderr: lines.blockNamed('stderr'),
    code: lines.code(),
  };
  return { kind: 'step', command, stdin, lines: written, place: start + 1, expected };
}

/** The lines of a transcript, taken one after the other. */
class Lines {
  place = 0;
  readonly #lines: readonly string[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  get atEnd(): boolean {
    return this.place >= this.#lines.length;
  }

  take(): string {
    const line = this.#lines[this.place] ?? '';
    this.place += 1;
    return line;
  }

  since(start: number): string[] {
    return this.#lines.slice(start, this.place);
  }

  blockNamed(name: string): string {
    if (this.#lines[this.place] !== `${name}:`) return '';
    this.place += 1;
    return this.block();
  }

  /** `| a line` each, and `|` for an empty one. */
  block(): string {
    let text = '';
    while (/^\|( |$)/.test(this.#lines[this.place] ?? '')) text += `${this.take().slice(2)}\n`;
    if (this.#lines[this.place] !== NO_NEWLINE) return text;
    this.place += 1;
    return text.slice(0, -1);
  }

  code(): number {
    const code = /^exit (\d+)$/.exec(this.#lines[this.place] ?? '')?.[1];
    if (code === undefined) return 0;
    this.place += 1;
    return Number(code);
  }
}

/** A step's answer as a transcript writes it; exit 0 is not written. */
export function writeOutcome({ stdout, stderr, code }: Outcome): string[] {
  const blocks = [...writeBlock('stdout', stdout), ...writeBlock('stderr', stderr)];
  return code === 0 ? blocks : [...blocks, `exit ${code}`];
}

function writeBlock(name: string, text: string): string[] {
  if (text === '') return [];
  const whole = text.endsWith('\n');
  const lines = (whole ? text.slice(0, -1) : text).split('\n');
  return [`${name}:`, ...withBars(lines), ...(whole ? [] : [NO_NEWLINE])];
}

/** Lines of a block. */
export function withBars(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '|' : `| ${line}`));
}

const WORD = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

/** `PSD2_AMOUNT=1.00 psd2 payments create --message 'two words'`; no shell reads it. */
export function commandLine(command: string): { env: Record<string, string>; args: string[] } {
  const unquoted = command.replaceAll(/'[^']*'|"[^"]*"/g, '');
  if (/[|&;$`<>\\]/.test(unquoted)) throw new Error('no shell reads this line');
  const words = (command.match(WORD) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
  const first = words.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word));
  if (words[first] !== 'psd2') throw new Error('a command begins with psd2');
  const env = words.slice(0, first).map((word) => {
    const [name = '', ...value] = word.split('=');
    return [name, value.join('=')];
  });
  return { env: Object.fromEntries(env), args: words.slice(first + 1) };
}
