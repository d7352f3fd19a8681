import { trimBlanks } from '../../core/octets.ts';
import { matchLength } from '../../core/scan.ts';
import type { Fault } from '../../errors.ts';
import type { Header, HttpRequest } from '../../message.ts';
import {
  type Capture,
  type CaptureNote,
  createChangedNote,
  createExpansionNote,
  type FormOptions,
  noteTemplates,
  type SourceText,
} from '../capture.ts';
import { chooseCapture, isSigned, noteLeftOutEntry, tryRead } from '../entries.ts';
import { readHeaderLines } from '../http/message.ts';
import { createUnreadable, encodeBytes, percentEncoded, quoteExcerpt, showExcerpt } from '../octets.ts';
import { readPowerShellCommands } from '../powershell/script.ts';
import { readCmdCommands } from '../shell/cmd.ts';
import { type DetectedShell, detectShell, readCommands, type ShellCommand } from '../shell/commands.ts';
import type { Shell, Word } from '../shell/word.ts';
import {
  type CurlOptions,
  type Load,
  type ReadFile,
  readArguments,
  readContent,
  readOptions,
  readStandardInput,
} from './options.ts';
import { type CurlUrl, readUrl } from './url.ts';

/** The number of unreadable commands that are tried: each attempt may read to the end of the text. */
const MOST_FAULTS = 20;
const MOST_COMMANDS = 100;

/**
 * Reads the selected curl command: by its index or URL, else the only signed one, else the first.
 * @throws Fault INPUT_INVALID if no command can be read, or several are signed and the first isn't
 * @see C-verify-curl-command, C-verify-readable-others
 */
export function readCurl({ octets, shell }: SourceText, { request: wanted, readFile }: FormOptions): Capture {
  const { captures, faults } = readAllCommands(octets, readFile, shell);
  const [first] = captures;
  const [fault] = faults;
  if (first === undefined) throw fault ?? createUnreadable('No curl command found.', 'Pass a curl command.');
  const notes = fault === undefined ? [] : [noteLeftOutEntry(fault)];
  const signed = captures.filter(({ request }) => isSigned(request.headers));
  const isFirst = wanted === undefined && (signed.length === 0 || signed.includes(first));
  return isFirst
    ? { ...first, notes: [...first.notes, ...notes] }
    : chooseCapture({ read: captures, notes }, wanted);
}

/** Reads all readable commands, and collects the faults of those before the first readable one. */
function readAllCommands(octets: string, readFile: ReadFile, shell: Shell | undefined) {
  const captures: Capture[] = [];
  const faults: Fault[] = [];
  let tries = 0;
  let text: string | undefined = octets;
  while (text !== undefined && tries < MOST_FAULTS && captures.length < MOST_COMMANDS) {
    const current: string = text;
    const one = tryRead(() => readOneCurl(current, readFile, shell));
    if ('read' in one) {
      captures.push(one.read.capture);
      text = RUNS_CURL.test(one.read.rest) ? one.read.rest : undefined;
    } else {
      tries += 1;
      if (captures.length === 0) faults.push(one.fault);
      text = fromNextCurl(current);
    }
  }
  return { captures, faults };
}

/**
 * Reads the request of one curl command. Quotes follow the shell, options follow curl; nothing is executed, and text
 * that a shell would expand is noted and stays as written.
 * @throws Fault INPUT_INVALID
 * @see C-verify-curl-requests
 */
function readOneCurl(octets: string, readFile: ReadFile, shell?: Shell) {
  const curl = findCurl(octets, shell);
  const { given, hasNext } = readArguments(curl.words);
  const load: Load = (name) =>
    name.text === '-' ? readStandardInput(curl.command.input, readFile) : readContent(name, readFile);
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
    query: buildQuery(options),
    uploadName,
  });
  const { headers, notes: headerNotes } = buildHeaders(options, url, body);
  const request: HttpRequest = {
    method: getMethod(options),
    target: options.requestTarget ?? url.target,
    headers,
    body: encodeBytes(body ?? ''),
  };
  const notes = [
    ...curl.notes,
    ...listLeftOutNotes(curl, hasNext),
    ...urlNotes,
    ...(options.requestTarget === undefined ? url.notes : []),
    ...options.notes,
    ...headerNotes,
    ...bodyNotes,
    ...noteTemplates(request, word.text),
  ];
  const named = new Set(notes.map(({ quoted }) => quoted));
  const placeholders = curl.words
    .flatMap(({ expansions }) => expansions)
    .filter(({ literal, isPlaceholder }) => isPlaceholder === true && !named.has(showExcerpt(literal)));
  const capture: Capture = {
    format: 'curl',
    request,
    origin: url.origin,
    notes: [...notes, ...placeholders.map(({ literal }) => noteOptionPlaceholder(literal))],
  };
  return { capture, rest: curl.rest };
}

/**
 * Notes a placeholder in an option that doesn't affect the request, such as `--cert <FILE>`.
 * @see C-verify-placeholders
 */
function noteOptionPlaceholder(literal: string): CaptureNote {
  return {
    ...createChangedNote(
      'target',
      `${showExcerpt(literal)} in the command is a placeholder. A shell would read < and > as redirections. Here it's kept as is.`,
      'Replace it with what was used.',
    ),
    quoted: showExcerpt(literal),
  };
}

function getMethod({ request, isHead, isGet, upload, data }: CurlOptions): string {
  if (request !== undefined) return request;
  if (isHead) return 'HEAD';
  if (isGet) return 'GET';
  if (upload !== undefined) return 'PUT';
  return data.length > 0 ? 'POST' : 'GET';
}

/** Reads the body; returns undefined if the request has none, which differs from an empty one. */
function readBody({ data, dataNotes, upload, isGet, isHead }: CurlOptions, load: Load) {
  const isSent = data.length > 0 && !isGet;
  if ((isSent && (isHead || upload !== undefined)) || (isHead && upload !== undefined)) {
    throw createUnreadable(
      'curl refuses this command. Use only one of --head, --upload-file and --data.',
      "Remove what doesn't belong to the request.",
    );
  }
  if (upload === undefined) {
    const notes = dataNotes.map((note) => note(isGet ? 'target' : 'body'));
    return { body: isSent ? data.join('') : undefined, notes };
  }
  const content = load(upload.text === '.' ? { ...upload, text: '-' } : upload);
  return { body: content.octets, notes: content.expansions.map((one) => createExpansionNote('body', one)) };
}

/** Builds the query: from the data with --get, else from --url-query. */
function buildQuery({ isGet, data, query }: CurlOptions): string | undefined {
  if (isGet && data.length > 0) return data.join('');
  return query.length > 0 ? query.join('&') : undefined;
}

/** Chooses the first URL; a word that is only a variable counts as one if there is no other. */
function chooseUrl(urls: readonly Word[]): { url: Word; notes: CaptureNote[] } {
  const [url = urls[0]] = urls.filter((word) => !isVariable(word));
  if (url === undefined) {
    throw createUnreadable('The curl command has no URL.', 'Copy the whole command, with the URL.');
  }
  const variables = urls.filter((word) => word !== url && isVariable(word));
  const others = urls.filter((word) => word !== url && !isVariable(word));
  return {
    url,
    notes: [
      ...variables.flatMap(({ expansions }) => expansions.map((one) => createExpansionNote('header', one))),
      ...url.expansions.map((one) => createExpansionNote('target', one)),
      ...others
        .slice(0, 1)
        .map((word) => noteLeftOut(`curl also sends a request to ${quoteExcerpt(word.text)}`)),
    ],
  };
}

function isVariable({ text, expansions }: Word): boolean {
  return expansions.length === 1 && expansions[0]?.literal === text;
}

function listLeftOutNotes({ other, command }: CurlCommand, hasNext: boolean): CaptureNote[] {
  const notes = hasNext ? [noteLeftOut('Another request follows --next')] : [];
  if (other === '') return notes;
  const isCut = command.endedBy === '&';
  const message = `${quoteExcerpt(other)} comes after ${isCut ? 'an unquoted &' : 'the first curl command'} and is ignored.`;
  const remedy = isCut
    ? 'Put the URL in quotes. An unquoted & ends the command.'
    : 'Pass only the curl command.';
  return [...notes, createChangedNote('target', message, remedy)];
}

function noteLeftOut(what: string): CaptureNote {
  return createChangedNote('target', `${what}, which is ignored.`, 'Pass each request separately.');
}

/**
 * Builds the headers that curl sends, in its order. Omits those that differ between builds of curl: its own User-Agent,
 * Accept-Encoding and Expect.
 * @param body undefined without one
 * @see C-verify-header-octets
 */
function buildHeaders(
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
    ...findHostLine(custom, url.host),
    ...line('Authorization', bearer === undefined ? basic : `Bearer ${bearer}`),
    ...line('Range', range === undefined ? undefined : `bytes=${range}`),
    ...line('User-Agent', userAgent || undefined),
    ...line('Accept', '*/*'),
    ...line('Referer', referer || undefined),
    ...line('Cookie', cookies.length === 0 ? undefined : cookies.join(';')),
    ...custom.filter((text) => !isNamed(text, 'host')).flatMap(parseSentLine),
    ...line('Content-Length', isChunked || body === undefined ? undefined : String(body.length)),
    ...line(
      'Content-Type',
      body === undefined || upload !== undefined ? undefined : 'application/x-www-form-urlencoded',
    ),
  ];
  // A line end inside a header splits it into two lines. An empty line would end the headers; that isn't emulated.
  const split = lines.join('\n').split(/\r?\n/);
  return readHeaderLines(
    split.filter((one) => one !== ''),
    { where: () => ' of --header', hint: "Pass each header separately: -H 'Name: value'." },
  );
}

/** Returns true if a line has that header name: curl accepts `Name:` and `Name;` to replace its own header. */
function isNamed(line: string, name: string): boolean {
  const separator = line[name.length];
  const isWhole = separator === ':' || separator === ';';
  return isWhole && line.slice(0, name.length).toLowerCase() === name.toLowerCase();
}

/** Finds the Host line: the first given Host counts; `Host:` alone sends none. */
function findHostLine(custom: readonly string[], host: string | undefined): string[] {
  const first = custom.find((text) => isNamed(text, 'host'));
  if (first !== undefined)
    return first.slice('host'.length) === ':' ? [] : [`Host:${first.slice('host:'.length)}`];
  return host === undefined ? [] : [`Host: ${host}`];
}

/**
 * Parses a header option: `Name: value` is sent, `Name;` is sent with an empty value, `Name:` and other text aren't
 * sent.
 */
function parseSentLine(text: string): string[] {
  const colon = text.indexOf(':');
  if (colon >= 0) return trimBlanks(text.slice(colon + 1)) === '' ? [] : [text];
  return text.indexOf(';') === text.length - 1 && text.length > 1 ? [`${text.slice(0, -1)}:`] : [];
}

interface CurlCommand {
  readonly command: ShellCommand;
  /** The words after `curl`. */
  readonly words: readonly Word[];
  /** The first word of the first other command; empty if there is none. */
  readonly other: string;
  /** The text after the command. */
  readonly rest: string;
  readonly notes: readonly CaptureNote[];
}

const CURL = /^(?:.*[/\\])?curl(?:\.exe)?$/is;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/;
/** The words before a command that don't change it, and the prompts of shells. */
const BEFORE_A_COMMAND = new Set(
  '! { if then elif else while until do time command builtin exec env sudo nohup call $ %'.split(' '),
);
/** Matches a prompt: `name@host:~$`. */
const PROMPT = /^[^\s=@]+@[^\s=@]+[$%]$/;
const OTHER_CLIENTS = /^(?:invoke-webrequest|invoke-restmethod|iwr|irm|wget|http|https|xh|httpie)$/i;

const READERS: Readonly<Record<Shell, typeof readCommands>> = {
  bash: readCommands,
  cmd: readCmdCommands,
  powershell: readPowerShellCommands,
};

/**
 * Finds the first command that runs curl; `shell` is known from a prompt or fence. Skips prose before it.
 * @throws Fault INPUT_INVALID if there is none
 */
function findCurl(octets: string, given?: Shell): CurlCommand {
  const behind = skipProse(octets);
  const found = findCommand(behind === undefined ? octets : octets.slice(behind), given, 0);
  if ('command' in found) return found;
  throw createNoCurl(found.commands[0]?.words[0]?.text ?? '');
}

/** Returns the text from the next line that begins with curl; undefined if none does. */
function fromNextCurl(octets: string): string | undefined {
  const start = octets.indexOf('\n') + 1;
  const rest = octets.slice(start);
  const next = start === 0 ? -1 : rest.search(LINE_OF_CURL);
  return next < 0 ? undefined : rest.slice(next);
}

const LINE_OF_CURL = /^[ \t]*(?:[$%>][ \t]+)?curl(?:\.exe)?[ \t]/im;

/**
 * Returns the position of the line that begins with curl after a line that ends with a colon; undefined if there is
 * none.
 */
function skipProse(octets: string): number | undefined {
  const start = LINE_OF_CURL.exec(octets)?.index ?? 0;
  return /:$/.test(octets.slice(0, start).trimEnd()) ? start : undefined;
}

function findCommand(octets: string, given: Shell | undefined, depth: number) {
  const told = detectShell(octets);
  const { shell, doubt }: DetectedShell = given === undefined || told.isSure ? told : { shell: given };
  const { commands, rest, notes = [] } = READERS[shell](octets, isCurl);
  const command = commands.find(isCurl);
  if (command === undefined) return findInSubstitutions(commands, depth) ?? { commands };
  const sources = listSources(command);
  const others = commands.filter(
    (one) => one !== command && !sources.has(one) && findFirstWord(one) < one.words.length,
  );
  return {
    command,
    words: command.words.slice(locateCurl(command)?.first ?? command.words.length),
    other: others[0]?.words[0]?.text ?? readFirstWord(rest),
    rest,
    notes: [...notes, ...(doubt === undefined ? [] : [createChangedNote('target', doubt, SAY_SHELL)])],
  };
}

const DEEPEST_SUBSTITUTION = 4;
/** Matches text that may run curl. */
const RUNS_CURL = /(?:^|[\s;&|(`"'/])curl(?:\.exe)?(?::\S{0,100})?\s/;

/** Finds curl in `$(…)`, `<(…)` and backticks of the commands. @see C-verify-curl-within */
function findInSubstitutions(commands: readonly ShellCommand[], depth: number): CurlCommand | undefined {
  if (depth >= DEEPEST_SUBSTITUTION) return undefined;
  for (const { literal } of commands.flatMap(({ words }) => words.flatMap(({ expansions }) => expansions))) {
    const inner = extractSubstitution(literal);
    if (inner === undefined || !RUNS_CURL.test(inner)) continue;
    const found = findCommand(inner, 'bash', depth + 1);
    if ('command' in found) return found;
  }
  return undefined;
}

/** Extracts the commands of a substitution; returns undefined for any other expansion. */
function extractSubstitution(literal: string): string | undefined {
  if (literal.startsWith('`')) return literal.slice(1, -1).replaceAll(/\\([\\`$])/g, '$1');
  return /^[$<>]\((?!\()/.test(literal) ? literal.slice(2, -1) : undefined;
}

const SAY_SHELL = 'Copy the command for bash, or pass the request as HTTP.';

function isCurl(command: ShellCommand): boolean {
  return locateCurl(command) !== undefined;
}

/** Matches an image that runs curl, such as `curlimages/curl:8.5.0`. */
const IMAGE = /^(?:[^\s@]*\/)?curl(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?$/i;
/** Matches commands that run another command, which follows their own options. */
const RUNNERS =
  /^(?:.*\/)?(?:sudo|doas|time|env|nice|ionice|timeout|strace|stdbuf|xargs|watch|docker|podman|nerdctl|kubectl|oc|ssh|winpty|proxychains4?)$/i;

/** Locates the word that runs curl and its first argument; returns undefined if the command runs another program. */
function locateCurl(command: ShellCommand): { readonly place: number; readonly first: number } | undefined {
  const start = findFirstWord(command);
  const texts = command.words.map(({ text }) => text);
  const [name = ''] = texts.slice(start);
  if (CURL.test(name)) return { place: start, first: start + 1 };
  const runner = texts.findIndex((text) => RUNNERS.test(text));
  if (runner < 0 || runner > start) return undefined;
  const place = texts.findIndex((text, index) => index > runner && (CURL.test(text) || IMAGE.test(text)));
  if (place < 0) return undefined;
  const isEntrypoint = texts[place - 1] === '--entrypoint';
  return { place, first: isEntrypoint ? skipImage(texts, place + 1) : place + 1 };
}

/** Returns the index after the image that follows the options of `docker run --entrypoint curl`. */
function skipImage(texts: readonly string[], start: number): number {
  const image = texts.findIndex((text, index) => index >= start && !text.startsWith('-'));
  return image < 0 ? start : image + 1;
}

function createNoCurl(first: string): Error {
  const message = OTHER_CLIENTS.test(first)
    ? `This is a ${first} command. Only curl is supported.`
    : 'No curl command found.';
  return createUnreadable(message, 'Pass a curl command, an HTTP request, a HAR or JSON.');
}

function findFirstWord({ words }: ShellCommand): number {
  const start = words.findIndex(
    ({ text }) => !ASSIGNMENT.test(text) && !BEFORE_A_COMMAND.has(text) && !PROMPT.test(text),
  );
  return start < 0 ? words.length : start;
}

/** Lists the commands whose output is piped into this one. */
function listSources(command: ShellCommand): ReadonlySet<ShellCommand> {
  const sources = new Set<ShellCommand>();
  for (let { input } = command; input?.kind === 'pipe'; input = input.from.input) sources.add(input.from);
  return sources;
}

/** Matches text between commands, and the end of a block of commands. */
const NO_COMMAND = /[\s;&|(){}]|#[^\n]*|(?:fi|done|then|else|esac)(?![^\s;&|])/y;

/** Reads the first word of a command in text that may not be shell code. */
function readFirstWord(rest: string): string {
  for (let position = 0; position < rest.length; ) {
    const length = matchLength(NO_COMMAND, rest, position);
    if (length === 0) return /[^\s;&|()]*/.exec(rest.slice(position))?.[0] ?? '';
    position += length;
  }
  return '';
}
