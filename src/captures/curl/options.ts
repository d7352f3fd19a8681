import { decodeBase64 } from '../../core/base64.ts';
import {
  type CaptureNote,
  createChangedNote,
  createExpansionNote,
  createIncompleteNote,
  type Place,
} from '../capture.ts';
import {
  createUnreadable,
  decodeOctets,
  decodeUtf8,
  percentEncoded,
  quoteExcerpt,
  showExcerpt,
} from '../octets.ts';
import type { ShellCommand, StandardInput } from '../shell/commands.ts';
import type { Expansion, Word } from '../shell/word.ts';

/** The request according to the options read so far. */
export class CurlOptions {
  readonly urls: Word[] = [];
  request: string | undefined;
  requestTarget: string | undefined;
  /** The header lines as given: `Name: value` and the other forms. */
  readonly headers: string[] = [];
  readonly cookies: string[] = [];
  /** The credentials `name:password`. */
  user: string | undefined;
  bearer: string | undefined;
  userAgent: string | undefined;
  referer: string | undefined;
  range: string | undefined;
  /** The pieces of the data options; empty without any. */
  readonly data: string[] = [];
  /** The notes about changes by the shell or curl, created for the place of the data. */
  readonly dataNotes: ((place: Place) => CaptureNote)[] = [];
  isJson = false;
  upload: Word | undefined;
  readonly query: string[] = [];
  isGet = false;
  isHead = false;
  isPathAsIs = false;
  areBracketsPlain = false;
  readonly notes: CaptureNote[] = [];
}

/**
 * Applies the options from left to right, as curl does.
 * @throws Fault INPUT_INVALID for an option whose request the command line doesn't show
 */
export function readOptions(given: readonly Argument[], load: Load): CurlOptions {
  const options = new CurlOptions();
  for (const { name, value, on } of given) {
    const effect = Object.hasOwn(EFFECTS, name) ? EFFECTS[name] : undefined;
    if (DATA_OPTIONS.has(name)) addData(options, readData(name, value, load), name === 'json');
    else if (effect !== undefined) effect(options, value, on, load);
  }
  return options;
}

type Effect = (options: CurlOptions, value: Word, on: boolean, load: Load) => void;

type TextField = 'requestTarget' | 'bearer' | 'userAgent' | 'referer' | 'range';
type Flag = 'isGet' | 'isHead' | 'isPathAsIs' | 'areBracketsPlain';

function setText(field: TextField, place: Place, read = (text: string) => text): Effect {
  return (options, value) => {
    noteExpansions(options, value, place);
    options[field] = read(value.text);
  };
}

function setFlag(field: Flag): Effect {
  return (options, _, on) => {
    options[field] = on;
  };
}

const AUTHORIZATION = { header: 'authorization' };
const AUTHENTICATION = 'anyauth aws-sigv4 digest negotiate netrc netrc-file netrc-optional ntlm ntlm-wb';

/** The effects of options; other options don't change the request. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  url: (options, value) => {
    if (value.text !== '') options.urls.push(value);
  },
  request: (options, value) => {
    noteExpansions(options, value, 'target');
    if (value.text === '')
      throw createUnreadable(
        'The option --request has an empty value.',
        'Add the method, for example -X POST.',
      );
    options.request = value.text;
  },
  'request-target': setText('requestTarget', 'target'),
  header: addHeader,
  cookie: addCookie,
  user: (options, value) => {
    noteExpansions(options, value, AUTHORIZATION);
    const hasPassword = value.text.includes(':') || value.expansions.length > 0 || value.text === '';
    if (!hasPassword)
      options.notes.push(createIncompleteNote(AUTHORIZATION, 'curl asks for the password of --user.'));
    options.user = value.text.includes(':') ? value.text : `${value.text}:`;
  },
  'oauth2-bearer': setText('bearer', AUTHORIZATION),
  'user-agent': setText('userAgent', { header: 'user-agent' }),
  referer: setText('referer', { header: 'referer' }, (text) => text.split(';auto')[0] ?? ''),
  range: setText('range', { header: 'range' }, (text) => (/^[0-9]+$/.test(text) ? `${text}-` : text)),
  'continue-at': (options, value) => {
    if (value.text === '-') options.notes.push(noteUnknownHeader('--continue-at -', 'range'));
    else options.range = `${value.text}-`;
  },
  'upload-file': (options, value) => {
    options.upload = value.text === '' ? undefined : value;
  },
  'url-query': (options, value, _, load) => {
    noteExpansions(options, value, 'target');
    const isRaw = value.text.startsWith('+');
    options.query.push(isRaw ? value.text.slice(1) : readData('data-urlencode', value, load).octets);
  },
  get: setFlag('isGet'),
  head: setFlag('isHead'),
  'path-as-is': setFlag('isPathAsIs'),
  globoff: setFlag('areBracketsPlain'),
  ...refuseAll(
    ['form', 'form-string'],
    'The command sends a multipart form, and curl uses a new boundary each time.',
    'Capture the sent request as a HAR.',
  ),
  ...refuseAll(
    ['config'],
    "The command reads more options from a file (--config), which psd2 doesn't read.",
    "Put the file's options in the command.",
  ),
  ...refuseAll(
    ['help', 'manual', 'version'],
    'The command only asks curl for information and sends no request.',
    'Pass the command that sends the request.',
  ),
  ...Object.fromEntries(AUTHENTICATION.split(' ').map((name) => [name, addUnknown(name, 'authorization')])),
  'time-cond': addUnknown('time-cond', 'if-modified-since'),
  'etag-compare': addUnknown('etag-compare', 'if-none-match'),
  crlf: (options, _, on) => {
    const message = 'With --crlf, curl changes the line ends of an upload. Here they stay as they are.';
    if (on) options.notes.push(createIncompleteNote('body', message));
  },
};

function refuseAll(names: readonly string[], message: string, hint: string): Record<string, Effect> {
  const refuse = () => {
    throw createUnreadable(message, hint);
  };
  return Object.fromEntries(names.map((name) => [name, refuse]));
}

function noteExpansions({ notes }: CurlOptions, value: Word, place: Place): void {
  for (const one of value.expansions) notes.push(createExpansionNote(place, one));
}

function addData(options: CurlOptions, read: ReturnType<typeof readData>, isJson: boolean): void {
  if (options.data.length > 0 && !isJson) options.data.push('&');
  options.data.push(read.octets);
  options.isJson ||= isJson;
  const { stripped } = read;
  if (stripped !== undefined) options.dataNotes.push((place) => noteStripped(place, stripped));
  for (const one of read.expansions) options.dataNotes.push((place) => createExpansionNote(place, one));
}

function addHeader(options: CurlOptions, value: Word, _: boolean, load: Load): void {
  const { text } = value;
  if (text.startsWith('@')) {
    const { octets, expansions } = load({ ...value, text: text.slice(1) });
    for (const one of expansions) options.notes.push(createExpansionNote('header', one));
    for (const line of octets.split(/\r?\n/))
      if (line !== '' && !line.startsWith('#')) options.headers.push(line);
    return;
  }
  const name = /^[^:;\s]*/.exec(text)?.[0] ?? '';
  noteExpansions(options, value, name === text ? 'header' : { header: name });
  options.headers.push(text);
}

/** Adds a cookie; a value without `=` names a cookie file. */
function addCookie(options: CurlOptions, value: Word): void {
  noteExpansions(options, value, { header: 'cookie' });
  const { text } = value;
  if (text.includes('=') && !text.startsWith('@')) options.cookies.push(text);
  else if (text !== '') options.notes.push(noteUnknownHeader('--cookie with a file', 'cookie'));
}

function noteUnknownHeader(what: string, header: string): CaptureNote {
  return createIncompleteNote({ header }, `For ${what}, curl generates a header that isn't in the command.`);
}

function addUnknown(option: string, header: string): Effect {
  return (options, _, on) => {
    if (on) options.notes.push(noteUnknownHeader(`--${option}`, header));
  };
}

/** The options with the body, or with a part of the query after `--get`. */
const DATA_OPTIONS: ReadonlySet<string> = new Set([
  ...['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'],
]);

/** Loads the content for `@name`; `-` is the standard input. */
export type Load = (name: Word) => KnownContent;

interface Data extends KnownContent {
  /** The name of a file whose line ends curl removes; absent if there are none. */
  readonly stripped?: string;
}

/** Reads the data of one option, without the `&` before it. */
function readData(option: string, value: Word, load: Load): Data {
  if (option === 'data-urlencode') return encodeUrlData(value, load);
  const isFile = value.text.startsWith('@') && option !== 'data-raw';
  if (!isFile) return { octets: value.text, expansions: value.expansions };
  const name = { ...value, text: value.text.slice(1) };
  const content = load(name);
  if (option === 'data-binary' || option === 'json') return content;
  const octets = content.octets.replaceAll(/[\r\n\0]/g, '');
  return { ...content, octets, ...(octets === content.octets ? {} : { stripped: name.text }) };
}

function noteStripped(place: Place, name: string): CaptureNote {
  return createChangedNote(
    place,
    `With --data, curl leaves out the line ends of ${name === '-' ? 'its standard input' : showExcerpt(name)}, and so does psd2.`,
    'Use --data-binary to send a file unchanged.',
  );
}

/** Percent-encodes the content of `content`, `=content`, `name=content`, `@file` or `name@file`. */
function encodeUrlData(value: Word, load: Load): KnownContent {
  const { text } = value;
  const equals = text.indexOf('=');
  const separator = equals >= 0 ? equals : text.indexOf('@');
  const name = text.slice(0, Math.max(separator, 0));
  const rest = { ...value, text: text.slice(separator + 1) };
  const content =
    separator >= 0 && equals < 0 ? load(rest) : { octets: rest.text, expansions: value.expansions };
  const encoded = percentEncoded(content.octets).replaceAll('%20', '+');
  return { octets: name === '' ? encoded : `${name}=${encoded}`, expansions: content.expansions };
}

export type ReadFile = (name: string) => Uint8Array;

/** Known content, such as standard input that the command's text contains. */
interface KnownContent {
  readonly octets: string;
  readonly expansions: readonly Expansion[];
}

/**
 * Reads the standard input of a command: a here-document, a here-string, a file, or the output of a command that its
 * words determine (`echo`, `printf`, `cat`, `base64 --decode`). Nothing is executed.
 * @throws Fault INPUT_INVALID if only execution would show it
 */
export function readStandardInput(input: StandardInput | undefined, readFile: ReadFile): KnownContent {
  // The commands of the pipe, from the last one back to the first whose input is known.
  const decoders: ShellCommand[] = [];
  let current = input;
  while (current?.kind === 'pipe' && isDecoder(current.from)) {
    decoders.push(current.from);
    current = current.from.input;
  }
  const start = readStart(current, readFile);
  return decoders.reduce(
    (known, command) => (command.words[0]?.text === 'cat' ? known : decodeKnown(known)),
    start,
  );
}

function readStart(input: StandardInput | undefined, readFile: ReadFile): KnownContent {
  if (input?.kind === 'text') return { octets: input.text, expansions: input.expansions };
  if (input?.kind === 'file') return readContent(input.name, readFile);
  const output = input === undefined ? undefined : readOutput(input.from, readFile);
  if (output !== undefined) return output;
  throw createUnreadable(
    "The command reads its standard input, which isn't part of the command's text.",
    'Put the content in a file in the current folder and use it: --data-binary @body.json.',
  );
}

export function readContent(name: Word, readFile: ReadFile): KnownContent {
  // A name with an expansion is unknown, so the file is too.
  if (name.expansions.length > 0) return { octets: '', expansions: name.expansions };
  return { octets: decodeOctets(readFile(decodeUtf8(name.text))), expansions: [] };
}

const DECODE = ['-d', '-D', '--decode'];

/** Returns true for a command that passes on its input, unchanged or decoded. */
function isDecoder({ words: [name, flag, ...more] }: ShellCommand): boolean {
  if (more.length > 0) return false;
  if (name?.text === 'base64') return DECODE.includes(flag?.text ?? '');
  return name?.text === 'cat' && (flag === undefined || flag.text === '-');
}

function decodeKnown({ octets, expansions }: KnownContent): KnownContent {
  const bytes = decodeBase64(octets.replaceAll(/[\r\n]/g, ''));
  if (bytes === undefined) {
    throw createUnreadable(
      "The input of base64 --decode isn't Base64.",
      'Copy the whole command, including the text in quotes.',
    );
  }
  return { octets: decodeOctets(bytes), expansions };
}

function readOutput({ words }: ShellCommand, readFile: ReadFile): KnownContent | undefined {
  const [name, ...rest] = words;
  const expansions = rest.flatMap((word) => word.expansions);
  const [first, second, ...more] = rest;
  switch (name?.text) {
    case 'cat':
      return first === undefined || second !== undefined || first.text.startsWith('-')
        ? undefined
        : readContent(first, readFile);
    case 'echo': {
      const isWithoutEnd = first?.text === '-n';
      const words = isWithoutEnd ? rest.slice(1) : rest;
      if (/^-[neE]+$/.test(words[0]?.text ?? '')) return undefined;
      const text = words.map((word) => word.text).join(' ');
      return { octets: isWithoutEnd ? text : `${text}\n`, expansions };
    }
    case 'printf':
      if (first?.text === '%s' && second !== undefined && more.length === 0) {
        return { octets: second.text, expansions };
      }
      return first !== undefined && second === undefined && !/[%\\]|^-/.test(first.text)
        ? { octets: first.text, expansions }
        : undefined;
    default:
      return undefined;
  }
}

/** One option as given; the name of a word that isn't an option is `url`. */
export interface Argument {
  readonly name: string;
  /** Empty for an option without a value. */
  readonly value: Word;
  /** False for `--no-…`. */
  readonly on: boolean;
}

const NOTHING: Word = { text: '', expansions: [], isBare: true };

/**
 * Parses the words after `curl` as curl does. `--next` begins another request, which is ignored.
 * @throws Fault INPUT_INVALID for an option that curl doesn't have, or that lacks its value
 */
export function readArguments(words: readonly Word[]): { given: Argument[]; hasNext: boolean } {
  const given: Argument[] = [];
  let areOptionsOver = false;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? NOTHING;
    if (areOptionsOver || !word.text.startsWith('-')) {
      given.push({ name: 'url', value: word, on: true });
    } else if (word.text === '--') {
      areOptionsOver = true;
    } else {
      const { read, usesNext } = (word.text.startsWith('--') ? readLong : readLetters)(
        word,
        words[place + 1],
      );
      if (read.some(({ name }) => name === 'next')) return { given, hasNext: true };
      for (const argument of read) given.push(argument);
      if (usesNext) place += 1;
    }
  }
  return { given, hasNext: false };
}

/**
 * Parses `--name value`, `--no-name`, and `--name=value`, which newer versions of curl accept.
 * @see C-verify-curl-versions
 */
function readLong(word: Word, next: Word | undefined) {
  const equals = word.text.indexOf('=');
  const written = equals < 0 ? word.text.slice(2) : word.text.slice(2, equals);
  const isOff = written.startsWith('no-');
  const name = pickOption(matchLongName(isOff ? written.slice(3) : written), word);
  if (!WITH_VALUE.has(name)) return { read: [{ name, value: NOTHING, on: !isOff }], usesNext: false };
  if (isOff) throw createUnknownOption(word);
  if (equals >= 0) return { read: [createArgument(name, sliceWord(word, equals + 1))], usesNext: false };
  return { read: [createArgument(name, next, word)], usesNext: true };
}

function pickOption(meant: readonly string[], word: Word): string {
  const [name] = meant;
  if (name === undefined) throw createUnknownOption(word);
  if (meant.length > 1) {
    const some = meant.slice(0, 5).map((one) => `--${one}`);
    throw createUnreadable(
      `${quoteExcerpt(word.text)} may mean ${some.join(', ')}.`,
      'Write out the full option.',
    );
  }
  return name;
}

/**
 * Parses short options such as `-sSXPOST`: letters without values, then optionally one whose value is the rest of the
 * word or the next word.
 */
function readLetters(word: Word, next: Word | undefined) {
  const read: Argument[] = [];
  for (let place = 1; place < word.text.length; place += 1) {
    const name = matchLetter(word.text[place] ?? '');
    if (name === undefined) throw createUnknownOption(word, word.text[place]);
    if (WITH_VALUE.has(name)) {
      const isHere = place + 1 < word.text.length;
      read.push(isHere ? createArgument(name, sliceWord(word, place + 1)) : createArgument(name, next, word));
      return { read, usesNext: !isHere };
    }
    // -N negates its option, which has no effect on the request; no other letter negates one.
    read.push({ name, value: NOTHING, on: true });
  }
  if (read.length === 0) throw createUnknownOption(word);
  return { read, usesNext: false };
}

function sliceWord(word: Word, start: number): Word {
  return { ...word, text: word.text.slice(start) };
}

function createArgument(name: string, value: Word | undefined, option?: Word): Argument {
  if (value !== undefined) return { name, value, on: true };
  throw createUnreadable(
    `The option ${quoteExcerpt(option?.text ?? name)} has no value.`,
    'Copy the whole command. Lines that continue must end in a backslash.',
  );
}

function createUnknownOption(word: Word, letter?: string): Error {
  const named = letter === undefined || word.text.length === 2 ? '' : ` (${quoteExcerpt(letter)})`;
  return createUnreadable(
    `${quoteExcerpt(word.text)}${named} isn't a curl option.`,
    'Correct it. A value that starts with a hyphen must come directly after its option.',
  );
}

/**
 * The options of curl 7.88 and later: whether an option takes a value decides what the next word is.
 * @see https://curl.se/docs/manpage.html
 */
const WITH_VALUE = new Set(
  splitWords(`
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw
  data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech
  egd-file engine etag-compare etag-save expect100-timeout form form-string ftp-account
  ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header
  hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type
  knownhosts krb krb4 libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize
  max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max parallel-max-host pass
  pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert
  proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
  proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser
  proxy-user proxy1.0 pubkey quote random-file range rate referer request request-target resolve retry
  retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service
  socks5-hostname speed-limit speed-time ssl-sessions stderr telnet-option tftp-blksize time-cond tls-max
  tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file
  upload-flags url url-query user user-agent variable vlan-priority write-out
`),
);

const WITHOUT_VALUE = new Set(
  splitWords(`
  alpn anyauth append basic buffer ca-native cert-status clobber compressed compressed-ssh create-dirs crlf digest
  disable disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure dump-ca-embed eprt epsv
  fail fail-early fail-with-body false-start follow form-escape ftp-create-dirs ftp-pasv ftp-pret
  ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-control ftp-ssl-reqd get globoff haproxy-protocol head help http0.9
  http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6
  junk-session-cookies keepalive list-only location location-trusted mail-rcpt-allowfails manual metalink mptcp
  negotiate netrc netrc-optional next npn ntlm ntlm-wb out-null parallel parallel-immediate path-as-is post301
  post302 post303 progress-bar progress-meter proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2
  proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1
  proxytunnel raw remote-header-name remote-name remote-name-all remote-time remove-on-error retry-all-errors
  retry-connrefused sasl-ir sessionid show-error show-headers silent skip-existing socks5-basic socks5-gssapi
  socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2
  sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1
  tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose version xattr
`),
);

/** The letters of short options, each with its long name. */
const LETTERS = splitWords(`
  A user-agent b cookie c cookie-jar C continue-at d data D dump-header e referer E cert F form H header
  K config m max-time o output P ftp-port Q quote r range t telnet-option T upload-file u user
  U proxy-user w write-out x proxy X request y speed-time Y speed-limit z time-cond # progress-bar : next
  0 http1.0 1 tlsv1 2 sslv2 3 sslv3 4 ipv4 6 ipv6 a append B use-ascii f fail g globoff G get i include
  h help I head j junk-session-cookies J remote-header-name k insecure l list-only L location M manual
  n netrc N buffer O remote-name p proxytunnel q disable R remote-time s silent S show-error v verbose
  V version Z parallel
`);

const LONGEST_NAME = 40;

/**
 * Lists the options that a long name may mean: itself, or all that begin with it, as older versions of curl accept.
 * @see C-verify-curl-versions
 */
function matchLongName(name: string): readonly string[] {
  if (WITH_VALUE.has(name) || WITHOUT_VALUE.has(name)) return [name];
  if (name === '' || name.length > LONGEST_NAME) return [];
  const beginning = name.toLowerCase();
  return [...WITH_VALUE, ...WITHOUT_VALUE].filter((known) => known.startsWith(beginning));
}

function matchLetter(letter: string): string | undefined {
  const place = LETTERS.indexOf(letter);
  return place < 0 ? undefined : LETTERS[place + 1];
}

function splitWords(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}
