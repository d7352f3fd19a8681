import { isObject } from '../core/json-object.ts';
import type { FormOptions, SourceText } from './capture.ts';
import { type Capture, type CaptureFormat, noteMissingBody } from './capture.ts';
import { isInsomnia, isPostman, readInsomnia, readPostman } from './clients.ts';
import { readCurl } from './curl/read-curl.ts';
import { readRequestLine } from './http/message.ts';
import {
  extractCurlTrace,
  extractHead,
  extractPacket,
  isHeaders,
  looksLikeAnswer,
  readAnswer,
  readHeadersAlone,
  readHttp,
} from './http/read-http.ts';
import { readJavaScript } from './javascript/requests.ts';
import { getMember } from './json/parse.ts';
import { readHar, readJson } from './json/read-json.ts';
import { hasAxios, readAxios } from './logs/axios.ts';
import { LOG_SIGNS, readApacheLog, readFeignLog, readOkHttpLog, readPythonLog } from './logs/client-logs.ts';
import { createUnreadable, describeInvisible, INVISIBLE, quoteExcerpt } from './octets.ts';
import { readPowerShell } from './powershell/web-request.ts';
import { refuseLostLines } from './unread-parts.ts';

/** A format in which requests are written down. @see C-verify-formats */
export interface Form {
  readonly format: CaptureFormat;
  /** True if the format contains only one request, so that none is selected. */
  readonly isSingle?: boolean;
  /** Returns true if the start of the text, or the content of its JSON, has this format; reading may still fail. */
  readonly looksLike: (given: SourceText) => boolean;
  /** Returns true if the format occurs later in a text that begins in no known format. */
  readonly isWithin?: (given: SourceText) => boolean;
  /** Reads the selected request. @throws Fault INPUT_INVALID */
  readonly read: (given: SourceText, options: FormOptions) => Capture;
}

const CURL =
  '(?:[^\\s;&|(`]*[/\\\\])?["\']?curl(?:\\.exe)?(?::[\\w.-]{1,100})?["\']?(?=[\\s\\\\^`]|\\xc2\\xa0|\\xe2\\x80[\\x8b-\\x8d]|$)';
const CURL_FIRST = new RegExp(`^(?:[$%][ \\t]+)?${CURL}`, 'i');
/** Matches curl after assignments, other commands or brackets. */
const CURL_LATER = new RegExp(`(?:^|[;&|(\`\\s])${CURL}`, 'i');
const PSEUDO_HEADER = /^:(?:method|path|authority|scheme)(?:[ \t]*:|[ \t]+\S)/i;
const WEB_REQUEST = /(?:^|[\s;|({=&])(?:invoke-webrequest|invoke-restmethod|iwr|irm)(?=[ \t`])/i;
/** Matches `curl` with parameters of Invoke-WebRequest: in Windows PowerShell it is an alias. */
const ITS_PARAMETER = /[ \t]-(?:Uri|Method|Headers|Body|ContentType|UseBasicParsing)[ \t]+["'@$(\w]/i;
const POWERSHELL_FIRST =
  /^(?:\$[A-Za-z_]\w*(?:\.[\w.]+|\[[^\]\n]{1,200}\])?[ \t]*(?:=|\()|\[[A-Za-z]|\(?(?:invoke-|iwr[ \t`]|irm[ \t`]|curl[ \t])|(?:try|foreach|Add-Type|Set-)\b)/i;
const CALL = /(?:^|[\s=(;{!])(?:(?:window|globalThis|self)\.)?(?:fetch|axios(?:\.[a-z]{1,9})?)\s{0,20}\(/;
const JAVASCRIPT_FIRST =
  /^(?:(?:await|return|const|let|var|import|export|async|function|try|if|void)\b|(?:window\.|globalThis\.)?fetch\s{0,20}\(|axios\b|\(+(?:async\b|\)|function)|['"]use strict|\/\*)/;

/**
 * The formats in the order of detection; of the JSON formats, the one that fits any JSON is last.
 * A function names the reader of a program's format, so that the built program loads it when it is needed.
 * @see C-verify-formats, C-verify-inputs, A-rare-chunks
 */
const FORMS: readonly Form[] = [
  // JSON or similar text, so it precedes JSON.
  { format: 'axios', isSingle: true, looksLike: hasAxios, read: readAxios },
  {
    format: 'har',
    looksLike: (given) => given.isJson && isObject(getMember(given.json(), 'log')),
    read: readHar,
  },
  { format: 'postman', looksLike: (given) => given.isJson && isPostman(given.json()), read: readPostman },
  { format: 'insomnia', looksLike: isInsomnia, read: readInsomnia },
  { format: 'json', isSingle: true, looksLike: ({ isJson }) => isJson, read: readJson },
  {
    format: 'powershell',
    looksLike: ({ text }) => isPowerShell(text) && POWERSHELL_FIRST.test(text),
    isWithin: ({ text }) => isPowerShell(text),
    read: (...given) => readPowerShell(...given),
  },
  {
    format: 'curl',
    looksLike: ({ text }) => CURL_FIRST.test(text),
    isWithin: ({ text }) => CURL_LATER.test(text),
    read: (...given) => readCurl(...given),
  },
  { format: 'answer', isSingle: true, looksLike: looksLikeAnswer, read: readAnswer },
  { format: 'http', looksLike: isHttp, read: readHttp },
  {
    format: 'fetch',
    looksLike: ({ text }) => CALL.test(text) && JAVASCRIPT_FIRST.test(text),
    isWithin: ({ text }) => CALL.test(text),
    read: (...given) => readJavaScript(...given),
  },
  {
    format: 'feign',
    looksLike: ({ octets }) => LOG_SIGNS.feign.test(octets),
    read: readFeignLog,
  },
  {
    format: 'okhttp',
    looksLike: ({ octets }) => LOG_SIGNS.okhttp.test(octets),
    read: readOkHttpLog,
  },
  {
    format: 'apache',
    looksLike: ({ octets }) => LOG_SIGNS.apache.test(octets),
    read: readApacheLog,
  },
  {
    format: 'python',
    looksLike: ({ octets }) => LOG_SIGNS.python.test(octets),
    read: readPythonLog,
  },
  {
    format: 'trace',
    isSingle: true,
    looksLike: ({ octets }) => extractHead(octets) !== undefined,
    isWithin: ({ octets }) => extractPacket(octets) !== undefined,
    read: readTrace,
  },
  { format: 'headers', isSingle: true, looksLike: isHeaders, read: readHeadersAlone },
];

function readTrace(given: SourceText, options: FormOptions): Capture {
  const octets = extractHead(given.octets) ?? extractPacket(given.octets) ?? given.octets;
  return { ...noteMissingBody(readHttp({ ...given, octets }, options)), format: 'trace' };
}

function isPowerShell(text: string): boolean {
  return WEB_REQUEST.test(text) || (CURL_LATER.test(text) && ITS_PARAMETER.test(text));
}

/** Matches the log lines of OkHttp and Feign, `--> POST https://…`, after any prefix. */
const LOGGED = /--> [A-Z]{1,20} https?:\/\//;

function isHttp({ octets, firstLine }: SourceText): boolean {
  if (LOGGED.test(firstLine)) return false;
  const isRequest = readRequestLine(firstLine) !== undefined || PSEUDO_HEADER.test(firstLine);
  return isRequest || /^HTTP\/[0-9]/.test(firstLine) || extractCurlTrace(octets) !== undefined;
}

export function getForm(format: CaptureFormat): Form {
  return FORMS.find((one) => one.format === format) as Form;
}

/** Returns the format with which a text begins; undefined for none. */
export function beginsAs(given: SourceText): Form | undefined {
  return FORMS.find(({ looksLike }) => looksLike(given));
}

const READ =
  'Pass an HTTP request, a curl command, a fetch call or one of axios, Invoke-WebRequest, a .http file, a HAR, a Postman or Insomnia export, the log of an HTTP client, a packet as Wireshark shows it, headers alone, the answer of a bank, or JSON with method, url, headers and body.';

/**
 * Detects the format of a text by its beginning, else by its later content.
 * @throws Fault INPUT_INVALID if no format fits; it names the most similar format
 * @see C-verify-formats, C-verify-nearest-form
 */
export function detectForm(given: SourceText): Form {
  const begun = beginsAs(given);
  if (begun !== undefined) return begun;
  const foreign = detectForeignCode(given.text);
  if (foreign !== undefined) throw createUnreadable(foreign, READ);
  const form = FORMS.find(({ isWithin }) => isWithin?.(given));
  if (form !== undefined) return form;
  refuseLostLines(given.firstLine);
  const what =
    given.text === ''
      ? 'No request found.'
      : `A request can't begin with ${quoteExcerpt(given.firstLine)}.${findInvisible(given.firstLine)}`;
  throw createUnreadable(what, READ);
}

function findInvisible(line: string): string {
  const found = INVISIBLE.exec(line)?.[0];
  return found === undefined ? '' : ` The line has ${describeInvisible(found)}: remove it.`;
}

const LOOKED_AT = 20_000;

/** Unsupported program code and commands that send requests, with the patterns that identify them, and the remedy. */
const FOREIGN: readonly (readonly [name: string, sign: RegExp, remedy?: string])[] = [
  ['PHP code', /<\?php|\bcurl_(?:init|setopt)|new \\?GuzzleHttp/],
  [
    'Python code',
    /\b(?:requests|httpx|session|urllib\.request)\.(?:get|post|put|patch|delete|request|Request|Session|Client)\(|^(?:import|from) (?:requests|httpx|http\.client|urllib|aiohttp)\b/m,
  ],
  [
    'Java code',
    /\bHttpRequest\.newBuilder\(|new (?:Request\.Builder|HttpPost|HttpGet|HttpPut|HttpDelete|RestTemplate)\(|^import java\b/m,
  ],
  ['C# code', /new (?:HttpRequestMessage|RestRequest|StringContent)\(|^using System\b/m],
  ['Go code', /\bhttp\.NewRequest(?:WithContext)?\(|^package main\b/m],
  ['Ruby code', /\bNet::HTTP\b|^require ['"](?:net\/http|faraday|httparty)/m],
  ['JavaScript code with XMLHttpRequest', /new XMLHttpRequest\(/],
  ['jQuery code', /(?:\$|jQuery)\.(?:ajax|post|get)\(/],
  ['Node.js code with http.request', /\bhttps?\.request\(/],
  [
    'a wget command',
    /^(?:[$%] )?wget[ \t]/m,
    'Run it with --debug, and paste the request that it prints, with its body.',
  ],
  [
    'an HTTPie command',
    /^(?:[$%] )?(?:https?|xh|httpie)[ \t]+(?:-|[A-Z]+[ \t]|:|https?:)/m,
    'Run it with --offline and paste what it prints.',
  ],
  ['a part of a HAR', /"(?:startedDateTime|headersSize|queryString)"\s{0,9}:/],
  ['a web page', /^<(?:!doctype html|html)\b/im],
  ['XML', /^<\?xml\b/],
];

/**
 * Describes unsupported code: `This looks like Python code: "requests.post(".`; returns undefined for other text.
 * @see C-verify-nearest-form
 */
function detectForeignCode(text: string): string | undefined {
  const beginning = text.slice(0, LOOKED_AT);
  for (const [name, sign, remedy] of FOREIGN) {
    const found = sign.exec(beginning)?.[0];
    if (found === undefined) continue;
    return [`This looks like ${name}: ${quoteExcerpt(found)}.`, remedy ?? []].flat().join(' ');
  }
  return undefined;
}
