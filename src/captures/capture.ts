import { createHash } from 'node:crypto';
import { type Header, type HttpRequest, headerValue } from '../message.ts';
import type { Expansion } from './shell/word.ts';
import { shown } from './unreadable.ts';

/** The forms that are read, as `--from` names them; each has its row in forms.ts. @see C-verify-formats */
export const CAPTURE_FORMATS = [
  ...(['http', 'headers', 'trace', 'answer', 'curl', 'fetch', 'powershell', 'har'] as const),
  ...(['json', 'postman', 'insomnia', 'axios', 'okhttp', 'feign', 'apache', 'python'] as const),
] as const;
export type CaptureFormat = (typeof CAPTURE_FORMATS)[number];

/** A request that somebody wrote down, and what could not be taken from it as it was meant. */
export interface Capture {
  readonly format: CaptureFormat;
  /** Whether it is a bank's answer, of which method and target are empty. */
  readonly isAnswer?: boolean;
  /** Header values are octets, one character each, as they were on the wire. */
  readonly request: HttpRequest;
  /** `https://host[:port]`; absent where the capture does not say it. */
  readonly origin?: string;
  /** When it was sent, by the capture's own words, milliseconds since 1970: a HAR's startedDateTime, the Date of the answer. */
  readonly sentAt?: number;
  readonly notes: readonly CaptureNote[];
}

/**
 * - `shell-expansion`: a variable, a command or a pattern that a shell would have replaced; nothing is run here
 * - `capture-incomplete`: a part of the request that the capture does not hold
 * - `capture-changed`: a part that was read otherwise than it stands there
 */
export type CaptureNoteCode = 'shell-expansion' | 'capture-incomplete' | 'capture-changed';

export interface CaptureNote {
  readonly code: CaptureNoteCode;
  readonly part: 'target' | 'header' | 'body';
  /** Lower-case name, with part `header`. */
  readonly header?: string;
  /** One sentence that quotes what stands there. */
  readonly message: string;
  /** The part may have been sent as it stands: the note falls where the signature or the hash confirms it. */
  readonly mayBeLiteral?: boolean;
  /** What of the message stands in the capture and isn't in double quotes. */
  readonly quoted?: string;
  /** One sentence: what to do. */
  readonly remedy: string;
  /** Tells whether the body may have been sent with its members in another order. */
  readonly mayBeReordered?: boolean;
}

const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/**
 * The time that an answer's Date says, milliseconds since 1970; undefined for any but the one form in which servers
 * write it.
 * @see C-verify-http-answered
 */
export function answerTime(date: string | undefined): number | undefined {
  const text = date?.trim() ?? '';
  const time = IMF_FIXDATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const DATE_LINE = /^date[ \t]*:[ \t]*([^\r\n]{29})[ \t]*\r?$/im;

/** The Date of an answer whose header lines stand in the text. */
export function dateAmong(lines: string): number | undefined {
  return answerTime(DATE_LINE.exec(lines)?.[1]);
}

/** Where in the request something stands; of some header without its name. */
export type Place = 'target' | 'body' | 'header' | { readonly header: string };

/** The members of a note that say its place. */
export function notePlace(place: Place): Pick<CaptureNote, 'part' | 'header'> {
  return typeof place === 'string' ? { part: place } : { part: 'header', header: place.header.toLowerCase() };
}

const PLACES = { target: 'in the URL or method', body: 'in the body', header: 'in a header' };

const CAPTURE_AGAIN = 'Replace it with what was sent, or capture the sent request in a HAR or a proxy log.';

/** Of what stands in a request and was not sent so; `…` in the message is what stands there, and where. */
function literalNote(place: Place, literal: string, text: string, remedy = CAPTURE_AGAIN): CaptureNote {
  const quoted = shown(literal);
  const where = typeof place === 'string' ? PLACES[place] : `in the header ${place.header.toLowerCase()}`;
  const message = text.replace('…', () => `${quoted} ${where}`);
  return { code: 'shell-expansion', ...notePlace(place), quoted, message, remedy };
}

/** Of what a shell would have replaced; it stays as it is written. @see C-verify-curl-expansions */
export function expansionNote(place: Place, expansion: Expansion): CaptureNote {
  const { literal, isPattern, isPlaceholder = false } = expansion;
  if (isPlaceholder) return placeholderNote(place, literal, ' A shell would read < and > as redirections.');
  if (!isPattern)
    return literalNote(place, literal, "The shell replaces …. Nothing is run here, so it's kept as is.");
  const message = "The shell may expand … to file names or several words. Here it's kept as is.";
  return literalNote(place, literal, message, 'Put it in single quotes.');
}

export function templateNote(place: Place, literal: string): CaptureNote {
  const message = "The variable … is filled in when the request is sent. Here it's kept as is.";
  return literalNote(place, literal, message);
}

/** Of what a person was to fill in. @see C-verify-placeholders */
export function placeholderNote(place: Place, literal: string, more = ''): CaptureNote {
  return literalNote(place, literal, `… is a placeholder.${more} Here it's kept as is.`);
}

/** Of what only running the code would tell. @see C-verify-code-literals */
export function codeNote(place: Place, literal: string): CaptureNote {
  const message = "… is known only when the code runs. Nothing is run here, so it's kept as is.";
  return literalNote(place, literal, message);
}

export function incompleteNote(place: Place, message: string, remedy = CAPTURE_AGAIN): CaptureNote {
  return { code: 'capture-incomplete', ...notePlace(place), message, remedy };
}

export function changedNote(place: Place, message: string, remedy: string): CaptureNote {
  return { code: 'capture-changed', ...notePlace(place), message, remedy };
}

/** SHA-256 and SHA-512 of nothing. */
const OF_NOTHING = ['sha256', 'sha512'].map((name) => createHash(name).digest('base64'));

/**
 * Where headers are shown without the body: a Digest of anything but nothing says that there was one.
 * @see C-verify-headers-alone, G4-capture-incomplete
 */
export function bodyNotShown(headers: readonly Header[]): CaptureNote[] {
  const digest = headerValue(headers, 'digest');
  if (digest === undefined || OF_NOTHING.some((hash) => digest.includes(hash))) return [];
  return [
    incompleteNote('body', "The body isn't in the capture, so Digest can't be compared with it.", ADD_BODY),
  ];
}

/** The same of a request that may have its body, or a note of it already. */
export function bodyNotShownBeside(
  { headers, body }: HttpRequest,
  notes: readonly CaptureNote[],
): CaptureNote[] {
  const isTold = body.length > 0 || notes.some(({ part }) => part === 'body');
  return isTold ? [] : bodyNotShown(headers);
}

const ADD_BODY = 'Add an empty line and the body that was sent.';
