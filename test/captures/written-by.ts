import { inspect } from 'node:util';
import { getHeader, type Header, type HttpRequest } from '../../src/message.ts';

/** One request as the programs of others write it down, octets as one character each. */

export const ORIGIN = 'https://api.example-bank.test';
const HOST = 'api.example-bank.test';

/** With Host and Content-Length, as a client adds them. */
function sentHeaders({ headers, body }: HttpRequest): Header[] {
  const host: Header[] = getHeader(headers, 'host') === undefined ? [['Host', HOST]] : [];
  const isSaid = body.length === 0 || getHeader(headers, 'content-length') !== undefined;
  return [...host, ...headers, ...(isSaid ? [] : [['Content-Length', String(body.length)] as Header])];
}

function bodyText({ body }: HttpRequest): string {
  return Buffer.from(body).toString('latin1');
}

/** OkHttp's HttpLoggingInterceptor at level BODY as an application interceptor, in Logcat. */
export function okHttp(request: HttpRequest, prefix = logcat()): string {
  const { method, target, headers, body } = request;
  const end = body.length === 0 ? [] : ['', ...bodyText(request).split('\n')];
  const bytes = body.length === 0 ? '' : ` (${body.length}-byte body)`;
  const lines = [
    `--> ${method} ${ORIGIN}${target} http/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...end,
    `--> END ${method}${bytes}`,
    `<-- 201 Created ${ORIGIN}${target} (123ms)`,
    'date: Mon, 01 Feb 2027 12:00:00 GMT',
    '',
    '{"paymentId":"1"}',
    '<-- END HTTP (17-byte body)',
  ];
  return `Starting: Intent { cmp=com.example/.Main }\n${lines.map((line) => prefix() + line).join('\n')}\nDone\n`;
}

export function logcat(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `2027-02-01 13:00:00.${100 + count}  4242-${4300 + count}  okhttp.OkHttpClient     com.example.tpp          I  `;
  };
}

/** The same by java.util.logging: time and place of each message on a line of its own. */
export function javaLogging(): () => string {
  return () => 'Feb 01, 2027 1:00:00 PM okhttp3.internal.platform.Platform log\nINFO: ';
}

const WIRE = '2027-02-01 13:00:00,123 DEBUG [main] org.apache.http';

/** Apache HttpClient 4.5 with headers and wire at DEBUG. */
export function apacheWire(request: HttpRequest, { isOld = false } = {}): string {
  const { method, target } = request;
  const head = [`${method} ${target} HTTP/1.1`, ...sentHeaders(request).map(([n, v]) => `${n}: ${v}`)];
  const wire = `${head.join('\r\n')}\r\n\r\n${bodyText(request)}`;
  const connection = isOld ? '' : 'http-outgoing-0 ';
  const lines = wire.split(/(?<=\n)/).map((line) => `${WIRE}.wire - ${connection}>> "${escaped(line)}"`);
  const headers = head.map((line) => `${WIRE}.headers - ${connection}>> ${line}`);
  const answer = [
    `${WIRE}.wire - ${connection}<< "HTTP/1.1 201 Created[\\r][\\n]"`,
    `${WIRE}.wire - ${connection}<< "Date: Mon, 01 Feb 2027 12:00:00 GMT[\\r][\\n]"`,
    `${WIRE}.wire - ${connection}<< "[\\r][\\n]"`,
  ];
  return `2027-02-01 13:00:00,001 INFO  [main] com.example.Tpp - paying\n${[...headers, ...lines, ...answer].join('\n')}\n`;
}

function escaped(line: string): string {
  return [...line]
    .map((character) => {
      const code = character.charCodeAt(0);
      if (code === 13) return '[\\r]';
      if (code === 10) return '[\\n]';
      return code < 32 || code > 127 ? `[0x${code.toString(16)}]` : character;
    })
    .join('');
}

/** Python's http.client with debuglevel 1: head and body in two calls of send. */
export function pythonDebug(request: HttpRequest): string {
  const { method, target, body } = request;
  const head = [`${method} ${target} HTTP/1.1`, ...sentHeaders(request).map(([n, v]) => `${n}: ${v}`)];
  const sends = [`${head.join('\r\n')}\r\n\r\n`, ...(body.length === 0 ? [] : [bodyText(request)])];
  return `paying\n${sends.map((bytes) => `send: ${bytesLiteral(bytes)}\n`).join('')}reply: 'HTTP/1.1 201 Created\\r\\n'\nheader: Content-Type: application/json\nheader: Date: Mon, 01 Feb 2027 12:00:00 GMT\n`;
}

/** repr(bytes) */
function bytesLiteral(octets: string): string {
  const quote = octets.includes("'") && !octets.includes('"') ? '"' : "'";
  const inside = [...octets].map((character) => {
    const code = character.charCodeAt(0);
    const known = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', [quote]: `\\${quote}` }[character];
    const isPlain = code >= 0x20 && code < 0x7f;
    return known ?? (isPlain ? character : `\\x${code.toString(16).padStart(2, '0')}`);
  });
  return `b${quote}${inside.join('')}${quote}`;
}

/** A collection as Postman exports it, with one request besides. */
export function postman(request: HttpRequest): string {
  const { method, target, headers, body } = request;
  const [path = '', query] = target.split('?');
  const item = {
    name: 'Pay',
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: ['sign()'] } }],
    protocolProfileBehavior: { disableBodyPruning: true },
    request: {
      method,
      header: [
        ...headers.map(([key, value]) => ({ key, value, type: 'text' })),
        { key: 'Signature', value: 'old', type: 'text', disabled: true },
      ],
      body: { mode: 'raw', raw: Buffer.from(body).toString('utf8'), options: { raw: { language: 'json' } } },
      url: {
        raw: `{{baseUrl}}${target}`,
        host: ['{{baseUrl}}'],
        path: path.split('/').slice(1),
        ...(query === undefined ? {} : { query: [{ key: query, value: '' }] }),
      },
    },
    response: [],
  };
  const other = {
    name: 'Status',
    request: { method: 'GET', header: [], url: '{{baseUrl}}/v1/x' },
    response: [],
  };
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  return JSON.stringify(
    {
      info: { _postman_id: '1', name: 'Bank', schema, _exporter_id: '2' },
      item: [{ name: 'Payments', item: [item] }, other],
      variable: [{ key: 'baseUrl', value: ORIGIN, type: 'string' }],
    },
    undefined,
    '\t',
  );
}

/** An export of Insomnia, version 4. */
export function insomnia(request: HttpRequest): string {
  const { method, target, headers, body } = request;
  const resource = {
    _id: 'req_1',
    parentId: 'fld_1',
    modified: 1736112258432,
    url: `{{ _.base_url }}${target}`,
    name: 'Pay',
    description: '',
    method,
    body: body.length === 0 ? {} : { mimeType: 'application/json', text: Buffer.from(body).toString('utf8') },
    parameters: [],
    headers: headers.map(([name, value]) => ({
      id: 'pair_1',
      name,
      value,
      description: '',
      disabled: false,
    })),
    authentication: {},
    settingEncodeUrl: true,
    _type: 'request',
  };
  return JSON.stringify({
    _type: 'export',
    __export_format: 4,
    __export_date: '2027-02-01T12:00:00.000Z',
    __export_source: 'insomnia.desktop.app:v10.3.0',
    resources: [
      resource,
      { _id: 'fld_1', parentId: 'wrk_1', name: 'Payments', _type: 'request_group' },
      { _id: 'wrk_1', parentId: null, name: 'Bank', scope: 'collection', _type: 'workspace' },
      { _id: 'env_1', parentId: 'wrk_1', name: 'Base', data: { base_url: ORIGIN }, _type: 'environment' },
    ],
  });
}

/** The class in which axios keeps headers, as Node prints it. */
class AxiosHeaders {
  constructor(headers: readonly Header[]) {
    Object.assign(this, Object.fromEntries(headers));
  }

  get [Symbol.toStringTag](): string {
    return 'AxiosHeaders';
  }
}

function axiosConfig({ method, target, headers, body }: HttpRequest): object {
  return {
    transitional: { silentJSONParsing: true, forcedJSONParsing: true, clarifyTimeoutError: false },
    adapter: ['xhr', 'http', 'fetch'],
    transformRequest: [function transformRequest() {}],
    timeout: 0,
    xsrfCookieName: 'XSRF-TOKEN',
    maxContentLength: -1,
    env: { FormData: class FormData extends Object {}, Blob },
    validateStatus: function validateStatus() {},
    headers: new AxiosHeaders(headers),
    method: method.toLowerCase(),
    baseURL: ORIGIN,
    url: target,
    data: body.length === 0 ? undefined : Buffer.from(body).toString('utf8'),
  };
}

/** console.log(error) of axios in Node, with the request and the answer that hang on it. */
export function axiosError(request: HttpRequest): string {
  const config = axiosConfig(request);
  const head = `${request.method} ${request.target} HTTP/1.1\r\n${sentHeaders(request)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  class ClientRequest {
    readonly _events = { error: [function handle() {}] };
    readonly outputSize = 0;
    readonly _header = Buffer.from(head, 'latin1').toString('utf8');
    readonly sizes = new Map([['a', { b: 1 }]]);
    readonly chunk = Buffer.from('abc');
  }
  const error = Object.assign(new Error('Request failed with status code 401'), {
    name: 'AxiosError',
    code: 'ERR_BAD_REQUEST',
    config,
    request: new ClientRequest(),
    response: {
      status: 401,
      headers: new AxiosHeaders([['date', 'Mon, 01 Feb 2027 12:00:00 GMT']]),
      config,
      data: { tppMessages: [] },
    },
  });
  return `paying\n${inspect(error)}\n`;
}

/** console.log(error.config) */
export function axiosPrinted(request: HttpRequest): string {
  return `${inspect(axiosConfig(request))}\n`;
}

/** JSON.stringify(error.toJSON()) */
export function axiosJson(request: HttpRequest): string {
  const config = axiosConfig(request);
  return JSON.stringify({ message: 'Request failed', name: 'AxiosError', stack: 'x', config, status: 401 });
}
