import { decodeBase64Url, decodeHex } from '../core/base64.ts';
import { percentDecoded } from '../octets.ts';
import type { BodyCandidate } from './body-candidate.ts';
import { formFields, jsonOfForm } from './form-fields.ts';
import { formEncoded, uriForms } from './reencodings.ts';

/**
 * A whole body as Base64, as hexadecimal, percent-encoded or as a form, and a body of one of these undone.
 * @see G4-digest-mismatch
 */
export function* encodedForms(bytes: Buffer, text: string): Generator<BodyCandidate> {
  yield* hashedAsBase64(bytes);
  yield* hashedAsText('hexadecimal', [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]);
  yield* hashedAsText('percent-encoding', [
    ...uriForms(text),
    `${formEncoded(text)}=`,
    `=${formEncoded(text)}`,
  ]);
  yield* hashedAsText('HTML-escaped form', htmlForms(text));
  const fields = formFields(text);
  if (fields !== undefined) yield* hashedAsText('form encoding', fields);
  yield* sentAsBase64(text);
  yield* sentAsText(text);
}

function* hashedAsBase64(bytes: Buffer): Generator<BodyCandidate> {
  const whole = bytes.toString('base64');
  const wrapped = (length: number, newline: string) =>
    whole.match(new RegExp(`.{1,${length}}`, 'g'))?.join(newline) ?? whole;
  const url = bytes.toString('base64url');
  yield* hashedAsText('Base64', [
    whole,
    whole.replaceAll('=', ''),
    url,
    `${whole}\n`,
    `${wrapped(64, '\n')}\n`,
    `${wrapped(76, '\n')}\n`,
    wrapped(76, '\r\n'),
    JSON.stringify(whole),
  ]);
}

function* hashedAsText(name: string, texts: readonly string[]): Generator<BodyCandidate> {
  const what = `the body's ${name}, not of the body itself`;
  const remedy = `Hash the body as you send it, not its ${name}.`;
  for (const text of texts) yield { cause: 'encoded', what, remedy, bytes: Buffer.from(text, 'utf8') };
}

function* sentAsBase64(text: string): Generator<BodyCandidate> {
  const bare = text.replaceAll(/^"|"$|\s+/g, '');
  const decoded = [
    ['Base64', decodeBase64Url(bare)],
    ['hexadecimal', decodeHex(bare)],
  ] as const;
  for (const [name, bytes] of decoded) if (bytes !== undefined) yield undone(name, bytes);
}

function* sentAsText(text: string): Generator<BodyCandidate> {
  if (text.includes('%')) {
    const bare = text.replace(/^=|=$/, '');
    for (const written of [text, bare]) {
      yield undone('percent-encoding', Buffer.from(percentDecoded(written), 'utf8'));
      yield undone('percent-encoding', Buffer.from(percentDecoded(written.replaceAll('+', ' ')), 'utf8'));
    }
    const value = bare.slice(bare.indexOf('=') + 1).replaceAll('+', ' ');
    yield undone('percent-encoding', Buffer.from(percentDecoded(value), 'utf8'));
  }
  if (text.includes('&quot;') || text.includes('&#34;') || text.includes('&amp;'))
    yield undone('HTML-escaped form', Buffer.from(htmlUndone(text), 'utf8'));
  for (const json of jsonOfForm(text)) yield undone('form encoding', Buffer.from(json, 'utf8'));
}

function undone(name: string, bytes: Buffer): BodyCandidate {
  const what = `what the body is the ${name} of`;
  return { cause: 'encoded', what, remedy: `Send what you hashed, not its ${name}.`, bytes };
}

function htmlForms(text: string): string[] {
  return ['&quot;', '&#34;'].flatMap((quote) => {
    const written = text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', quote);
    return [written, written.replaceAll("'", '&#39;'), written.replaceAll("'", '&#x27;')];
  });
}

function htmlUndone(text: string): string {
  return text
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll(/&#0?39;|&#x27;|&apos;/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
