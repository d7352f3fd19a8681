import type { CaptureNote } from '../capture.ts';
import { changedNote, type Place } from '../notes.ts';
import { percentEncoded } from '../percent-encoding.ts';
import type { Word } from '../shell/word.ts';
import { shown } from '../unreadable.ts';
import type { Known } from './standard-input.ts';

/** The options that give the body, or with `--get` a part of the query. */
export const DATA_OPTIONS = [
  'data',
  'data-ascii',
  'data-binary',
  'data-raw',
  'data-urlencode',
  'json',
] as const;
export type DataOption = (typeof DATA_OPTIONS)[number];

export function isDataOption(name: string): name is DataOption {
  return (DATA_OPTIONS as readonly string[]).includes(name);
}

/** Opens what `@name` stands for; `-` is the standard input. */
export type Load = (name: Word) => Known;

export interface Data extends Known {
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
