import type { Capture, CaptureFormat, CaptureNote } from './capture.ts';
import { detectForm } from './detect.ts';
import { chooseCapture, readEach } from './entries.ts';
import type { FormOptions, Written } from './form.ts';
import { formOf } from './forms.ts';
import { bodyNotShownBeside, changedNote, inHeader } from './notes.ts';
import { octetsOf, utf8Octets } from './octets.ts';
import { textsWithin } from './texts-within.ts';
import { refuseUnread, refuseUnreadOfChosen } from './unread.ts';
import { unreadable } from './unreadable.ts';

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
  if (options.request !== undefined && !form.holdsSeveral) {
    throw unreadable(
      "--request only works with several requests, and there's only one.",
      'Remove --request.',
    );
  }
  if (options.request === undefined) refuseUnread(given.octets, capture);
  else refuseUnreadOfChosen(given.octets, capture);
  const more = [
    ...(given.isUnescaped === true ? [unescapedNote()] : []),
    ...(given.isLogged === true ? bodyNotShownBeside(capture.request, capture.notes) : []),
  ];
  return more.length === 0 ? capture : { ...capture, notes: [...capture.notes, ...more] };
}

function unescapedNote(): CaptureNote {
  return changedNote(
    inHeader('signature'),
    "The text has characters escaped for HTML, such as &quot; for a quotation mark. They're read as those characters.",
    'If the request was sent with these escapes, send the characters themselves.',
  );
}

/** Without byte order mark; what Windows writes as UTF-16 becomes UTF-8, as it was before. */
function readEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf8Octets(utf16(bytes.subarray(2)));
  if (first === 0xfe && second === 0xff) {
    const whole = bytes.subarray(2, bytes.length - (bytes.length % 2));
    return utf8Octets(utf16(Buffer.from(whole).swap16()));
  }
  const octets = octetsOf(bytes);
  return octets.startsWith('\xef\xbb\xbf') ? octets.slice(3) : octets;
}

function utf16(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf16le');
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
