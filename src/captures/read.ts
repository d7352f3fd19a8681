import { bufferOf } from '../core/base64.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import {
  bodyNotShownBeside,
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  changedNote,
} from './capture.ts';
import { chooseCapture, readEach } from './entries.ts';
import { type FormOptions, type Written, written } from './form.ts';
import { beginsAs, detectForm, formOf } from './forms.ts';
import { withoutLogPrefix } from './logs/prefixed.ts';
import { octetsOf, textOf, utf8Octets } from './octets.ts';
import { refuseUnread, refuseUnreadOfChosen } from './unread.ts';
import { holdTo, unreadable } from './unreadable.ts';
import {
  fencesIn,
  htmlBlocksIn,
  type Unwrapped,
  unquoted,
  withoutHtmlEscapes,
  withoutPrompts,
  withWrittenLineEnds,
} from './unwrap.ts';

export interface ReadOptions extends FormOptions {
  /** Absent: told by the beginning of the text. */
  readonly format?: CaptureFormat;
}

/**
 * A request that somebody wrote down, in one of the forms of forms.ts. Nothing of it is executed.
 * @throws Fault INPUT_INVALID for what can't be read
 * @see C-verify-curl-command, C-verify-curl, C-verify-formats, C-verify-same-findings
 */
export function readCapture(bytes: Uint8Array, { format, ...options }: ReadOptions): Capture {
  const octets = readEncoding(bytes);
  const texts = textsWithin(octets, format);
  const capture = readOne(texts, format, options);
  if (texts.length === 1 && options.request === undefined) refuseUnread(octets, capture);
  return { ...capture, notes: shortened(capture.notes) };
}

function readOne(
  texts: readonly Written[],
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

function readText(given: Written, format: CaptureFormat | undefined, options: FormOptions): Capture {
  const form = format === undefined ? detectForm(given) : formOf(format);
  const capture = form.read(given, options);
  if (options.request !== undefined && form.isSingle === true) {
    throw unreadable(
      "--request only works with several requests, and there's only one.",
      'Remove --request.',
    );
  }
  if (options.request === undefined) refuseUnread(given.octets, capture);
  else refuseUnreadOfChosen(given.octets, capture);
  const more = [
    ...(given.isUnescaped === true ? [UNESCAPED] : []),
    ...(given.isLogged === true ? bodyNotShownBeside(capture.request, capture.notes) : []),
  ];
  return more.length === 0 ? capture : { ...capture, notes: [...capture.notes, ...more] };
}

const UNESCAPED = changedNote(
  { header: 'signature' },
  "The text has characters escaped for HTML, such as &quot; for a quotation mark. They're read as those characters.",
  'If the request was sent with these escapes, send the characters themselves.',
);

/** Without byte order mark; what Windows writes as UTF-16 becomes UTF-8, as it was before. */
function readEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf8Octets(bufferOf(bytes.subarray(2)).toString('utf16le'));
  if (first === 0xfe && second === 0xff) {
    const whole = bytes.subarray(2, bytes.length - (bytes.length % 2));
    return utf8Octets(Buffer.from(whole).swap16().toString('utf16le'));
  }
  const octets = octetsOf(bytes);
  return octets.startsWith('\xef\xbb\xbf') ? octets.slice(3) : octets;
}

const MOST_NOTES = 200;
const MOST_NOTES_OF_A_PLACE = 3;

/** Each once, and of many at one place the first: one that is not sent as it stands says it. */
function shortened(notes: readonly CaptureNote[]): CaptureNote[] {
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
 * The texts that may be requests: the whole of it where it begins as one; else what stands within fences of Markdown
 * or elements of HTML and does; else the whole again. Quotation marks, prompts and HTML's escapes are gone.
 * @see C-verify-wrapped, C-verify-html
 */
function textsWithin(octets: string, format?: CaptureFormat): Written[] {
  const logged = jsonLogTexts(octets)
    .map((one) => bare({ octets: one }))
    .filter((one) => begins(one, format));
  holdTo('requests', logged.length);
  if (logged.length > 0) return logged;
  const plain = withoutHtmlEscapes(octets);
  const lines = withWrittenLineEnds(unquoted(plain.octets));
  const text = withoutLogPrefix(lines);
  const whole = { ...bare({ ...plain, octets: text }), isLogged: hasPrefix(lines, text) };
  const fenced = fencesIn(/^> ?(?:```|~~~)/m.test(text) ? text.replaceAll(/^> ?/gm, '') : text);
  const fences = fenced.length > 0 ? fenced : htmlBlocksIn(octets);
  if (
    fences.length === 0 ||
    (begins(whole, format) && (whole.isJson || !ANYWHERE.includes(beginsAs(whole)?.format)))
  )
    return [whole];
  const requests = fences.map(bare).filter((one) => begins(one, format));
  holdTo('requests', requests.length);
  const others = requests.filter(({ firstLine }) => !/^HTTP\/[0-9]/.test(firstLine));
  const [first] = others.length > 0 ? [others] : [requests];
  return first === undefined || first.length === 0 ? [whole] : first;
}

/** Forms that are told by lines anywhere in a text, so in its fences too. */
const ANYWHERE: readonly (CaptureFormat | undefined)[] = [
  ...(['trace', 'headers', 'okhttp', 'feign', 'apache', 'python'] as const),
];

function bare(text: Unwrapped): Written {
  const { octets, shell } = withoutPrompts(text);
  return { ...written(octets, shell), isUnescaped: text.isUnescaped ?? false };
}

/** Tells whether more than blanks was removed before the request line. */
function hasPrefix(lines: string, text: string): boolean {
  if (text === lines) return false;
  const before = lines.slice(0, lines.indexOf(text.split('\n', 1)[0] ?? ''));
  return /\S/.test(before.slice(before.lastIndexOf('\n') + 1));
}

/** JSON counts where it is a request, not where it is the body of one. */
function begins(given: Written, format: CaptureFormat | undefined): boolean {
  if (given.isJson && !/"(?:method|log|info|_type|requests?|response)"\s{0,9}:/.test(given.octets))
    return false;
  const form = given.isJson ? 'json' : beginsAs(given)?.format;
  return form !== undefined && (format === undefined || form === format || given.isJson);
}

const IS_WITHIN = /"(?:\\[rnt]|[ \t]){0,9}(?:[A-Z]{3,10} [^"\s]{1,8192} HTTP\/[0-9.]{1,3}(?:\\r)?\\n|curl )/;
const BEGINS = /^\s*(?:[A-Z]{3,10} \S{1,8192} HTTP\/[0-9]|curl\s)/;
/** JSON that has one of them is a request or a file of requests. */
const OF_OTHER_FORM = ['headers', 'item', '_type', 'request', 'requests', 'response', 'openapi'];

/**
 * Reads the requests that stand as texts in a JSON log, `{"level": "DEBUG", "message": "POST / HTTP/1.1\r\n…"}`: one
 * value, or one on each line. Answers the texts as octets.
 * @see C-verify-json-log
 */
function jsonLogTexts(octets: string): string[] {
  if (!/^\s*\{/.test(octets) || !IS_WITHIN.test(octets)) return [];
  const whole = parse(octets);
  const values = whole === undefined ? octets.split('\n').map(parse) : [whole];
  return values.flatMap((value) => (isObject(value) ? textsOf(value) : [])).map(utf8Octets);
}

function textsOf(value: JsonObject): string[] {
  const isRequest = value.method !== undefined && (value.url ?? value.target) !== undefined;
  if (isRequest || OF_OTHER_FORM.some((name) => value[name] !== undefined) || isObject(value.log)) return [];
  const members = Object.values(value).flatMap((one) => (isObject(one) ? Object.values(one) : [one]));
  return members.filter((one) => typeof one === 'string').filter((one) => BEGINS.test(one));
}

function parse(octets: string): unknown {
  try {
    return JSON.parse(textOf(octets));
  } catch {
    return undefined;
  }
}
