import { isUtf8 } from 'node:buffer';
import type { Fault } from '../errors.ts';
import type { JsonObject } from '../json-object.ts';
import { type JsonFault, parseStrictJson } from '../wire/strict-json.ts';

/** The member at a path of the interface's writing, `payments[3].creditorName`. */
export function memberAt(body: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], body);
}

/** A body with one member set; undefined sets nothing. */
export function withMember(body: JsonObject, path: string, value: unknown): JsonObject {
  if (value === undefined) return body;
  const [step = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [step]: value };
  const inner = body[step];
  const object = typeof inner === 'object' && inner !== null ? (inner as JsonObject) : {};
  return { ...body, [step]: withMember(object, rest.join('.'), value) };
}

/**
 * The JSON of a file, read as strictly as the bank reads a body, so that nothing is dropped or replaced on the way.
 * @param unreadable what is thrown, of words that follow the file's name
 */
export function readJson(bytes: Uint8Array, unreadable: (what: string) => Fault): unknown {
  if (bytes.byteLength === 0) throw unreadable('is empty');
  if (!isUtf8(bytes)) throw unreadable("isn't UTF-8");
  const json = parseStrictJson(Buffer.from(bytes).toString('utf8'));
  if (!json.ok) throw unreadable(inWordsOfFile(json.fault));
  return json.value;
}

function inWordsOfFile(fault: JsonFault): string {
  switch (fault.kind) {
    case 'syntax':
      return `isn't JSON: it ${fault.where}`;
    case 'depth':
      return 'is nested deeper than 32 levels';
    case 'repeated-key':
      return `has ${fault.path} twice`;
  }
}
