import type { FormOptions, SourceText } from '../capture.ts';
import { type Capture, type CaptureNote, createChangedNote, createIncompleteNote } from '../capture.ts';
import { chooseCapture, readEach } from '../entries.ts';
import { appendQuery } from '../http/message.ts';
import {
  assertWithinLimit,
  createUnreadable,
  decodeOctets,
  decodeUtf8,
  percentEncoded,
  quoteExcerpt,
} from '../octets.ts';
import { type CodeText, createProgramCapture, type ProgramRequest } from '../program-request.ts';
import { type Argument, COOKIE, type PowerShellCommand, readScript } from './script.ts';
import { convertToText, type Value } from './values.ts';

const COMMAND = /^(?:invoke-webrequest|invoke-restmethod|iwr|irm|(?:wget|curl)(?:\.exe)?)$/i;
const ALIAS = /^(?:wget|curl)$/i;

/** Matches the first line that isn't prose. */
const START =
  /^[ \t]*(?:\$[A-Za-z_]|\(?Invoke-|\(?(?:iwr|irm|curl|wget)[ \t`]|\[[A-Za-z]|(?:try|foreach|if)[ \t]*[({])/im;

/** Matches parameters of Invoke-WebRequest. */
const PARAMETERS = /[ \t`]-(?:Uri|Method|Headers|Body|ContentType|UseBasicParsing|WebSession)(?![\w-])/i;

/**
 * Reads a request of Invoke-WebRequest or Invoke-RestMethod in a PowerShell script. Nothing is executed.
 * @throws Fault INPUT_INVALID
 * @see C-verify-powershell
 */
export function readPowerShell({ octets }: SourceText, { request: wanted, readFile }: FormOptions): Capture {
  const script = octets.slice(START.exec(octets)?.index);
  const commands = readScript(script, (name) => COMMAND.test(name)).filter(
    (one) =>
      !/^(?:wget|curl)/i.test(one.name) ||
      (ALIAS.test(one.name) && PARAMETERS.test(script.slice(one.start, one.end))),
  );
  assertWithinLimit('requests', commands.length);
  if (commands.length === 0)
    throw createUnreadable(
      'No Invoke-WebRequest or Invoke-RestMethod found.',
      'Pass the whole command, from the line that begins with it.',
    );
  return chooseCapture(
    readEach(commands, (command) => createProgramCapture('powershell', readWebRequest(command, readFile))),
    wanted,
  );
}

const VALUED = (
  'Uri Method CustomMethod Headers Body ContentType UserAgent WebSession SessionVariable InFile OutFile TimeoutSec Proxy ' +
  'ProxyCredential Certificate CertificateThumbprint Credential Token Authentication Form MaximumRedirection ' +
  'MaximumRetryCount RetryIntervalSec TransferEncoding HttpVersion SslProtocol StatusCodeVariable ' +
  'ResponseHeadersVariable ErrorAction WarningAction ErrorVariable OutVariable ConnectionTimeoutSeconds ' +
  'OperationTimeoutSeconds UnixSocket InformationAction Verbosity'
).split(' ');
const SWITCHES = (
  'UseBasicParsing SkipCertificateCheck SkipHeaderValidation SkipHttpErrorCheck UseDefaultCredentials ' +
  'AllowUnencryptedAuthentication DisableKeepAlive PassThru Resume NoProxy PreserveAuthorizationOnRedirect ' +
  'ProxyUseDefaultCredentials FollowRelLink AllowInsecureRedirect PreserveHttpMethodOnRedirect Verbose Debug'
).split(' ');

type Given = ReadonlyMap<string, Value>;

/** Reads the parameters of Invoke-WebRequest or Invoke-RestMethod. @see C-verify-powershell */
function readWebRequest(command: PowerShellCommand, readFile: (name: string) => Uint8Array): ProgramRequest {
  const given = readParameters(command);
  if (given.has('Form'))
    throw createUnreadable(
      'The command sends a multipart form, with a new boundary each time.',
      'Capture the sent request as a HAR.',
    );
  const method = getText(given.get('CustomMethod') ?? given.get('Method'), 'GET');
  const { headers, unknownHeaders } = readHeaders(given);
  const { body, query, notes } = readBody(given, method.text, headers, readFile);
  const url = getText(given.get('Uri'));
  const isForm = /^(?:get|head)$/i.test(method.text);
  return {
    method: { ...method, text: method.text.toUpperCase() },
    url: withScheme(query === undefined ? url : withQuery(url, query)),
    headers,
    unknownHeaders,
    body,
    ...(isForm ? {} : { contentType: 'application/x-www-form-urlencoded' }),
    notes: [...notes, ...noteAuthorization(given)],
  };
}

function readParameters({ name, given, variables }: PowerShellCommand): Given {
  const read = new Map<string, Value>();
  for (let place = 0; place < given.length; place += 1) {
    const argument = given[place] as Argument;
    const text = argument.value.kind === 'text' ? argument.value.text : '';
    if (argument.splatted !== undefined) takeTable(read, argument, variables);
    else if (argument.isBare && /^-[A-Za-z]/.test(text)) {
      const [written = '', inline] = text.slice(1).split(':', 2);
      const parameter = findParameter(name, written);
      if (!VALUED.includes(parameter) || inline) continue;
      const value = given[place + 1]?.value;
      if (value === undefined)
        throw createUnreadable(
          `The parameter -${parameter} has no value.`,
          'Copy the whole command. Lines that continue must end in a backtick.',
        );
      read.set(parameter, value);
      place += 1;
    } else if (!read.has('Uri')) read.set('Uri', argument.value);
  }
  if (!read.has('Uri'))
    throw createUnreadable(`The ${name} command has no URL.`, 'Copy the whole command, with -Uri.');
  return read;
}

/**
 * Reads the parameters in a splatted table.
 * @see https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_splatting
 */
function takeTable(
  read: Map<string, Value>,
  { splatted = '' }: Argument,
  variables: PowerShellCommand['variables'],
): void {
  const table = variables.get(splatted.toLowerCase());
  if (table?.kind !== 'table')
    throw createUnreadable(
      `The parameters come from @${splatted}, which the text doesn't define.`,
      `Include the line with $${splatted} = @{ … }.`,
    );
  for (const [key, value] of table.entries) read.set(findParameter(splatted, key), value);
}

function findParameter(command: string, written: string): string {
  const beginning = written.toLowerCase();
  const all = [...VALUED, ...SWITCHES];
  const meant = all.filter((one) => one.toLowerCase().startsWith(beginning));
  const [name] = meant.filter((one) => one.length === written.length).concat(meant);
  if (name !== undefined && (meant.length === 1 || name.length === written.length)) return name;
  throw createUnreadable(
    `-${quoteExcerpt(written).slice(1, -1)} isn't a parameter of ${command}${meant.length > 1 ? `: it may mean ${meant.slice(0, 5).join(', ')}` : ''}.`,
    'Write out the full name of the parameter.',
  );
}

/** Returns the text of a value as Unicode. */
function getText(value: Value | undefined, otherwise = ''): CodeText {
  if (value === undefined) return { text: otherwise, unknown: [] };
  const { text, unknown } = convertToText(value);
  return { text: decodeUtf8(text), unknown: unknown.map(decodeUtf8) };
}

function readHeaders(given: Given): Pick<ProgramRequest, 'headers' | 'unknownHeaders'> {
  const table = given.get('Headers');
  const session = given.get('WebSession');
  const ofSession = session?.kind === 'table' ? session.entries : [];
  const named = table?.kind === 'table' ? table.entries : [];
  const headers = named.map(([name, value]) => [decodeUtf8(name), getText(value)] as const);
  const add = (name: string, value: Value | undefined) => {
    const isGiven = headers.some(([one]) => one.toLowerCase() === name.toLowerCase());
    if (value !== undefined && !isGiven) headers.push([name, getText(value)]);
  };
  const userAgent = ofSession.find(([key]) => key.toLowerCase() === 'useragent')?.[1];
  add('User-Agent', given.get('UserAgent') ?? userAgent);
  const cookies = ofSession.filter(([key]) => key === COOKIE).map(([, value]) => convertToText(value).text);
  if (cookies.length > 0) add('Cookie', { kind: 'text', text: cookies.join('; '), unknown: [] });
  const contentType = given.get('ContentType');
  const others =
    contentType === undefined ? headers : headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return {
    headers: contentType === undefined ? headers : [...others, ['Content-Type', getText(contentType)]],
    unknownHeaders: table === undefined || table.kind === 'table' ? [] : convertToText(table).unknown,
  };
}

function readBody(
  given: Given,
  method: string,
  headers: ProgramRequest['headers'],
  readFile: (name: string) => Uint8Array,
) {
  const [value, file] = [given.get('Body'), given.get('InFile')];
  if (value === undefined && file !== undefined) return { body: fromFile(file, readFile), notes: [] };
  if (value === undefined) return { notes: [] };
  if (value.kind === 'table') {
    const form = encodeForm(value.entries);
    const isQuery = /^get$/i.test(method);
    return isQuery
      ? { query: form, notes: [] }
      : { body: form, notes: value.entries.length > 1 ? [ORDER] : [] };
  }
  const body = convertToText(value);
  const isSaid = headers.some(
    ([name, { text }]) => name.toLowerCase() === 'content-type' && /charset=["']?utf-?8/i.test(text),
  );
  const isSure = (value.kind === 'text' && value.isBytes) || isSaid || !/[^\0-\x7f]/.test(body.text);
  return { body, notes: isSure ? [] : [CHARSET] };
}

const ORDER = createChangedNote(
  'body',
  'PowerShell sends the fields of a table in an order of its own. Here they stand as in the text.',
  'Use [ordered]@{…}, or a string as the body.',
);
const CHARSET = createChangedNote(
  'body',
  "The body has characters beyond ASCII. It's read as UTF-8; PowerShell before 7.4 sends ISO-8859-1.",
  'Use -Body ([System.Text.Encoding]::UTF8.GetBytes($body)).',
);

function encodeForm(entries: readonly (readonly [string, Value])[]): CodeText {
  const fields = entries.map(([name, value]) => ({ name, ...convertToText(value) }));
  return {
    text: fields.map(({ name, text }) => `${percentEncoded(name)}=${percentEncoded(text)}`).join('&'),
    unknown: fields.flatMap(({ unknown }) => unknown),
  };
}

function fromFile(file: Value, readFile: (name: string) => Uint8Array): CodeText {
  const { text, unknown } = getText(file);
  return unknown.length > 0 ? { text: '', unknown } : { text: decodeOctets(readFile(text)), unknown: [] };
}

function withQuery(url: CodeText, query: CodeText): CodeText {
  return { text: appendQuery(url.text, query.text), unknown: [...url.unknown, ...query.unknown] };
}

function withScheme(url: CodeText): CodeText {
  const isWhole = url.unknown.length > 0 || /^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(url.text);
  return isWhole ? url : { ...url, text: `http://${url.text}` };
}

function noteAuthorization(given: Given): CaptureNote[] {
  const names = ['Credential', 'Authentication', 'Token'].filter((name) => given.has(name));
  if (names.length === 0) return [];
  const message = `PowerShell makes the header Authorization for -${names[0]}, which isn't in the command.`;
  return [createIncompleteNote({ header: 'authorization' }, message)];
}
