import { isUtf8 } from 'node:buffer';
import type { Fault } from '../errors.ts';
import { type JsonFault, parseStrictJson } from '../wire/strict-json.ts';

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
