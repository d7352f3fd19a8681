import type { HttpRequest } from '../message.ts';

/** The forms that are read, as `--from` names them; each has its row in forms.ts. @see C-verify-formats */
export const CAPTURE_FORMATS = [
  'http',
  'headers',
  'trace',
  'answer',
  'curl',
  'fetch',
  'powershell',
  'har',
  'json',
  'postman',
  'insomnia',
  'axios',
  'okhttp',
  'feign',
  'apache',
  'python',
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

/** The member of a capture that says when its request was sent; none where that is not known. */
export function sentAt(time: number | undefined): { readonly sentAt?: number } {
  return time === undefined ? {} : { sentAt: time };
}

const DATE_LINE = /^date[ \t]*:[ \t]*([^\r\n]{29})[ \t]*\r?$/im;

/** The Date of an answer whose header lines stand in the text. */
export function dateAmong(lines: string): number | undefined {
  return answerTime(DATE_LINE.exec(lines)?.[1]);
}
