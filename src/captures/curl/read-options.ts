import type { CaptureNote } from '../capture.ts';
import { BODY, expansionNote, incompleteNote, inHeader, type Place, TARGET } from '../notes.ts';
import type { Word } from '../shell/word.ts';
import { unreadable } from '../unreadable.ts';
import type { Argument } from './arguments.ts';
import { isDataOption, type Load, readData, strippedNote } from './data.ts';

/** What the options say of the request, as far as they have been read. */
export interface CurlOptions {
  readonly urls: Word[];
  request: string | undefined;
  requestTarget: string | undefined;
  /** `Name: value` and its other forms, as given. */
  readonly headers: string[];
  readonly cookies: string[];
  /** `name:password` */
  user: string | undefined;
  bearer: string | undefined;
  userAgent: string | undefined;
  referer: string | undefined;
  range: string | undefined;
  /** Pieces of what the data options give; empty without any. */
  readonly data: string[];
  /** What the shell or curl changes in it, told by the place where it ends up. */
  readonly dataNotes: ((place: Place) => CaptureNote)[];
  isJson: boolean;
  upload: Word | undefined;
  readonly query: string[];
  isGet: boolean;
  isHead: boolean;
  isPathAsIs: boolean;
  areBracketsPlain: boolean;
  readonly notes: CaptureNote[];
}

/**
 * Goes through the options from left to right, as curl does.
 * @throws Fault INPUT_INVALID for an option whose request can't be told from the command line
 */
export function readOptions(given: readonly Argument[], load: Load): CurlOptions {
  const options = nothingSaid();
  for (const { name, value, on } of given) {
    const effect = Object.hasOwn(EFFECTS, name) ? EFFECTS[name] : undefined;
    if (isDataOption(name)) addData(options, readData(name, value, load), name === 'json');
    else if (effect !== undefined) effect(options, value, on, load);
  }
  return options;
}

function nothingSaid(): CurlOptions {
  return {
    ...{ urls: [], headers: [], cookies: [], data: [], dataNotes: [], query: [], notes: [] },
    ...{ request: undefined, requestTarget: undefined, user: undefined, bearer: undefined },
    ...{ userAgent: undefined, referer: undefined, range: undefined, upload: undefined },
    ...{ isJson: false, isGet: false, isHead: false, isPathAsIs: false, areBracketsPlain: false },
  };
}

type Effect = (options: CurlOptions, value: Word, on: boolean, load: Load) => void;

/** Options that are not here change nothing of the request. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  url: (options, value) => {
    if (value.text !== '') options.urls.push(value);
  },
  request: (options, value) => {
    noteExpansions(options, value, TARGET);
    if (value.text === '')
      throw unreadable('The option --request has an empty value.', 'Add the method, for example -X POST.');
    options.request = value.text;
  },
  'request-target': (options, value) => {
    noteExpansions(options, value, TARGET);
    options.requestTarget = value.text;
  },
  header: addHeader,
  cookie: addCookie,
  user: (options, value) => {
    noteExpansions(options, value, AUTHORIZATION);
    const hasPassword = value.text.includes(':') || value.expansions.length > 0 || value.text === '';
    if (!hasPassword)
      options.notes.push(incompleteNote(AUTHORIZATION, 'curl asks for the password of --user.'));
    options.user = value.text.includes(':') ? value.text : `${value.text}:`;
  },
  'oauth2-bearer': (options, value) => {
    noteExpansions(options, value, AUTHORIZATION);
    options.bearer = value.text;
  },
  'user-agent': (options, value) => {
    noteExpansions(options, value, inHeader('user-agent'));
    options.userAgent = value.text;
  },
  referer: (options, value) => {
    noteExpansions(options, value, inHeader('referer'));
    options.referer = value.text.split(';auto')[0];
  },
  range: (options, value) => {
    noteExpansions(options, value, inHeader('range'));
    options.range = /^[0-9]+$/.test(value.text) ? `${value.text}-` : value.text;
  },
  'continue-at': (options, value) => {
    if (value.text === '-') options.notes.push(unknownHeader('--continue-at -', 'range'));
    else options.range = `${value.text}-`;
  },
  'upload-file': (options, value) => {
    options.upload = value.text === '' ? undefined : value;
  },
  'url-query': (options, value, _, load) => {
    noteExpansions(options, value, TARGET);
    const isRaw = value.text.startsWith('+');
    options.query.push(isRaw ? value.text.slice(1) : readData('data-urlencode', value, load).octets);
  },
  get: (options, _, on) => {
    options.isGet = on;
  },
  head: (options, _, on) => {
    options.isHead = on;
  },
  'path-as-is': (options, _, on) => {
    options.isPathAsIs = on;
  },
  globoff: (options, _, on) => {
    options.areBracketsPlain = on;
  },
  form: refuseForm,
  'form-string': refuseForm,
  config: () => {
    throw unreadable(
      "The command reads more options from a file (--config), which psd2 doesn't read.",
      "Put the file's options in the command.",
    );
  },
  ...Object.fromEntries(['help', 'manual', 'version'].map((name) => [name, refuseQuestion])),
  ...Object.fromEntries(
    [
      'anyauth',
      'aws-sigv4',
      'digest',
      'negotiate',
      'netrc',
      'netrc-file',
      'netrc-optional',
      'ntlm',
      'ntlm-wb',
    ].map((name) => [name, unknownHeaderOf(name, 'authorization')]),
  ),
  'time-cond': unknownHeaderOf('time-cond', 'if-modified-since'),
  'etag-compare': unknownHeaderOf('etag-compare', 'if-none-match'),
  crlf: (options, _, on) => {
    if (on)
      options.notes.push(
        incompleteNote(
          BODY,
          'With --crlf, curl changes the line ends of an upload. Here they stay as they are.',
        ),
      );
  },
};

const AUTHORIZATION = inHeader('authorization');

function noteExpansions({ notes }: Pick<CurlOptions, 'notes'>, value: Word, place: Place): void {
  for (const one of value.expansions) notes.push(expansionNote(place, one));
}

function addData(options: CurlOptions, read: ReturnType<typeof readData>, isJson: boolean): void {
  if (options.data.length > 0 && !isJson) options.data.push('&');
  options.data.push(read.octets);
  options.isJson ||= isJson;
  const { stripped } = read;
  if (stripped !== undefined) options.dataNotes.push((place) => strippedNote(place, stripped));
  for (const one of read.expansions) options.dataNotes.push((place) => expansionNote(place, one));
}

function addHeader(options: CurlOptions, value: Word, _: boolean, load: Load): void {
  const { text } = value;
  if (text.startsWith('@')) {
    const { octets, expansions } = load({ ...value, text: text.slice(1) });
    for (const one of expansions) options.notes.push(expansionNote({ part: 'header' }, one));
    for (const line of octets.split(/\r?\n/))
      if (line !== '' && !line.startsWith('#')) options.headers.push(line);
    return;
  }
  const name = /^[^:;\s]*/.exec(text)?.[0] ?? '';
  noteExpansions(options, value, name === text ? { part: 'header' } : inHeader(name));
  options.headers.push(text);
}

/** What has no `=` is the name of a file that curl keeps cookies in. */
function addCookie(options: CurlOptions, value: Word): void {
  noteExpansions(options, value, inHeader('cookie'));
  const { text } = value;
  if (text.includes('=') && !text.startsWith('@')) options.cookies.push(text);
  else if (text !== '') options.notes.push(unknownHeader('--cookie with a file', 'cookie'));
}

function refuseForm(): never {
  throw unreadable(
    'The command sends a multipart form, and curl uses a new boundary each time.',
    'Capture the sent request as a HAR.',
  );
}

function refuseQuestion(): never {
  throw unreadable(
    'The command only asks curl for information and sends no request.',
    'Pass the command that sends the request.',
  );
}

function unknownHeader(what: string, header: string): CaptureNote {
  return incompleteNote(inHeader(header), `For ${what}, curl generates a header that isn't in the command.`);
}

function unknownHeaderOf(option: string, header: string): Effect {
  return (options, _, on) => {
    if (on) options.notes.push(unknownHeader(`--${option}`, header));
  };
}
