import type { Word } from '../shell/word.ts';
import { excerpt, unreadable } from '../unreadable.ts';
import { ofLetter, ofLongName, takesValue } from './options.ts';

/** One option as it was given; a word that is no option is `url`. */
export interface Argument {
  readonly name: string;
  /** Of an option without value an empty word. */
  readonly value: Word;
  /** False for `--no-…`. */
  readonly on: boolean;
}

const NOTHING: Word = { text: '', expansions: [], isBare: true };

/**
 * The words after `curl`, read as curl reads them. What follows `--next` is another request and is left out.
 * @throws Fault INPUT_INVALID for an option that curl does not have, or that lacks its value
 */
export function readArguments(words: readonly Word[]): { given: Argument[]; hasNext: boolean } {
  const given: Argument[] = [];
  let areOptionsOver = false;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? NOTHING;
    if (areOptionsOver || !word.text.startsWith('-')) {
      given.push({ name: 'url', value: word, on: true });
    } else if (word.text === '--') {
      areOptionsOver = true;
    } else {
      const { read, usesNext } = readOption(word, words[place + 1]);
      if (read.some(({ name }) => name === 'next')) return { given, hasNext: true };
      for (const argument of read) given.push(argument);
      if (usesNext) place += 1;
    }
  }
  return { given, hasNext: false };
}

interface Read {
  readonly read: readonly Argument[];
  /** The next word is the value. */
  readonly usesNext: boolean;
}

function readOption(word: Word, next: Word | undefined): Read {
  return word.text.startsWith('--') ? readLong(word, next) : readLetters(word, next);
}

/** `--name value`, `--no-name`, and `--name=value`, which newer versions of curl take. @see C-verify-curl-versions */
function readLong(word: Word, next: Word | undefined): Read {
  const equals = word.text.indexOf('=');
  const written = equals < 0 ? word.text.slice(2) : word.text.slice(2, equals);
  const isOff = written.startsWith('no-');
  const name = oneOf(ofLongName(isOff ? written.slice(3) : written), word);
  if (!takesValue(name)) return { read: [{ name, value: NOTHING, on: !isOff }], usesNext: false };
  if (isOff) throw unknown(word);
  if (equals >= 0) return { read: [valued(name, tail(word, equals + 1))], usesNext: false };
  return { read: [valued(name, next, word)], usesNext: true };
}

function oneOf(meant: readonly string[], word: Word): string {
  const [name] = meant;
  if (name === undefined) throw unknown(word);
  if (meant.length > 1) {
    const some = meant.slice(0, 5).map((one) => `--${one}`);
    throw unreadable(`${excerpt(word.text)} may mean ${some.join(', ')}.`, 'Write out the full option.');
  }
  return name;
}

/** `-sSXPOST`: letters without values, then perhaps one with the rest of the word or the next word as its value. */
function readLetters(word: Word, next: Word | undefined): Read {
  const read: Argument[] = [];
  for (let place = 1; place < word.text.length; place += 1) {
    const name = ofLetter(word.text[place] ?? '');
    if (name === undefined) throw unknown(word, word.text[place]);
    if (takesValue(name)) {
      const isHere = place + 1 < word.text.length;
      read.push(isHere ? valued(name, tail(word, place + 1)) : valued(name, next, word));
      return { read, usesNext: !isHere };
    }
    // -N switches buffering off; no letter that counts here is of that kind.
    read.push({ name, value: NOTHING, on: true });
  }
  if (read.length === 0) throw unknown(word);
  return { read, usesNext: false };
}

function tail(word: Word, start: number): Word {
  return { ...word, text: word.text.slice(start) };
}

function valued(name: string, value: Word | undefined, option?: Word): Argument {
  if (value !== undefined) return { name, value, on: true };
  throw unreadable(
    `The option ${excerpt(option?.text ?? name)} has no value.`,
    'Copy the whole command. Lines that continue must end in a backslash.',
  );
}

function unknown(word: Word, letter?: string): Error {
  const named = letter === undefined || word.text.length === 2 ? '' : ` (${excerpt(letter)})`;
  return unreadable(
    `${excerpt(word.text)}${named} isn't a curl option.`,
    'Correct it. A value that starts with a hyphen must come directly after its option.',
  );
}
