import { writeCurl, writeHttp, writeJson } from '../../src/captures/write.ts';
import type { HttpRequest } from '../../src/message.ts';
import {
  apacheWire,
  axiosError,
  axiosJson,
  axiosPrinted,
  insomnia,
  okHttp,
  postman,
  pythonDebug,
} from './written-by.ts';

/** Requests as programs write them down, by the rules of their sources. */

const text = (body: Uint8Array) => Buffer.from(body).toString('utf8');
const withHost = (request: HttpRequest) =>
  request.headers.filter(([name]) => !/^(?:host|content-length)$/i.test(name));

type Quote = (value: string) => string;

function curlWith(quote: Quote, between: string, name = 'curl') {
  return (request: HttpRequest, origin: string): string => {
    const words = [
      `${name} ${quote(origin + request.target)}`,
      `-X ${quote(request.method)}`,
      ...withHost(request).map(
        ([header, value]) => `-H ${quote(value === '' ? `${header};` : `${header}: ${value}`)}`,
      ),
      ...(request.body.length === 0 ? [] : [`--data-raw ${quote(text(request.body))}`]),
    ];
    return words.join(between);
  };
}

/** Chrome's and Edge's escapeStringWin since 2024, and Firefox's. */
export const cmdCarets: Quote = (value) =>
  `^"${value
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, '^$&')
    .replace(/%(?=[a-zA-Z0-9_])/g, '%^')
    .replace(/\r?\n/g, '^\n\n')}^"`;

/** Chrome's of 2020 to 2023, whose quotes cmd does not read as they were meant. */
const cmdMisquoted: Quote = (value) => {
  const quote = /[\r\n]/.test(value) ? '^"' : '"';
  const inner = value
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`&]/g, '^$&')
    .replace(/%(?=[a-zA-Z0-9_])/g, '%^')
    .replace(/\r?\n/g, '^\n\n');
  return quote + inner + quote;
};

/** Firefox's and Chrome's of before: quotes doubled, percent signs out of quotes. */
const cmdDoubled: Quote = (value) =>
  `"${value
    .replace(/"/g, '""')
    .replace(/%/g, '"%"')
    .replace(/\\/g, '\\\\')
    .replace(/[\r\n]+/g, '"^$&$&"')}"`;

/** As people write it. */
const cmdByHand: Quote = (value) => `"${value.replace(/(\\*)"/g, '$1$1\\"')}"`;

/** Chrome's escapeString of "Copy as PowerShell". */
const powerShell: Quote = (value) =>
  `"${value
    .replace(/[`$"]/g, '`$&')
    .replace(/[^\x20-\x7E]/g, (character) => `$([char]${character.charCodeAt(0)})`)}"`;

const powerShellByHand: Quote = (value) => `'${value.replaceAll("'", "''")}'`;

export function invokeWebRequest(request: HttpRequest, origin: string): string {
  const headers = withHost(request).filter(([name]) => !/^(?:content-type|connection)$/i.test(name));
  const contentType = request.headers.find(([name]) => /^content-type$/i.test(name))?.[1];
  const body = text(request.body);
  const quoted = powerShell(body);
  const command = [
    `-UseBasicParsing -Uri ${powerShell(origin + request.target)}`,
    ...(request.method === 'GET' ? [] : [`-Method ${powerShell(request.method)}`]),
    '-WebSession $session',
    `-Headers @{\n${headers.map(([name, value]) => `${powerShell(name)}=${powerShell(value)}`).join('\n  ')}\n}`,
    ...(contentType === undefined ? [] : [`-ContentType ${powerShell(contentType)}`]),
    ...(body === ''
      ? []
      : [
          `-Body ${/[^\x20-\x7E]/.test(body) ? `([System.Text.Encoding]::UTF8.GetBytes(${quoted}))` : quoted}`,
        ]),
  ];
  const session = [
    '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession',
    '$session.UserAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"',
    '$session.Cookies.Add((New-Object System.Net.Cookie("sid", "a`"b", "/", "bank.test")))',
  ];
  return `${session.join('\n')}\nInvoke-WebRequest ${command.join(' `\n')}`;
}

/** A script as people write it: variables, a here-string, parameters in a table. */
export function restMethod(request: HttpRequest, origin: string): string {
  const headers = withHost(request).map(
    ([name, value]) => `    ${powerShellByHand(name)} = ${powerShellByHand(value)}`,
  );
  return [
    `$base = ${powerShellByHand(origin)}`,
    `$headers = @{\n${headers.join('\n')}\n}`,
    ...(request.body.length === 0 ? [] : [`$body = @'\n${text(request.body)}\n'@`]),
    '$params = @{',
    `  Uri = "$base${request.target.replaceAll('$', '`$')}"; Method = '${request.method}'`,
    '  Headers = $headers',
    ...(request.body.length === 0 ? [] : ['  Body = [Text.Encoding]::UTF8.GetBytes($body)']),
    '}',
    '$answer = Invoke-RestMethod @params -SkipHttpErrorCheck # sends it',
    '$answer | ConvertTo-Json',
  ].join('\n');
}

/** Chrome's "Copy as fetch". */
export function fetchOfChrome(request: HttpRequest, origin: string): string {
  const options = {
    headers: Object.fromEntries(withHost(request)),
    referrerPolicy: 'strict-origin-when-cross-origin',
    body: request.body.length === 0 ? null : text(request.body),
    method: request.method,
    mode: 'cors',
    credentials: 'omit',
  };
  return `fetch(${JSON.stringify(origin + request.target)}, ${JSON.stringify(options, null, 2)});`;
}

/** Firefox's: awaited, with another order. */
export function fetchOfFirefox(request: HttpRequest, origin: string): string {
  const options = {
    credentials: 'include',
    headers: { 'User-Agent': 'Mozilla/5.0', ...Object.fromEntries(withHost(request)) },
    ...(request.body.length === 0 ? {} : { body: text(request.body) }),
    method: request.method,
    mode: 'cors',
  };
  return `await fetch(${JSON.stringify(origin + request.target)}, ${JSON.stringify(options, null, 4)});`;
}

const single = (value: string) =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;

/** As people write it: pairs, constants, a template literal, a chain behind it. */
export function fetchByHand(request: HttpRequest, origin: string): string {
  const pairs = withHost(request).map(
    ([name, value]) => `    [${single(name)}, ${single(value)}], // ${name.length}`,
  );
  const body = text(request.body).replace(/[`\\$]/g, '\\$&');
  return [
    "import { readFile } from 'node:fs/promises';",
    `const base = ${single(origin)};`,
    `const headers = new Headers([\n${pairs.join('\n')}\n]);`,
    'async function pay() {',
    `  const res = await fetch(\`\${base}${request.target.replace(/[`\\$]/g, '\\$&')}\`, {`,
    `    method: '${request.method.toLowerCase()}',`,
    '    headers,',
    ...(body === '' ? [] : [`    body: \`${body}\`,`]),
    '  }).then((answer) => answer.json());',
    '}',
  ].join('\n');
}

export function axiosByHand(request: HttpRequest, origin: string): string {
  const headers = withHost(request).map(([name, value]) => `      ${single(name)}: ${single(value)},`);
  const data = request.body.length === 0 ? '' : `    data: ${single(text(request.body))},\n`;
  return `const { data } = await axios({\n    method: ${single(request.method)},\n    url: ${single(origin + request.target)},\n    headers: {\n${headers.join('\n')}\n    },\n${data}});`;
}

/** A file of VS Code's REST Client or of JetBrains. */
export function httpFile(request: HttpRequest, origin: string): string {
  const [path = '', query] = request.target.split('?');
  const lines =
    query === undefined ? [] : query.split('&').map((one, place) => `    ${place === 0 ? '?' : '&'}${one}`);
  return [
    `@origin = ${origin}`,
    '',
    '### Other',
    'GET {{origin}}/v1/other',
    '',
    '### Payment',
    '# @name payment',
    '< {% request.variables.set("a", "b") %}',
    [`${request.method} {{origin}}${path}`, ...lines].join('\n'),
    ...withHost(request).map(([name, value]) => `${name}: ${value}`),
    '',
    ...(request.body.length === 0 ? [] : [text(request.body), '']),
    '> {%\n  client.test("ok", () => {});\n%}',
    '',
  ].join('\n');
}

function asHar({ method, target, headers, body }: HttpRequest, origin: string): string {
  const request = {
    method,
    url: origin + target,
    headers: headers.map(([name, value]) => ({ name, value })),
    postData: { mimeType: '', text: Buffer.from(body).toString('base64'), encoding: 'base64' },
  };
  return JSON.stringify({ log: { entries: [{ request }] } });
}

const inOctets = (write: (request: HttpRequest) => string) => (request: HttpRequest) =>
  Buffer.from(write(request), 'latin1');

type Writer = (request: HttpRequest, origin: string) => string | Uint8Array;

export const WRITERS: Readonly<Record<string, Writer>> = {
  HTTP: writeHttp,
  curl: writeCurl,
  JSON: (request, origin) => JSON.stringify(writeJson(request, origin)),
  HAR: asHar,
  Postman: postman,
  Insomnia: insomnia,
  'an error of axios': axiosError,
  'what axios was given': axiosPrinted,
  'axios as JSON': axiosJson,
  OkHttp: inOctets((request) => okHttp(request)),
  'Apache HttpClient': inOctets((request) => apacheWire(request)),
  'http.client': inOctets(pythonDebug),
  'curl as Chrome writes it for cmd': curlWith(cmdCarets, ' ^\n  '),
  'curl as Chrome wrote it for cmd': curlWith(cmdMisquoted, ' ^\r\n  '),
  'curl as Firefox wrote it for cmd': curlWith(cmdDoubled, ' '),
  'curl by hand in cmd': curlWith(cmdByHand, ' ^\r\n    ', 'C:\\work>curl.exe'),
  'curl by hand in PowerShell': curlWith(powerShellByHand, ' `\r\n    ', 'PS C:\\work> curl.exe'),
  'curl in PowerShell, double quotes': curlWith(powerShell, ' `\n  ', 'curl.exe'),
  'Invoke-WebRequest of Chrome': invokeWebRequest,
  'Invoke-RestMethod by hand': restMethod,
  'fetch of Chrome': fetchOfChrome,
  'fetch of Firefox': fetchOfFirefox,
  'fetch by hand': fetchByHand,
  'axios by hand': axiosByHand,
  'a file of an HTTP client': httpFile,
};
