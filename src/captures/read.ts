import { toBuffer } from '../core/base64.ts';
import { isObject, type JsonObject, parseJson } from '../core/json-object.ts';
import {
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  createChangedNote,
  type FormOptions,
  noteMissingBody,
  type SourceText,
} from './capture.ts';
import { chooseCapture, readEach } from './entries.ts';
import { beginsAs, detectForm, getForm } from './formats.ts';
import { skipComments } from './http/read-http.ts';
import { readJsonFile } from './json/parse.ts';
import { withoutLogPrefix } from './logs/client-logs.ts';
import {
  assertWithinLimit,
  createUnreadable,
  decodeEscapes,
  decodeOctets,
  decodeUtf8,
  encodeUtf8,
} from './octets.ts';
import type { Shell } from './shell/word.ts';
import { refuseUnread, refuseUnreadOfChosen } from './unread-parts.ts';

export interface ReadOptions extends FormOptions {
  /** Absent: the format is detected. */
  readonly format?: CaptureFormat;
}

/**
 * Reads a captured request in one of the formats of formats.ts. Nothing in it is executed.
 * @throws Fault INPUT_INVALID for unreadable input
 * @see C-verify-curl-command, C-verify-curl, C-verify-formats, C-verify-same-findings
 */
export function readCapture(bytes: Uint8Array, { format, ...options }: ReadOptions): Capture {
  const octets = readEncoding(bytes);
  const texts = listTexts(octets, format);
  const capture = readOne(texts, format, options);
  if (texts.length === 1 && options.request === undefined) refuseUnread(octets, capture);
  return { ...capture, notes: deduplicateNotes(capture.notes) };
}

function readOne(
  texts: readonly SourceText[],
  format: CaptureFormat | undefined,
  options: FormOptions,
): Capture {
  const [text, ...others] = texts;
  if (text !== undefined && others.length === 0) return readText(text, format, options);
  const { request, ...alone } = options;
  return chooseCapture(
    readEach(texts, (one) => readText(one, format, alone)),
    request,
  );
}

function readText(given: SourceText, format: CaptureFormat | undefined, options: FormOptions): Capture {
  const form = format === undefined ? detectForm(given) : getForm(format);
  const capture = form.read(given, options);
  if (options.request !== undefined && form.isSingle === true) {
    throw createUnreadable(
      "--request only works with several requests, and there's only one.",
      'Remove --request.',
    );
  }
  if (options.request === undefined) refuseUnread(given.octets, capture);
  else refuseUnreadOfChosen(given.octets, capture);
  const read = given.isUnescaped ? { ...capture, notes: [...capture.notes, UNESCAPED] } : capture;
  return given.isLogged ? noteMissingBody(read) : read;
}

const UNESCAPED = createChangedNote(
  { header: 'signature' },
  "The text has characters escaped for HTML, such as &quot; for a quotation mark. They're read as those characters.",
  'If the request was sent with these escapes, send the characters themselves.',
);

/** Removes the byte order mark and converts UTF-16, which Windows writes, to UTF-8. */
function readEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return encodeUtf8(toBuffer(bytes.subarray(2)).toString('utf16le'));
  if (first === 0xfe && second === 0xff) {
    const whole = bytes.subarray(2, bytes.length - (bytes.length % 2));
    return encodeUtf8(Buffer.from(whole).swap16().toString('utf16le'));
  }
  const octets = decodeOctets(bytes);
  return octets.startsWith('\xef\xbb\xbf') ? octets.slice(3) : octets;
}

const MOST_NOTES = 200;
const MOST_NOTES_OF_A_PLACE = 3;

/**
 * Removes duplicate notes, and all but the first ones about the same place: a few explain that it wasn't sent
 * literally.
 */
function deduplicateNotes(notes: readonly CaptureNote[]): CaptureNote[] {
  const once = new Map(notes.map((note) => [`${note.header ?? ''}\n${note.message}`, note]));
  const counts = new Map<string, number>();
  const kept = [...once.values()].filter(({ code, part, header }) => {
    const place = `${code} ${part} ${header}`;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    return count <= MOST_NOTES_OF_A_PLACE;
  });
  return kept.slice(0, MOST_NOTES);
}

/**
 * Lists the texts that may be requests: the whole text if it begins as one; else the Markdown fences or HTML elements
 * that do; else the whole text. Removes quotation marks, prompts and HTML escapes.
 * @see C-verify-wrapped, C-verify-html
 */
function listTexts(octets: string, format?: CaptureFormat): SourceText[] {
  const logged = listJsonLogTexts(octets)
    .map((one) => stripNotes({ octets: one }))
    .filter((one) => isForm(one, format));
  assertWithinLimit('requests', logged.length);
  if (logged.length > 0) return logged;
  const plain = withoutHtmlEscapes(octets);
  const lines = withWrittenLineEnds(stripQuotation(plain.octets));
  const text = withoutLogPrefix(lines);
  const whole = { ...stripNotes({ ...plain, octets: text }), isLogged: hasPrefix(lines, text) };
  const fenced = extractFences(/^> ?(?:```|~~~)/m.test(text) ? text.replaceAll(/^> ?/gm, '') : text);
  const fences = fenced.length > 0 ? fenced : extractHtmlBlocks(octets);
  if (
    fences.length === 0 ||
    (isForm(whole, format) && (whole.isJson || !ANYWHERE.includes(beginsAs(whole)?.format)))
  )
    return [whole];
  const requests = fences.map(stripNotes).filter((one) => isForm(one, format));
  assertWithinLimit('requests', requests.length);
  const others = requests.filter(({ firstLine }) => !/^HTTP\/[0-9]/.test(firstLine));
  const [first] = others.length > 0 ? [others] : [requests];
  return first === undefined || first.length === 0 ? [whole] : first;
}

/** The formats that any line of a text identifies, also inside fences. */
const ANYWHERE: readonly (CaptureFormat | undefined)[] = [
  ...(['trace', 'headers', 'okhttp', 'feign', 'apache', 'python'] as const),
];

function stripNotes(text: UnwrappedText): SourceText {
  const { octets, shell } = stripPrompts(text);
  return { ...prepareText(octets, shell), isUnescaped: text.isUnescaped ?? false };
}

/** Returns true if more than blanks was removed before the request line. */
function hasPrefix(lines: string, text: string): boolean {
  if (text === lines) return false;
  const before = lines.slice(0, lines.indexOf(text.split('\n', 1)[0] ?? ''));
  return /\S/.test(before.slice(before.lastIndexOf('\n') + 1));
}

/** Returns true if the text has a format; JSON counts if it is a request, not if it is the body of one. */
function isForm(given: SourceText, format: CaptureFormat | undefined): boolean {
  if (given.isJson && !/"(?:method|log|info|_type|requests?|response)"\s{0,9}:/.test(given.octets))
    return false;
  const form = given.isJson ? 'json' : beginsAs(given)?.format;
  return form !== undefined && (format === undefined || form === format || given.isJson);
}

const IS_WITHIN = /"(?:\\[rnt]|[ \t]){0,9}(?:[A-Z]{3,10} [^"\s]{1,8192} HTTP\/[0-9.]{1,3}(?:\\r)?\\n|curl )/;
const BEGINS = /^\s*(?:[A-Z]{3,10} \S{1,8192} HTTP\/[0-9]|curl\s)/;
/** The members of JSON that is a request or a file of requests. */
const OF_OTHER_FORM = ['headers', 'item', '_type', 'request', 'requests', 'response', 'openapi'];

/**
 * Lists the requests in the messages of a JSON log, `{"level": "DEBUG", "message": "POST / HTTP/1.1\r\n…"}`: one value,
 * or one on each line. Returns the texts as bytes.
 * @see C-verify-json-log
 */
function listJsonLogTexts(octets: string): string[] {
  if (!/^\s*\{/.test(octets) || !IS_WITHIN.test(octets)) return [];
  const text = decodeUtf8(octets);
  const whole = parseJson(text);
  const values = whole === undefined ? text.split('\n').map(parseJson) : [whole];
  return values.flatMap((value) => (isObject(value) ? listMemberTexts(value) : [])).map(encodeUtf8);
}

function listMemberTexts(value: JsonObject): string[] {
  const isRequest = value.method !== undefined && (value.url ?? value.target) !== undefined;
  if (isRequest || OF_OTHER_FORM.some((name) => value[name] !== undefined) || isObject(value.log)) return [];
  const members = Object.values(value).flatMap((one) => (isObject(one) ? Object.values(one) : [one]));
  return members.filter((one) => typeof one === 'string').filter((one) => BEGINS.test(one));
}

/** Matches a log line, which begins with a time, thread or level in brackets. */
const LOG_LINE = /^\[[ \t]*(?:[0-9]{2,4}[-:/.][0-9]|[0-9]+\.[0-9]+\]|[A-Za-z][^\]"\r\n]{0,80}\][ \t])/;

function prepareText(octets: string, shell?: Shell): SourceText {
  const text = octets.slice(skipComments(octets, 0));
  const lineEnd = text.search(/\r?\n/);
  let parsed: { readonly value: unknown } | undefined;
  return {
    octets,
    shell,
    text,
    firstLine: lineEnd < 0 ? text : text.slice(0, lineEnd),
    isJson: /^[ \t]*(?:\{(?!(?:noformat|code)[:}])|\[(?![A-Za-z]))/.test(text) && !LOG_LINE.test(text),
    json: () => {
      parsed ??= { value: readJsonFile(octets) };
      return parsed.value;
    },
  };
}

/** Text without its surrounding markup, and the shell that the markup names. */
interface UnwrappedText {
  readonly octets: string;
  readonly shell?: Shell;
  /** True if HTML character references were decoded. */
  readonly isUnescaped?: boolean;
}

const DEEPEST_QUOTE = 5;

/** Matches the line that a mail program writes above a quotation. */
const ATTRIBUTION = /^[^>\r\n]{1,300}:[ \t]*\r?\n(?:[ \t]*\r?\n)?(?=>)/;

/** Removes the `> ` of a quotation if all lines but the attribution have it. @see C-verify-wrapped */
export function stripQuotation(octets: string): string {
  const quotation = octets.replace(ATTRIBUTION, '');
  let text = isQuoted(quotation) ? quotation : octets;
  for (let depth = 0; depth < DEEPEST_QUOTE && isQuoted(text); depth += 1)
    text = text.replaceAll(/^> ?/gm, '');
  return text;
}

function isQuoted(text: string): boolean {
  return text.startsWith('>') && !/^[^>\r\n]/m.test(text) && !/^> ?\{%/.test(text);
}

const FENCE = /^([ \t]{0,12})(`{3,}|~{3,})[ \t]*([^\n`]*?)[ \t]*\r?$/;
const SHELLS: ReadonlyMap<string, Shell> = new Map([
  ...['bash', 'sh', 'zsh'].map((name) => [name, 'bash'] as const),
  ...['cmd', 'bat', 'batch', 'dos'].map((name) => [name, 'cmd'] as const),
  ...['powershell', 'ps1', 'pwsh', 'ps'].map((name) => [name, 'powershell'] as const),
]);

const JIRA_BLOCK =
  /\{(noformat|code)(?::([^}\n]{0,200}))?\}[ \t]*(?:\r?\n)?([\s\S]*?)(?:\r?\n[ \t]*)?(?:\{\1\}|$(?![\s\S]))/g;

/** Extracts the blocks of Jira's wiki markup: `{noformat}…{noformat}`, `{code:bash}…{code}`. */
function extractJiraBlocks(octets: string): UnwrappedText[] {
  if (!/^[ \t]*\{(?:noformat|code)[:}]/m.test(octets)) return [];
  return [...octets.matchAll(JIRA_BLOCK)].map(([, , options = '', text = '']) => {
    const language = options.split('|').find((one) => !one.includes('='));
    return { octets: text, shell: SHELLS.get(language?.toLowerCase() ?? '') };
  });
}

/** Extracts the text within Markdown fences. @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
function extractFences(octets: string): UnwrappedText[] {
  if (!/^[ \t]{0,12}(?:```|~~~)/m.test(octets)) return extractJiraBlocks(octets);
  const found: UnwrappedText[] = [];
  let open: { indent: string; fence: string; language: string; lines: string[] } | undefined;
  const close = () => {
    if (open === undefined) return;
    found.push({ octets: open.lines.join('\n'), shell: SHELLS.get(open.language) });
    open = undefined;
  };
  for (const line of octets.split('\n')) {
    const [whole, indent = '', fence = '', info = ''] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      const language = info.split(/[\s{]/, 1)[0]?.toLowerCase() ?? '';
      if (whole !== undefined) open = { indent, fence, language, lines: [] };
    } else if (whole !== undefined && info === '' && fence.startsWith(open.fence)) close();
    else open.lines.push(line.replace(new RegExp(`^[ \\t]{0,${open.indent.length}}`), ''));
  }
  close();
  return found;
}

const QUOTE_REFERENCE = '&(?:quot|#0{0,5}34|#x0{0,5}22);';
const ESCAPED_SIGNATURE = new RegExp(
  `keyId\\s{0,3}(?:=|&#0{0,5}61;|&#x0{0,5}3d;|&equals;)\\\\{0,3}${QUOTE_REFERENCE}`,
  'i',
);
const TAG = /<[^<>]*>/g;

/**
 * Decodes HTML escapes if Signature contains `&quot;` and no quotation mark occurs outside of tags. With plain
 * quotation marks, the request itself was sent with `&quot;`.
 * @see C-verify-html
 */
function withoutHtmlEscapes(octets: string): UnwrappedText {
  const isEscaped = ESCAPED_SIGNATURE.test(octets) && !octets.replaceAll(TAG, '').includes('"');
  return isEscaped ? decodeReferences(octets) : { octets };
}

const HTML_BLOCK = /<(pre|code)(?:\s[^<>]{0,300})?>(?:\r?\n)?([\s\S]*?)(?:<\/\1>|$(?![\s\S]))/gi;
const INNER_TAG = /<\/?(?:pre|code|span|mark|strong|em)(?:\s[^<>]{0,300})?>/gi;
const LINE_BREAK = /<br[ \t]{0,9}\/?>(?:\r?\n)?/gi;

/** Extracts the text of the `<pre>` and `<code>` elements of HTML. @see C-verify-html */
function extractHtmlBlocks(octets: string): UnwrappedText[] {
  return [...octets.matchAll(HTML_BLOCK)].map(([, , content = '']) => {
    const text = content.replaceAll(LINE_BREAK, '\n').replaceAll(INNER_TAG, '');
    return decodeReferences(text.replace(/\r?\n[ \t]*$/, ''));
  });
}

const REFERENCE = /&(?:(quot|amp|lt|gt|apos|nbsp|equals)|#([0-9]{1,7})|#x([0-9a-f]{1,6}));/gi;
const CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  nbsp: '\u00a0',
  equals: '=',
};

/** Decodes each character reference once: `&amp;quot;` becomes `&quot;`. */
function decodeReferences(octets: string): UnwrappedText {
  const decoded = octets.replaceAll(REFERENCE, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return encodeUtf8(CHARACTERS[name.toLowerCase()] ?? whole);
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return isCharacter ? encodeUtf8(String.fromCodePoint(point)) : whole;
  });
  return { octets: decoded, isUnescaped: decoded !== octets };
}

/** The prompts of shells, and their prompts on continuation lines. */
const PROMPTS: readonly { readonly shell: Shell; readonly prompt: RegExp; readonly more: RegExp }[] = [
  { shell: 'powershell', prompt: /^PS(?: [^>\r\n]{1,200})?>+ ?/, more: /^>> ?/ },
  { shell: 'cmd', prompt: /^[A-Za-z]:\\[^>\r\n]{0,200}>[ ]?/, more: /^(?:More\? ?|> ?)/ },
  {
    shell: 'bash',
    prompt: /^(?:\(\S{1,40}\) )?(?:[\w.-]{1,64}@[\w.-]{1,64}[^$%#\r\n]{0,200})?[$%] +(?=\S)/,
    more: /^> ?/,
  },
];

/** Removes the prompts of the shell whose prompt begins the first line. @see C-verify-wrapped */
function stripPrompts({ octets, shell }: UnwrappedText): UnwrappedText {
  const start = /\S/.exec(octets)?.index ?? 0;
  const first = octets.slice(octets.lastIndexOf('\n', start) + 1, start + 500);
  const found = PROMPTS.find(({ prompt }) => prompt.test(first));
  if (found === undefined) return { octets, shell };
  const lines = octets.split('\n').map((line) => {
    const bare = line.replace(found.prompt, '');
    return bare === line ? line.replace(found.more, '') : bare;
  });
  return { octets: lines.join('\n'), shell: found.shell };
}

/** Matches a request line or header on the first line, followed by an escaped line end and a header. */
const BEGINS_WRITTEN =
  /^\s*b?(["'`]?)(?:[A-Z]{3,10} \S{1,8192} HTTP\/[0-9](?:\.[0-9])?|[A-Za-z][A-Za-z0-9-]{0,60}:[^\\\n]{0,8192})(?:\\r)?\\n(?:\r?\n)?[A-Za-z][A-Za-z0-9-]{0,60}[ \t]*:/;
const LINE_END = /(?:\\r)?\\n(?:\r?\n)?/g;
const EMPTY_LINE = /(?:\\r)?\\n(?:\r?\n)?(?:\\r)?\\n(?:\r?\n)?/;

/**
 * Decodes the line ends of a request in a string literal, `POST / HTTP/1.1\r\nHost: …`, with or without its quotes, on
 * one line or on one line for each header.
 * @see C-verify-escaped-lines
 */
function withWrittenLineEnds(octets: string): string {
  const begins = BEGINS_WRITTEN.exec(octets);
  if (begins === null) return octets;
  const quote = begins[1] ?? '';
  const text = octets.trim().replace(/^b(?=["'`])/, '');
  if (quote !== '' && text.length > 1 && text.endsWith(quote)) return decodeQuotation(text.slice(1, -1));
  const bare = quote === '' ? octets.trimStart() : text.slice(1);
  const end = EMPTY_LINE.exec(bare);
  const head = end === null ? bare : bare.slice(0, end.index);
  if (head.includes('\\"')) return decodeQuotation(bare);
  const lines = head.replaceAll(LINE_END, (written) => (written.startsWith('\\r') ? '\r\n' : '\n'));
  if (end === null) return lines;
  const body = bare.slice(end.index + end[0].length);
  return `${lines}\r\n\r\n${body.includes('\\"') ? decodeQuotation(body) : body}`;
}

function decodeQuotation(text: string): string {
  return decodeEscapes(text.replaceAll(/\\n\r?\n/g, '\\n'), encodeUtf8);
}
