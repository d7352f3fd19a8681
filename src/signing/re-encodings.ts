import { hash } from 'node:crypto';
import { decodePercent } from '../core/octets.ts';

/** Encodes text as UTF-8 and keeps bytes. */
export function toBytes(form: string | Uint8Array): Uint8Array {
  return typeof form === 'string' ? Buffer.from(form, 'utf8') : form;
}

/** Hashes bytes, and writes the hash in hexadecimal and in Base64. */
export function listHashForms(name: string, bytes: Uint8Array) {
  const inner = hash(name, bytes, 'buffer');
  const [hex, base64] = [inner.toString('hex'), inner.toString('base64')];
  return { inner, hex, base64, texts: [hex, hex.toUpperCase(), base64] };
}

/** Escapes the characters that open tags and entities of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Lists the forms that URL libraries, JSON and HTML writers and charsets give a text without changing its meaning.
 * @see G4-signature-invalid-value, G4-signature-invalid-target
 */
export function listReencodings(text: string): string[] {
  const decoded = decodePercent(text);
  const forms = [
    text.replaceAll('%20', '+'),
    text.replaceAll('+', '%20'),
    text.replaceAll('%20', ' '),
    text.replaceAll(' ', '%20'),
    text.replaceAll(' ', '+'),
    text.replaceAll('+', ' '),
    text.replaceAll('+', '%2B'),
    text.replaceAll(/%[0-9A-Fa-f]{2}/g, (triplet) => triplet.toUpperCase()),
    text.replaceAll(/%[0-9A-Fa-f]{2}/g, (triplet) => triplet.toLowerCase()),
    text.replaceAll('%', '%25'),
    text.replaceAll('%25', '%'),
    decoded,
    percentEncode(text, NOT_URI),
    percentEncode(decoded, NOT_URI),
    percentEncode(text, NOT_URL),
    percentEncode(Buffer.from(text, 'latin1').toString('utf8'), NOT_URL),
    percentEncode(text, NOT_COMPONENT),
    percentEncode(decoded, NOT_COMPONENT),
    percentEncode(text, NOT_COMPONENT).replaceAll('%20', '+'),
    withQuery(text, (query) => percentEncode(decodePercent(query), NOT_QUERY)),
    withQuery(text, (query) => percentEncode(decodePercent(query), NOT_QUERY).replaceAll('%20', '+')),
    text.replaceAll('&', '&amp;'),
    text.replaceAll('&amp;', '&'),
    text.replaceAll('/', '\\/'),
    text.replaceAll(/[&=<>']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
    text.replaceAll(/[&<>]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
    `"${text}"`,
    text.replace(/^"(.*)"$/s, '$1'),
    text.endsWith('/') ? text.slice(0, -1) : `${text}/`,
    text.replace(/^([a-z]+:\/\/[^/?#]+)\/(?=$|[?#])/i, '$1'),
    text.replace(/^([a-z]+:\/\/[^/?#]+)(?=$|[?#])/i, '$1/'),
    text.replace(/^(https:\/\/[^/?#:]+):443(?=$|[/?#])/, '$1'),
    text.replace(/^(http:\/\/[^/?#:]+):80(?=$|[/?#])/, '$1'),
    text.replace(/^(https:\/\/[^/?#:]+)(?=$|[/?#])/, '$1:443'),
    text.replaceAll('-', ''),
    Buffer.from(text, 'utf8').toString('latin1'),
    Buffer.from(text, 'latin1').toString('utf8'),
    text.normalize('NFC'),
    text.normalize('NFD'),
    Buffer.from(text, 'utf8').toString('base64'),
  ];
  return [...new Set(forms)].filter((form) => form !== text);
}

/** The characters that each of these encoders changes. */
const NOT_URI = /[^A-Za-z0-9;,/?:@&=+$\-_.!~*'()#[\]]+/g;
const NOT_URL = /[^!#-;=?-~]+/g;
const NOT_COMPONENT = /[^A-Za-z0-9\-_.!~*'()]+/g;
const NOT_QUERY = /[^A-Za-z0-9\-_.~=&]+/g;

/** Percent-encodes every UTF-8 byte of the matched characters. */
function percentEncode(text: string, characters: RegExp): string {
  return text.replaceAll(characters, (run) =>
    Buffer.from(run, 'utf8').toString('hex').toUpperCase().replaceAll(/../g, '%$&'),
  );
}

/** Encodes as `encodeURIComponent`, which throws on half a surrogate pair. */
export function encodeComponent(text: string): string {
  return percentEncode(text, NOT_COMPONENT);
}

/** Lists the percent-encodings of a whole text: as a URI, as a component and as a form. */
export function listUriForms(text: string): string[] {
  return [
    percentEncode(text, NOT_COMPONENT),
    percentEncode(text, NOT_URI),
    percentEncode(text, NOT_URL),
    percentEncode(text, NOT_FORM),
    encodeForm(text),
  ];
}

/** Encodes as application/x-www-form-urlencoded. */
export function encodeForm(text: string): string {
  return percentEncode(text, NOT_FORM).replaceAll('%20', '+');
}

const NOT_FORM = /[^A-Za-z0-9\-_.*]+/g;

function withQuery(text: string, change: (query: string) => string): string {
  const start = text.indexOf('?') + 1;
  return start === 0 ? text : text.slice(0, start) + change(text.slice(start));
}
