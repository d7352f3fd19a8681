import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { JSON_BODY } from './stack.ts';

/** What Python's json module makes of the body, by the arguments of dumps. */
const python: Readonly<Record<string, string>> = JSON.parse(
  execFileSync(
    'python3',
    [
      '-c',
      `
import json, sys
value = json.loads(sys.argv[1])
ways = {
  'plain': {}, 'compact': {'separators': (',', ':')}, 'compact utf8': {'separators': (',', ':'), 'ensure_ascii': False},
  'utf8': {'ensure_ascii': False}, 'sorted': {'sort_keys': True}, 'sorted utf8': {'sort_keys': True, 'ensure_ascii': False},
  'sorted compact': {'sort_keys': True, 'separators': (',', ':')},
  'sorted compact utf8': {'sort_keys': True, 'separators': (',', ':'), 'ensure_ascii': False},
  'indent 2': {'indent': 2, 'ensure_ascii': False}, 'indent 4': {'indent': 4, 'ensure_ascii': False},
  'indent 4 ascii': {'indent': 4}, 'indent tab': {'indent': '\\t', 'ensure_ascii': False}, 'indent 0': {'indent': 0, 'ensure_ascii': False},
  'sorted indent 4': {'indent': 4, 'sort_keys': True},
}
print(json.dumps({name: json.dumps(value, **way) for name, way in ways.items()}))
`,
      JSON_BODY,
    ],
    { encoding: 'utf8' },
  ),
);
export const by = (name: string) => {
  const text = python[name];
  if (text === undefined) throw new Error(`python3 made no ${name}`);
  return text;
};

export const parsed = JSON.parse(JSON_BODY);
export const compact = JSON.stringify(parsed);
export const pretty = JSON.stringify(parsed, null, 2);
export const lower = (hex: string) => hex;
export const escaped = (text: string, characters: RegExp, unit = lower) =>
  text.replaceAll(
    characters,
    (character) => `\\u${unit(character.charCodeAt(0).toString(16).padStart(4, '0'))}`,
  );
const inStrings = (text: string, change: (inner: string) => string) =>
  text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => `"${change(inner)}"`);
export const gson = (text: string) => inStrings(text, (inner) => escaped(inner, /[<>&='\u2028\u2029]/g));
export const utf16 = (text: string) => Buffer.from(text, 'utf16le');
export const utf16be = (text: string) => utf16(text).swap16();
export const windows1252 = (text: string) =>
  Buffer.from(
    [...text].map((character) => ({ '€': 0x80, '’': 0x92, '–': 0x96 })[character] ?? character.charCodeAt(0)),
  );
export const EURO = '{"creditorName":"Kåre’s – €"}';
export const hashed = (over: string | Uint8Array, body: string | Uint8Array = JSON_BODY) => ({
  body,
  hashed: over,
});
export const sha = (name: string, bytes: string) => createHash(name).update(bytes).digest();
export const digest = (value: string) => ({ headers: { Digest: value } });
export const mark = '\ufeff';
const decompress = (bytes: Uint8Array, coding: string) => {
  const undo = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[coding];
  try {
    return undo?.(bytes);
  } catch {
    return undefined;
  }
};
const compress = (bytes: Uint8Array, coding: string, level: number) =>
  coding === 'gzip' ? gzipSync(bytes, { level }) : deflateSync(bytes, { level });
export const recovery = { hashedBytes: 5e8, milliseconds: 100, bytes: 1024 * 1024, decompress, compress };
export const sorted = by('sorted compact');
