import type { Fault } from '../../errors.ts';
import type { Header, HttpRequest } from '../../message.ts';
import { trimBlanks } from '../../octets.ts';
import { type Capture, type CaptureNote, changedNote, expansionNote } from '../capture.ts';
import { chooseCapture, isSigned, isUnreadable, leftOutNote } from '../entries.ts';
import type { FormOptions, Written } from '../form.ts';
import { readHeaderLines } from '../http/head.ts';
import { bytesOf, percentEncoded } from '../octets.ts';
import type { Shell } from '../shell/which-shell.ts';
import type { Word } from '../shell/word.ts';
import { templateNotes } from '../templates.ts';
import { excerpt, shown, unreadable } from '../unreadable.ts';
import { readArguments } from './arguments.ts';
import { type CurlCommand, findCurl, fromNextCurl, RUNS_CURL } from './find-curl.ts';
import {
  type CurlOptions,
  fileContent,
  type Load,
  type ReadFile,
  readOptions,
  readStandardInput,
} from './read-options.ts';
import { type CurlUrl, readUrl } from './url.ts';

/** Commands that can't be read are tried this often: each try may read to the end of the text. */
const MOST_FAULTS = 20;
const MOST_COMMANDS = 100;

/**
 * The request of the curl command that is meant: by its place or URL, else the only signed one, else the first.
 * @throws Fault INPUT_INVALID where no command can be read, or several are signed and the first isn't
 * @see C-verify-curl-command, C-verify-readable-others
 */
export function readCurl({ octets, shell }: Written, { request: wanted, readFile }: FormOptions): Capture {
  const { captures, faults } = readCommandsOf(octets, readFile, shell);
  const [first] = captures;
  const [fault] = faults;
  if (first === undefined) throw fault ?? unreadable('No curl command found.', 'Pass a curl command.');
  const notes = fault === undefined ? [] : [leftOutNote(fault)];
  const signed = captures.filter(({ request }) => isSigned(request.headers));
  const isFirst = wanted === undefined && (signed.length === 0 || signed.includes(first));
  return isFirst
    ? { ...first, notes: [...first.notes, ...notes] }
    : chooseCapture({ read: captures, notes }, wanted);
}

/** All commands that can be read, and the faults of those before the first of them. */
function readCommandsOf(octets: string, readFile: ReadFile, shell: Shell | undefined) {
  const captures: Capture[] = [];
  const faults: Fault[] = [];
  let tries = 0;
  let text: string | undefined = octets;
  while (text !== undefined && tries < MOST_FAULTS && captures.length < MOST_COMMANDS) {
    const current: string = text;
    try {
      const read = readOneCurl(current, readFile, shell);
      captures.push(read.capture);
      text = RUNS_CURL.test(read.rest) ? read.rest : undefined;
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      tries += 1;
      if (captures.length === 0) faults.push(thrown);
      text = fromNextCurl(current);
    }
  }
  return { captures, faults };
}

/**
 * The request that a curl command line sends. Quotes are read as its shell reads them, options as curl does;
 * nothing is run, and what a shell would replace is noted and stands as it is.
 * @throws Fault INPUT_INVALID
 * @see C-verify-curl-requests
 */
function readOneCurl(
  octets: string,
  readFile: ReadFile,
  shell?: Shell,
): { readonly capture: Capture; readonly rest: string } {
  const curl = findCurl(octets, shell);
  const { given, hasNext } = readArguments(curl.words);
  const load: Load = (name) =>
    name.text === '-' ? readStandardInput(curl.command.input, readFile) : fileContent(name, readFile);
  const options = readOptions(given, load);
  const { body, notes: bodyNotes } = readBody(options, load);
  const { url: word, notes: urlNotes } = chooseUrl(options.urls);
  const { upload } = options;
  const hasName = upload !== undefined && upload.text !== '-' && upload.text !== '.';
  const uploadName = hasName
    ? percentEncoded(upload.text.slice(upload.text.lastIndexOf('/') + 1))
    : undefined;
  const url = readUrl(word, {
    isPathAsIs: options.isPathAsIs,
    areBracketsPlain: options.areBracketsPlain,
    query: queryOf(options),
    uploadName,
  });
  const { headers, notes: headerNotes } = assembleHeaders(options, url, body);
  const request: HttpRequest = {
    method: methodOf(options),
    target: options.requestTarget ?? url.target,
    headers,
    body: bytesOf(body ?? ''),
  };
  const notes = [
    ...curl.notes,
    ...leftOutNotes(curl, hasNext),
    ...urlNotes,
    ...(options.requestTarget === undefined ? url.notes : []),
    ...options.notes,
    ...headerNotes,
    ...bodyNotes,
    ...templateNotes(request, word.text),
  ];
  const named = new Set(notes.map(({ quoted }) => quoted));
  const placeholders = curl.words
    .flatMap(({ expansions }) => expansions)
    .filter(({ literal, isPlaceholder }) => isPlaceholder === true && !named.has(shown(literal)));
  const capture: Capture = {
    format: 'curl',
    request,
    origin: url.origin,
    notes: [...notes, ...placeholders.map(({ literal }) => optionPlaceholderNote(literal))],
  };
  return { capture, rest: curl.rest };
}

/** Of an option that adds nothing to the request, as `--cert <FILE>`. @see C-verify-placeholders */
function optionPlaceholderNote(literal: string): CaptureNote {
  return {
    ...changedNote(
      'target',
      `${shown(literal)} in the command is a placeholder. A shell would read < and > as redirections. Here it's kept as is.`,
      'Replace it with what was used.',
    ),
    quoted: shown(literal),
  };
}

function methodOf({ request, isHead, isGet, upload, data }: CurlOptions): string {
  if (request !== undefined) return request;
  if (isHead) return 'HEAD';
  if (isGet) return 'GET';
  if (upload !== undefined) return 'PUT';
  return data.length > 0 ? 'POST' : 'GET';
}

/** Undefined where the request has none, which is not the same as an empty one. */
function readBody(
  { data, dataNotes, upload, isGet, isHead }: CurlOptions,
  load: Load,
): { body: string | undefined; notes: CaptureNote[] } {
  const isSent = data.length > 0 && !isGet;
  if ((isSent && (isHead || upload !== undefined)) || (isHead && upload !== undefined)) {
    throw unreadable(
      'curl refuses this command. Use only one of --head, --upload-file and --data.',
      "Remove what doesn't belong to the request.",
    );
  }
  if (upload === undefined) {
    const notes = dataNotes.map((note) => note(isGet ? 'target' : 'body'));
    return { body: isSent ? data.join('') : undefined, notes };
  }
  const content = load(upload.text === '.' ? { ...upload, text: '-' } : upload);
  return { body: content.octets, notes: content.expansions.map((one) => expansionNote('body', one)) };
}

/** With --get the data is the query; --url-query counts without it. */
function queryOf({ isGet, data, query }: CurlOptions): string | undefined {
  if (isGet && data.length > 0) return data.join('');
  return query.length > 0 ? query.join('&') : undefined;
}

/** The first URL; a variable alone is taken for one only where nothing else is. */
function chooseUrl(urls: readonly Word[]): { url: Word; notes: CaptureNote[] } {
  const [url = urls[0]] = urls.filter((word) => !isVariable(word));
  if (url === undefined) {
    throw unreadable('The curl command has no URL.', 'Copy the whole command, with the URL.');
  }
  const variables = urls.filter((word) => word !== url && isVariable(word));
  const others = urls.filter((word) => word !== url && !isVariable(word));
  return {
    url,
    notes: [
      ...variables.flatMap(({ expansions }) => expansions.map((one) => expansionNote('header', one))),
      ...url.expansions.map((one) => expansionNote('target', one)),
      ...others.slice(0, 1).map((word) => leftOut(`curl also sends a request to ${excerpt(word.text)}`)),
    ],
  };
}

function isVariable({ text, expansions }: Word): boolean {
  return expansions.length === 1 && expansions[0]?.literal === text;
}

function leftOutNotes({ other, command }: CurlCommand, hasNext: boolean): CaptureNote[] {
  const notes = hasNext ? [leftOut('Another request follows --next')] : [];
  if (other === '') return notes;
  const isCut = command.endedBy === '&';
  const message = `${excerpt(other)} comes after ${isCut ? 'an unquoted &' : 'the first curl command'} and is ignored.`;
  const remedy = isCut
    ? 'Put the URL in quotes. An unquoted & ends the command.'
    : 'Pass only the curl command.';
  return [...notes, changedNote('target', message, remedy)];
}

function leftOut(what: string): CaptureNote {
  return changedNote('target', `${what}, which is ignored.`, 'Pass each request separately.');
}

/**
 * The headers as curl sends them, in its order. Left out is what differs from one build of curl to another:
 * its own User-Agent, Accept-Encoding, Expect.
 * @param body undefined without one
 * @see C-verify-header-octets
 */
function assembleHeaders(
  { headers: given, bearer, range, userAgent, referer, cookies, isJson, upload, ...options }: CurlOptions,
  url: CurlUrl,
  body: string | undefined,
): { headers: readonly Header[]; notes: readonly CaptureNote[] } {
  const ofJson = isJson
    ? ['Content-Type', 'Accept'].filter((name) => !given.some((one) => isNamed(one, name)))
    : [];
  const custom = [...given, ...ofJson.map((name) => `${name}: application/json`)];
  const line = (name: string, value: string | undefined) =>
    value === undefined || custom.some((one) => isNamed(one, name)) ? [] : [`${name}: ${value}`];
  const isChunked = custom.some((text) => isNamed(text, 'transfer-encoding') && /chunked/i.test(text));
  const user = options.user ?? url.user;
  const basic = user === undefined ? undefined : `Basic ${Buffer.from(user, 'latin1').toString('base64')}`;
  const lines = [
    ...hostLine(custom, url.host),
    ...line('Authorization', bearer === undefined ? basic : `Bearer ${bearer}`),
    ...line('Range', range === undefined ? undefined : `bytes=${range}`),
    ...line('User-Agent', userAgent || undefined),
    ...line('Accept', '*/*'),
    ...line('Referer', referer || undefined),
    ...line('Cookie', cookies.length === 0 ? undefined : cookies.join(';')),
    ...custom.filter((text) => !isNamed(text, 'host')).flatMap(sentLine),
    ...line('Content-Length', isChunked || body === undefined ? undefined : String(body.length)),
    ...line(
      'Content-Type',
      body === undefined || upload !== undefined ? undefined : 'application/x-www-form-urlencoded',
    ),
  ];
  // A line end within a header makes two lines of it; an empty one ended the headers, which we do not follow.
  const split = lines.join('\n').split(/\r?\n/);
  return readHeaderLines(
    split.filter((one) => one !== ''),
    { where: () => ' of --header', hint: "Pass each header separately: -H 'Name: value'." },
  );
}

/** curl takes `Name:` and `Name;` for the header of that name, to replace its own. */
function isNamed(line: string, name: string): boolean {
  const separator = line[name.length];
  const isWhole = separator === ':' || separator === ';';
  return isWhole && line.slice(0, name.length).toLowerCase() === name.toLowerCase();
}

/** The first Host that is given counts; `Host:` alone sends none. */
function hostLine(custom: readonly string[], host: string | undefined): string[] {
  const first = custom.find((text) => isNamed(text, 'host'));
  if (first !== undefined)
    return first.slice('host'.length) === ':' ? [] : [`Host:${first.slice('host:'.length)}`];
  return host === undefined ? [] : [`Host: ${host}`];
}

/** `Name: value` as it is; `Name;` with an empty value; `Name:` and what has neither are not sent. */
function sentLine(text: string): string[] {
  const colon = text.indexOf(':');
  if (colon >= 0) return trimBlanks(text.slice(colon + 1)) === '' ? [] : [text];
  return text.indexOf(';') === text.length - 1 && text.length > 1 ? [`${text.slice(0, -1)}:`] : [];
}
