import { createHash } from 'node:crypto';
import { getHeader, type HttpRequest } from '../message.ts';
import { decodeOctets, showExcerpt } from './octets.ts';
import type { Expansion, Shell } from './shell/word.ts';

/** The supported formats, as `--from` names them; each has a row in formats.ts. @see C-verify-formats */
export const CAPTURE_FORMATS = [
  ...(['http', 'headers', 'trace', 'answer', 'curl', 'fetch', 'powershell', 'har'] as const),
  ...(['json', 'postman', 'insomnia', 'axios', 'okhttp', 'feign', 'apache', 'python'] as const),
] as const;
export type CaptureFormat = (typeof CAPTURE_FORMATS)[number];

/** A captured request, with notes about parts that couldn't be read as intended. */
export interface Capture {
  readonly format: CaptureFormat;
  /** True for a bank's response; method and target are then empty. */
  readonly isAnswer?: boolean;
  /** Header values have one character per byte, as on the wire. */
  readonly request: HttpRequest;
  /** The origin `https://host[:port]`; absent if the capture doesn't contain it. */
  readonly origin?: string;
  /**
   * The time of the request according to the capture, in milliseconds since 1970: the startedDateTime of a HAR, or the
   * Date of the response.
   */
  readonly sentAt?: number;
  readonly notes: readonly CaptureNote[];
}

/**
 * The kind of a note:
 * - `shell-expansion`: a variable, command or pattern that a shell would have expanded; nothing is executed here
 * - `capture-incomplete`: a part of the request that the capture lacks
 * - `capture-changed`: a part that was read differently than written
 */
export type CaptureNoteCode = 'shell-expansion' | 'capture-incomplete' | 'capture-changed';

export interface CaptureNote {
  readonly code: CaptureNoteCode;
  readonly part: 'target' | 'header' | 'body';
  /** The lower-case name, if part is `header`. */
  readonly header?: string;
  /** One sentence that quotes the text. */
  readonly message: string;
  /** True if the text may have been sent literally: the note is dropped if the signature or the hash confirms it. */
  readonly mayBeLiteral?: boolean;
  /** The quoted text of the capture, without double quotes. */
  readonly quoted?: string;
  /** One sentence with the remedy. */
  readonly remedy: string;
  /** True if the body may have been sent with its members in another order. */
  readonly mayBeReordered?: boolean;
}

const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/**
 * Parses the Date of a response, in milliseconds since 1970; returns undefined for any form other than the one that
 * servers write.
 * @see C-verify-http-answered
 */
export function parseAnswerDate(date: string | undefined): number | undefined {
  const text = date?.trim() ?? '';
  const time = IMF_FIXDATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const DATE_LINE = /^date[ \t]*:[ \t]*([^\r\n]{29})[ \t]*\r?$/im;

/** Finds the Date in the header lines of a response. */
export function findAnswerDate(lines: string): number | undefined {
  return parseAnswerDate(DATE_LINE.exec(lines)?.[1]);
}

/** The part of a request; `header` without a name is any header. */
export type Place = 'target' | 'body' | 'header' | { readonly header: string };

/** Returns the members of a note that give its place. */
function notePlace(place: Place): Pick<CaptureNote, 'part' | 'header'> {
  return typeof place === 'string' ? { part: place } : { part: 'header', header: place.header.toLowerCase() };
}

const PLACES = { target: 'in the URL or method', body: 'in the body', header: 'in a header' };

const CAPTURE_AGAIN = 'Replace it with what was sent, or capture the sent request in a HAR or a proxy log.';

/** Creates a note about text that wasn't sent literally; `…` in the message is replaced by the text and its place. */
function createLiteralNote(place: Place, literal: string, text: string, remedy = CAPTURE_AGAIN): CaptureNote {
  const quoted = showExcerpt(literal);
  const where = typeof place === 'string' ? PLACES[place] : `in the header ${place.header.toLowerCase()}`;
  const message = text.replace('…', () => `${quoted} ${where}`);
  return { code: 'shell-expansion', ...notePlace(place), quoted, message, remedy };
}

/** Creates a note about an expansion, which stays as written. @see C-verify-curl-expansions */
export function createExpansionNote(place: Place, expansion: Expansion): CaptureNote {
  const { literal, isPattern, isPlaceholder = false } = expansion;
  if (isPlaceholder)
    return createPlaceholderNote(place, literal, ' A shell would read < and > as redirections.');
  if (!isPattern)
    return createLiteralNote(
      place,
      literal,
      "The shell replaces …. Nothing is run here, so it's kept as is.",
    );
  const message = "The shell may expand … to file names or several words. Here it's kept as is.";
  return createLiteralNote(place, literal, message, 'Put it in single quotes.');
}

/** Creates a note about a placeholder. @see C-verify-placeholders */
function createPlaceholderNote(place: Place, literal: string, more = ''): CaptureNote {
  return createLiteralNote(place, literal, `… is a placeholder.${more} Here it's kept as is.`);
}

/** Creates a note about a value that only running the code would give. @see C-verify-code-literals */
export function createCodeNote(place: Place, literal: string): CaptureNote {
  const message = "… is known only when the code runs. Nothing is run here, so it's kept as is.";
  return createLiteralNote(place, literal, message);
}

export function createIncompleteNote(place: Place, message: string, remedy = CAPTURE_AGAIN): CaptureNote {
  return { code: 'capture-incomplete', ...notePlace(place), message, remedy };
}

export function createChangedNote(place: Place, message: string, remedy: string): CaptureNote {
  return { code: 'capture-changed', ...notePlace(place), message, remedy };
}

/** The SHA-256 and SHA-512 hashes of empty input. */
const OF_NOTHING = ['sha256', 'sha512'].map((name) => createHash(name).digest('base64'));

/**
 * Notes that headers were shown without the body, unless there is a note about the body: a Digest of anything but empty
 * input proves that there was one.
 * @see C-verify-headers-alone, G4-capture-incomplete
 */
export function noteMissingBody(capture: Capture): Capture {
  const { headers, body } = capture.request;
  const digest = getHeader(headers, 'digest');
  const isKnown = body.length > 0 || capture.notes.some(({ part }) => part === 'body');
  if (isKnown || digest === undefined || OF_NOTHING.some((hash) => digest.includes(hash))) return capture;
  return { ...capture, notes: [...capture.notes, NO_BODY] };
}

const NO_BODY = createIncompleteNote(
  'body',
  "The body isn't in the capture, so Digest can't be compared with it.",
  'Add an empty line and the body that was sent.',
);

export interface FormOptions {
  /** Selects one of several requests: by its name, its index from 0, or a part of its URL. */
  readonly request?: number | string;
  /** Reads a file that the capture names; rejects files that it may not read. */
  readonly readFile: (name: string) => Uint8Array;
}

/** The text with a request, one character per byte. */
export interface SourceText {
  readonly octets: string;
  /** The text after empty lines, comments and variables of an HTTP client. */
  readonly text: string;
  readonly firstLine: string;
  /** The shell of the preceding prompt or of the surrounding fence. */
  readonly shell?: Shell;
  /** True if HTML escapes were decoded. */
  readonly isUnescaped?: boolean;
  /** True if a logger wrote a prefix before each line, so that the body may be missing. */
  readonly isLogged?: boolean;
  /** True if the text begins as JSON does; it may be invalid. */
  readonly isJson: boolean;
  /** Parses the bytes as JSON, once. @throws Fault INPUT_INVALID */
  readonly json: () => unknown;
}

/** Matches `{{name}}`, the variables of Postman, Insomnia and `.http` files. JSON never contains such braces. */
const TEMPLATE = /\{\{[^{}"\n]{1,100}\}\}/g;

/**
 * Notes the variables that a tool replaces when it sends; `url` is the URL as written, with its host.
 * @see C-verify-template-variables
 */
export function noteTemplates(
  { headers, body }: HttpRequest,
  url: string,
  pattern = TEMPLATE,
): CaptureNote[] {
  const places: readonly (readonly [Place, string])[] = [
    ['target', url],
    ...headers.map(([name, value]) => [{ header: name }, value] as const),
    ['body', decodeOctets(body)],
  ];
  const message = "The variable … is filled in when the request is sent. Here it's kept as is.";
  return places.flatMap(([place, octets]) =>
    [...new Set(octets.match(pattern) ?? [])].map((literal) => createLiteralNote(place, literal, message)),
  );
}

/** Matches `<NAME>`, `${NAME}` and `$NAME`, the placeholders of documentation and scripts. */
const PLACEHOLDER =
  /<[A-Za-z][A-Za-z0-9_. -]{0,60}>|\$\{[A-Za-z_][A-Za-z0-9_.]{0,60}\}|\$[A-Za-z_][A-Za-z0-9_]{0,60}/g;
/** Matches a placeholder that is a whole JSON string: inside text, the same characters may be literal. */
const WHOLE_STRING =
  /"(<[A-Za-z][A-Za-z0-9_. -]{0,60}>|\$\{[A-Za-z_][A-Za-z0-9_.]{0,60}\}|\$[A-Za-z_][A-Za-z0-9_]{0,60})"/g;
/** Matches `%NAME%` of cmd and `[NAME]` of documentation if they are the whole value of a header. */
const WHOLE_VALUE = /^\s*(%[A-Za-z_][A-Za-z0-9_]{0,60}%|\[[A-Za-z][A-Za-z0-9_. -]{0,60}\])\s*$/;
const WHOLE_BODY = /^\s*(<[A-Za-z][A-Za-z0-9_. -]{0,60}>|\$\{?[A-Za-z_][A-Za-z0-9_.]{0,60}\}?)\s*$/;
const LONGEST_BODY = 262_144;
const MOST_OF_A_PLACE = 3;

/**
 * Notes the placeholders of a request in any format, unless another note already reports an expansion in the same
 * place.
 * @see C-verify-placeholders
 */
export function notePlaceholders({ request, origin = '', notes }: Capture): CaptureNote[] {
  const isTold = (place: Place) => {
    const { part, header } = notePlace(place);
    return notes.some((one) => one.code === 'shell-expansion' && one.part === part && one.header === header);
  };
  const octets = decodeOctets(request.body.subarray(0, LONGEST_BODY));
  const whole = WHOLE_BODY.exec(octets)?.[1];
  const target = (origin + request.target).replaceAll(/%3C/gi, '<').replaceAll(/%3E/gi, '>');
  const places: readonly (readonly [Place, readonly string[]])[] = [
    ['target', target.match(PLACEHOLDER) ?? []],
    ...request.headers.map(([name, value]) => [{ header: name }, listInValue(value)] as const),
    ['body', whole === undefined ? [...octets.matchAll(WHOLE_STRING)].map(([, one = '']) => one) : [whole]],
  ];
  return places
    .filter(([place, literals]) => literals.length > 0 && !isTold(place))
    .flatMap(([place, literals]) =>
      [...new Set(literals)]
        .slice(0, MOST_OF_A_PLACE)
        .map((literal) => ({ ...createPlaceholderNote(place, literal), mayBeLiteral: true })),
    );
}

function listInValue(value: string): readonly string[] {
  const whole = WHOLE_VALUE.exec(value)?.[1];
  return whole === undefined ? (value.match(PLACEHOLDER) ?? []) : [whole];
}
