import { hash } from 'node:crypto';
import { type BodyCandidate, encoded, type TextCandidate } from './body-candidate.ts';
import { bodyCharsets, oneOctetForms, readableText } from './body-charsets.ts';
import { type BodyMeans, compressedForms, decompressed } from './body-codings.ts';
import { encodedForms } from './body-encodings.ts';
import { textForms } from './body-texts.ts';
import { JsonSearch } from './json-candidates.ts';

/** Longer texts are not encoded whole: each way takes tens of milliseconds. @see G2-hostile-bodies */
const MAX_ENCODED_CHARACTERS = 64 * 1024;
const BOM = '\ufeff';
/** What programs send or hash where there is nothing to send. */
const NOTHING = ['', '{}', 'null', '[]', '""'];

/**
 * What may have been hashed in place of a body, the likeliest first; without an end for some. Causes name what the body
 * underwent after hashing.
 * @see G3-first-error, G4-digest-mismatch
 */
export function* bodyCandidates(sent: Uint8Array, means: BodyMeans): Generator<BodyCandidate> {
  yield* nothings();
  if (sent.length === 0) return;
  const plain = decompressed(sent, means);
  if (plain !== undefined) yield plain;
  const bytes = bufferOf(plain?.bytes ?? sent);
  const { text, charset } = readableText(bytes);
  const bare = text.startsWith(BOM) ? text.slice(1) : text;
  const isJson = /^\s*[{["]/.test(bare);
  if (charset !== 'utf-16') yield encoded(markForm(text, bare));
  yield* bodyCharsets(bytes, { text, charset });
  for (const form of textForms(bare, isJson)) yield encoded(form);
  for (const form of textForms(bare, isJson))
    yield encoded({ ...form, what: `${form.what}, behind a byte order mark`, text: BOM + form.text });
  const json = new JsonSearch(bare);
  for (const form of json.likely()) yield encoded(form);
  if (bare.length <= MAX_ENCODED_CHARACTERS) yield* encodedForms(bytes, bare);
  yield* hashes(bytes);
  if (plain === undefined) yield* compressedForms(sent, means);
  yield* twofold(bare, isJson, json);
  for (const form of json.further()) yield encoded(form);
  for (const form of json.rest()) yield encoded(form);
}

/** Several changes at once, each of which is usual. */
function* twofold(bare: string, isJson: boolean, json: JsonSearch): Generator<BodyCandidate> {
  for (const form of textForms(bare, isJson)) yield* inOtherCharsets(form);
  for (const form of json.likely()) {
    yield* inOtherCharsets(form);
    if (form.text.length > MAX_ENCODED_CHARACTERS) continue;
    const bytes = Buffer.from(form.text, 'utf8');
    const what = `the Base64 of ${form.what}`;
    yield { cause: 'encoded', what, bytes: Buffer.from(bytes.toString('base64'), 'latin1') };
  }
}

function* inOtherCharsets({ cause, what, text }: TextCandidate): Generator<BodyCandidate> {
  if (!/[^\0-\x7f]/.test(text)) return;
  for (const form of oneOctetForms(text))
    yield { cause, what: form.what.replace('the body', what), bytes: form.bytes };
}

function* nothings(): Generator<BodyCandidate> {
  for (const text of NOTHING) {
    const what = text === '' ? 'an empty body' : text;
    yield encoded({ cause: 'empty-object', what, text });
  }
}

function markForm(text: string, bare: string): TextCandidate {
  return bare === text
    ? { cause: 'bom', what: "the body with a byte order mark before it, which wasn't sent", text: BOM + text }
    : { cause: 'bom', what: 'the body without the byte order mark before it', text: bare };
}

/** The body's own hash, which a library hashed once more. */
function* hashes(bytes: Buffer): Generator<BodyCandidate> {
  const remedy = 'Hash the body once. Many functions that write a digest take the body itself.';
  for (const name of ['sha256', 'sha512']) {
    const inner = hash(name, bytes, 'buffer');
    const [hex, base64] = [inner.toString('hex'), inner.toString('base64')];
    const forms = [inner, ...[hex, hex.toUpperCase(), base64, `${hex}\n`].map((form) => Buffer.from(form))];
    for (const form of forms)
      yield { cause: 'unknown', what: "the body's hash, so it was hashed twice", remedy, bytes: form };
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
