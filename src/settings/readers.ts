import { isObject, type JsonObject } from '../core/json-object.ts';
import { Fault } from '../errors.ts';

/** The parsers of a setting's value; they return undefined for an invalid value. */
export interface Reader<T> {
  /** The expected form, which completes the sentence 'it must be …'. */
  readonly expects: string;
  /** Parses text from the environment. */
  fromText(text: string): T | undefined;
  /** Parses a JSON value from the settings files. */
  fromJson(value: unknown): T | undefined;
}

/** Creates the reader of a setting that is a text in JSON too. */
export function createTextReader<T>(expects: string, fromText: (text: string) => T | undefined): Reader<T> {
  return {
    expects,
    fromText,
    fromJson: (value) => (typeof value === 'string' ? fromText(value) : undefined),
  };
}

export function createChoiceReader<const T extends string>(...values: readonly T[]): Reader<T> {
  return createTextReader(`one of ${values.join(', ')}`, (text) => values.find((value) => value === text));
}

const SWITCH_WORDS = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

export const onOff: Reader<boolean> = {
  expects: 'true or false',
  fromText: (text) => SWITCH_WORDS.get(text),
  fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The reader of text in one line, which may become a header's value or a path. The wire has rules of its own. */
export const line = createTextReader('text of one line', (text) => (CONTROL.test(text) ? undefined : text));

const HIGHEST_PORT = 65_535;

export const port: Reader<number> = {
  expects: `a port from 1 to ${HIGHEST_PORT}`,
  fromText: (text) => (/^[0-9]{1,5}$/.test(text) ? port.fromJson(Number(text)) : undefined),
  fromJson: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= HIGHEST_PORT
      ? value
      : undefined,
};

/** Returns true for a valid profile name, which is also its folder's name. */
export function isProfileName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(text);
}

export const profileName = createTextReader(
  "a profile's name: up to 64 of a-z, 0-9, - and _, beginning with a letter or digit",
  (text) => (isProfileName(text) ? text : undefined),
);

/**
 * Returns the value as an object.
 * @param where the file and the position in it, for the message
 * @throws Fault INPUT_INVALID
 */
export function asObject(value: unknown, where: string): JsonObject {
  if (!isObject(value)) throw new Fault('INPUT_INVALID', `${where} must be a JSON object.`);
  return value;
}

/**
 * Parses a settings file's bytes as one JSON object.
 * @throws Fault FILE_UNREADABLE for invalid JSON, INPUT_INVALID for another JSON value
 */
export function parseObject(bytes: Uint8Array, path: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('FILE_UNREADABLE', `${path} isn't JSON: ${reason}`, {
      hint: 'Fix the file, or move it away to continue without it.',
      cause: error,
    });
  }
  return asObject(value, path);
}

/**
 * Refuses every key that is not in the list.
 * @throws Fault INPUT_INVALID naming the key
 */
export function refuseOtherKeys(object: JsonObject, allowed: readonly string[], where: string): void {
  const other = Object.keys(object).find((key) => !allowed.includes(key));
  if (other === undefined) return;
  throw new Fault('INPUT_INVALID', `${where}: the key ${JSON.stringify(other)} can't be set here.`, {
    hint: `Remove it. You can set: ${allowed.join(', ')}.`,
  });
}

/**
 * Reads a key of an object; returns undefined if it is absent.
 * @throws Fault INPUT_INVALID naming key and expectation
 */
export function readKey<T>(object: JsonObject, key: string, reader: Reader<T>, where: string): T | undefined {
  if (!Object.hasOwn(object, key)) return undefined;
  const value = reader.fromJson(object[key]);
  if (value === undefined) {
    throw new Fault('INPUT_INVALID', `${where}: ${key} must be ${reader.expects}.`);
  }
  return value;
}
