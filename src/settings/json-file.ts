import { Fault } from '../errors.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import type { Reader } from './reader.ts';

/**
 * @param where the file, and the place in it, for the message
 * @throws Fault INPUT_INVALID
 */
export function asObject(value: unknown, where: string): JsonObject {
  if (!isObject(value)) throw new Fault('INPUT_INVALID', `${where} must be a JSON object.`);
  return value;
}

/**
 * A settings file's bytes as one JSON object.
 * @throws Fault FILE_UNREADABLE when it is no JSON, INPUT_INVALID when it is another JSON value
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

/** @throws Fault INPUT_INVALID naming key and expectation; undefined when the key is not there. */
export function readKey<T>(object: JsonObject, key: string, reader: Reader<T>, where: string): T | undefined {
  if (!Object.hasOwn(object, key)) return undefined;
  const value = reader.fromJson(object[key]);
  if (value === undefined) {
    throw new Fault('INPUT_INVALID', `${where}: ${key} must be ${reader.expects}.`);
  }
  return value;
}
