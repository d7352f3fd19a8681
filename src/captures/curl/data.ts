import { decodeBase64 } from '../../core/base64.ts';
import type { CaptureNote } from '../capture.ts';
import { changedNote, type Place } from '../notes.ts';
import { octetsOf, percentEncoded, textOf } from '../octets.ts';
import type { ShellCommand, StandardInput } from '../shell/commands.ts';
import type { Expansion, Word } from '../shell/word.ts';
import { shown, unreadable } from '../unreadable.ts';

/** The options that give the body, or with `--get` a part of the query. */
const DATA_OPTIONS = ['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'] as const;
type DataOption = (typeof DATA_OPTIONS)[number];

export function isDataOption(name: string): name is DataOption {
  return (DATA_OPTIONS as readonly string[]).includes(name);
}

/** Opens what `@name` stands for; `-` is the standard input. */
export type Load = (name: Word) => Known;

interface Data extends Known {
  /** Set where line ends of a file are left out, as curl does. */
  readonly stripped?: string;
}

/** What one option adds, without the `&` before it. */
export function readData(option: DataOption, value: Word, load: Load): Data {
  if (option === 'data-urlencode') return urlEncoded(value, load);
  const isFile = value.text.startsWith('@') && option !== 'data-raw';
  if (!isFile) return { octets: value.text, expansions: value.expansions };
  const name = { ...value, text: value.text.slice(1) };
  const content = load(name);
  if (option === 'data-binary' || option === 'json') return content;
  const octets = content.octets.replaceAll(/[\r\n\0]/g, '');
  return { ...content, octets, ...(octets === content.octets ? {} : { stripped: name.text }) };
}

export function strippedNote(place: Place, name: string): CaptureNote {
  return changedNote(
    place,
    `With --data, curl leaves out the line ends of ${name === '-' ? 'its standard input' : shown(name)}, and so does psd2.`,
    'Use --data-binary to send a file unchanged.',
  );
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`: the content is percent-encoded. */
function urlEncoded(value: Word, load: Load): Known {
  const { text } = value;
  const equals = text.indexOf('=');
  const separator = equals >= 0 ? equals : text.indexOf('@');
  const name = text.slice(0, Math.max(separator, 0));
  const rest = { ...value, text: text.slice(separator + 1) };
  const content =
    separator >= 0 && equals < 0 ? load(rest) : { octets: rest.text, expansions: value.expansions };
  const encoded = percentEncoded(content.octets).replaceAll('%20', '+');
  return { octets: name === '' ? encoded : `${name}=${encoded}`, expansions: content.expansions };
}

export type ReadFile = (name: string) => Uint8Array;

/** What comes in at standard input, where the text of the command says it. */
interface Known {
  readonly octets: string;
  readonly expansions: readonly Expansion[];
}

/**
 * The standard input of a command: a here-document, a here-string, a file, or the output of a command whose
 * output is plain from its words (`echo`, `printf`, `cat`, `base64 --decode`). Nothing is run.
 * @throws Fault INPUT_INVALID when only the run would tell
 */
export function readStandardInput(input: StandardInput | undefined, readFile: ReadFile): Known {
  // Commands in front of each other, from the last to the first that knows its own input.
  const decoders: ShellCommand[] = [];
  let current = input;
  while (current?.kind === 'pipe' && isDecoder(current.from)) {
    decoders.push(current.from);
    current = current.from.input;
  }
  const start = startOf(current, readFile);
  return decoders.reduce((known, command) => (isCat(command) ? known : decoded(known)), start);
}

function startOf(input: StandardInput | undefined, readFile: ReadFile): Known {
  if (input?.kind === 'text') return { octets: input.text, expansions: input.expansions };
  if (input?.kind === 'file') return fileContent(input.name, readFile);
  const output = input === undefined ? undefined : outputOf(input.from, readFile);
  if (output !== undefined) return output;
  throw unreadable(
    "The command reads its standard input, which isn't part of the command's text.",
    'Put the content in a file in the current folder and use it: --data-binary @body.json.',
  );
}

export function fileContent(name: Word, readFile: ReadFile): Known {
  // A name that the shell makes is not known, so the file is not either.
  if (name.expansions.length > 0) return { octets: '', expansions: name.expansions };
  return { octets: octetsOf(readFile(textOf(name.text))), expansions: [] };
}

const DECODE = ['-d', '-D', '--decode'];

/** A command that passes on what it reads, as it is or decoded. */
function isDecoder({ words: [name, flag, ...more] }: ShellCommand): boolean {
  if (more.length > 0) return false;
  if (name?.text === 'base64') return DECODE.includes(flag?.text ?? '');
  return name?.text === 'cat' && (flag === undefined || flag.text === '-');
}

function isCat({ words: [name] }: ShellCommand): boolean {
  return name?.text === 'cat';
}

function decoded({ octets, expansions }: Known): Known {
  const bytes = decodeBase64(octets.replaceAll(/[\r\n]/g, ''));
  if (bytes === undefined) {
    throw unreadable(
      "The input of base64 --decode isn't Base64.",
      'Copy the whole command, including the text in quotes.',
    );
  }
  return { octets: octetsOf(bytes), expansions };
}

function outputOf({ words }: ShellCommand, readFile: ReadFile): Known | undefined {
  const [name, ...rest] = words;
  const expansions = rest.flatMap((word) => word.expansions);
  const [first, second, ...more] = rest;
  switch (name?.text) {
    case 'cat':
      return first === undefined || second !== undefined || first.text.startsWith('-')
        ? undefined
        : fileContent(first, readFile);
    case 'echo': {
      const isWithoutEnd = first?.text === '-n';
      const words = isWithoutEnd ? rest.slice(1) : rest;
      if (/^-[neE]+$/.test(words[0]?.text ?? '')) return undefined;
      const text = words.map((word) => word.text).join(' ');
      return { octets: isWithoutEnd ? text : `${text}\n`, expansions };
    }
    case 'printf':
      if (first?.text === '%s' && second !== undefined && more.length === 0) {
        return { octets: second.text, expansions };
      }
      return first !== undefined && second === undefined && !/[%\\]|^-/.test(first.text)
        ? { octets: first.text, expansions }
        : undefined;
    default:
      return undefined;
  }
}
