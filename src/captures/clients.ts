import { isObject } from '../core/json-object.ts';
import type { Header } from '../message.ts';
import {
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  createChangedNote,
  createIncompleteNote,
  type FormOptions,
  noteTemplates,
  type Place,
  type SourceText,
} from './capture.ts';
import { chooseEntry, type Entry, isSigned } from './entries.ts';
import { appendQuery, splitTarget } from './http/message.ts';
import { encodeHeaders, getMember, getTextMember, refuseMistyped } from './json/parse.ts';
import { normalizeMethod } from './json/read-json.ts';
import {
  assertWithinLimit,
  createPercentEncoder,
  createUnreadable,
  encodeUtf8,
  percentEncoded,
  quoteExcerpt,
  showExcerpt,
} from './octets.ts';

interface ClientBody {
  /** Text in which variables are replaced, or the bytes of a file. */
  readonly body: string | Uint8Array;
  readonly notes: readonly CaptureNote[];
}

/** A request of a collection as its client would send it. */
export interface ClientRequest extends Omit<Entry, 'isSigned'> {
  readonly headers: readonly Header[];
  readonly variables: Variables;
  readonly scripts: readonly Script[];
  /** Rejects the chosen request if a part of it can't be read. @throws Fault INPUT_INVALID */
  readonly refuse?: () => void;
  readonly readBody: () => ClientBody;
}

/** Selects one request of a client's export. @throws Fault INPUT_INVALID with a list of the requests */
export function readClientCapture(
  format: CaptureFormat,
  entries: readonly ClientRequest[],
  wanted: FormOptions['request'],
): Capture {
  assertWithinLimit('requests', entries.length);
  const all = entries.map((one) => ({ ...one, isSigned: isSigned(one.headers) }));
  const given = chooseEntry(all, wanted);
  given.refuse?.();
  if (given.url === '')
    throw createUnreadable(`The request ${JSON.stringify(given.name)} has no URL.`, 'Choose another.');
  refuseSigningScript(given.headers, given.scripts);
  const sent = given.readBody();
  const { fill, notes: filled } = createFiller(given.variables);
  const { target, origin, url } = readUrl(given.url, fill);
  const sentHeaders = given.headers.map(([name, value]): Header => {
    return [fill(name, { header: name }), fill(value, { header: name })];
  });
  const { headers, notes } = encodeHeaders(sentHeaders);
  const body = typeof sent.body === 'string' ? Buffer.from(fill(sent.body, 'body'), 'utf8') : sent.body;
  const request = { method: normalizeMethod(given.method), target, headers, body: new Uint8Array(body) };
  const templates = [...noteTemplates(request, url), ...noteTemplates(request, url, TAG)];
  return { format, request, origin, notes: [...sent.notes, ...filled.values(), ...notes, ...templates] };
}

/** Matches tags such as `{% uuid 'v4' %}`, which Insomnia replaces when it sends. @see C-verify-client-variables */
const TAG = /\{%[^%\r\n]{1,200}%\}/g;

/** Parses a URL as clients send it: without the fragment and with unsafe characters percent-encoded. */
function readUrl(given: string, fill: ReturnType<typeof createFiller>['fill']) {
  const [, server = '', rest = ''] = /^((?:https?:\/\/)?[^/?#]*)([\s\S]*)$/i.exec(given) ?? [];
  const place = fill(server);
  const isWhole = /^https?:\/\//i.test(place) || place.startsWith('{{') || place === '';
  const url = `${isWhole ? '' : 'http://'}${place}${fill(rest.split('#')[0] ?? '', 'target')}`;
  const isUnknown = url.startsWith('{{');
  const path = isUnknown ? url.replace(/^\{\{[^{}]*\}\}[^/?]*/, '') : url;
  const { target, origin } = splitTarget(path.startsWith('/') || !isUnknown ? path : `/${path}`);
  return { target: encoded(encodeUtf8(target)), origin, url };
}

const encoded = createPercentEncoder(/[!#-;=?-_a-z{|}~]/);

const plain = createPercentEncoder(/[A-Za-z0-9*._{}-]/);

/** Creates the body of a form from its fields. */
function createFormBody(fields: readonly Header[]): ClientBody {
  const text = fields
    .map((field) => field.map((one) => plain(encodeUtf8(one)).replaceAll('%20', '+')).join('='))
    .join('&');
  const message = "The file only has the form's fields. The body is put together from them.";
  return { body: text, notes: [createChangedNote('body', message, 'Compare it with what was sent.')] };
}

/** Reads `[{key, value, disabled}]`, with `name` or `id` as alternatives to `key`; omits disabled pairs. */
export function readPairs(given: unknown): Header[] {
  return toArray(given).flatMap((one): Header[] => {
    const name = getTextMember(one, 'key') ?? getTextMember(one, 'name') ?? getTextMember(one, 'id');
    const value = getMember(one, 'value');
    const isOff = getMember(one, 'disabled') === true || getMember(one, 'enabled') === false;
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return name === undefined || name === '' || isOff || typeof text !== 'string' ? [] : [[name, text]];
  });
}

export function toArray(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

/** A script that a client runs before it sends a request. */
export interface Script {
  /** The collection, folder or request of the script, in words. */
  readonly where: string;
  readonly text: string;
}

const SIGNS = /[^\n]*(?:\bsignature\b|keyId|createSign|RSA-?SHA256|subtle\.sign|\bsign[A-Z]?\w*\()[^\n]*/i;

/** Matches a literal signature, in its own header or as `Authorization: Signature …`. */
const SIGNED = /^(?:signature: |authorization: *signature\b)(?![\s\S]*\{\{)/i;

/**
 * Rejects a request that a script signs when it is sent: its template was never on the wire.
 * @throws Fault INPUT_INVALID that names the script
 * @see C-verify-signing-script
 */
function refuseSigningScript(headers: readonly Header[], scripts: readonly Script[]): void {
  const isWritten = headers.some(([name, value]) => SIGNED.test(`${name.trim()}: ${value}`));
  if (isWritten) return;
  for (const { where, text } of scripts) {
    const line = SIGNS.exec(text.slice(0, LONGEST_SCRIPT))?.[0].trim();
    if (line !== undefined)
      throw createUnreadable(
        `The pre-request script of ${where} signs the request when it's sent: ${quoteExcerpt(encodeUtf8(line))}. The file only has the unsigned template.`,
        'Send the request, then pass what was sent: from the console of the client, or as HAR from a proxy.',
      );
  }
}

const LONGEST_SCRIPT = 262_144;

/** The variables that the file itself defines, by name. */
export type Variables = ReadonlyMap<string, string>;

/** Matches `{{name}}`, also with the underscore and blanks that Insomnia writes. */
const VARIABLE = /\{\{ *(?:_\.)?([^{}"\n]{1,100}?) *\}\}/g;
const MOST_DEPTH = 5;
/** The limit of the replaced text; values may contain variables too. */
const MOST_CHARACTERS = 256 * 1024;

/**
 * Replaces variables whose values are in the file, also inside values. Others stay unchanged; another function notes
 * them.
 * @see C-verify-client-variables
 */
function createFiller(variables: Variables) {
  const notes = new Map<string, CaptureNote>();
  /** Replaces variables. Without a place no notes are created, since that text isn't signed. */
  const fill = (text: string, place?: Place): string => {
    let filled = text;
    for (let depth = 0; depth < MOST_DEPTH && filled.includes('{{'); depth += 1) {
      let length = 0;
      const next = filled.replaceAll(VARIABLE, (literal, name: string) => {
        const value = variables.get(name);
        length += value?.length ?? 0;
        if (value === undefined || length > MOST_CHARACTERS) return literal;
        if (place !== undefined && !notes.has(literal)) notes.set(literal, noteFilled(literal, place));
        return value;
      });
      if (next === filled) break;
      filled = next;
    }
    return filled;
  };
  return { fill, notes };
}

function noteFilled(literal: string, place: Place): CaptureNote {
  const message = `The variable ${showExcerpt(literal)} is replaced by the value that the file gives it.`;
  return createChangedNote(place, message, 'Check that it had the same value when the request was sent.');
}

/** Returns true for a collection exported by Postman. */
export function isPostman(given: unknown): boolean {
  return Array.isArray(getMember(given, 'item')) && isObject(getMember(given, 'info'));
}

/**
 * Reads a request of a Postman collection, v2.0 or v2.1.
 * @throws Fault INPUT_INVALID
 * @see https://schema.getpostman.com/json/collection/v2.1.0/collection.json
 * @see C-verify-postman
 */
export function readPostman({ json }: SourceText, { request, readFile }: FormOptions): Capture {
  const items: ClientRequest[] = [];
  collect(json(), { path: [], variables: new Map(), scripts: [], items, readFile });
  return readClientCapture('postman', items, request);
}

interface Folder {
  readonly path: readonly string[];
  readonly variables: Variables;
  readonly scripts: readonly Script[];
  readonly items: ClientRequest[];
  readonly readFile: FormOptions['readFile'];
}

/** Collects the requests of a folder with the names of their path; a folder's variables apply to its content. */
function collect(given: unknown, { path, variables, scripts, items, readFile }: Folder): void {
  const own = new Map([...variables, ...readPairs(getMember(given, 'variable'))]);
  const ownScripts = [...scripts, ...listScripts(given, path)];
  for (const one of toArray(getMember(given, 'item'))) {
    const name = [...path, getTextMember(one, 'name') ?? ''];
    if (Array.isArray(getMember(one, 'item'))) {
      assertWithinLimit('jsonDepth', name.length);
      collect(one, { path: name, variables: own, scripts: ownScripts, items, readFile });
      continue;
    }
    const request = getMember(one, 'request');
    if (request === undefined) continue;
    const whose = name.join('/');
    items.push({
      name: whose,
      method: getTextMember(request, 'method') ?? 'GET',
      url: readRequestUrl(request),
      headers: readHeaders(request),
      variables: new Map([...own, ...readPairs(getMember(one, 'variable'))]),
      scripts: [...ownScripts, ...listScripts(one, name)],
      refuse: () => {
        if (isObject(request)) refuseMistyped(request, KNOWN, `The request ${JSON.stringify(whose)}`);
      },
      readBody: () => readPostmanBody(getMember(request, 'body'), readFile),
    });
    assertWithinLimit('requests', items.length);
  }
}

/** Lists the scripts that Postman runs before the requests of a collection, a folder or one request. */
function listScripts(given: unknown, path: readonly string[]): Script[] {
  const where = path.length === 0 ? 'the collection' : JSON.stringify(path.join('/').slice(0, 100));
  return toArray(getMember(given, 'event'))
    .filter((event) => getTextMember(event, 'listen') === 'prerequest')
    .map((event) => {
      const exec = getMember(getMember(event, 'script'), 'exec');
      const lines = (Array.isArray(exec) ? exec : [exec]).filter((line) => typeof line === 'string');
      return { where, text: lines.join('\n') };
    });
}

const KNOWN = ['method', 'url', 'header', 'body', 'auth', 'proxy', 'certificate', 'description'];

/** Reads the headers: a list, or lines of text in older files; omits disabled ones. */
function readHeaders(request: unknown): Header[] {
  const given = getMember(request, 'header');
  if (typeof given === 'string') {
    return given.split(/\r?\n/).flatMap((line): Header[] => {
      const [, name = '', value = ''] = /^([^:]{1,200}):[ \t]*([\s\S]*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    });
  }
  return readPairs(given);
}

/**
 * Returns the URL: `raw` is the text of the address bar; without it the parts are joined. `:name` in the path is a
 * variable.
 */
function readRequestUrl(request: unknown): string {
  const url = typeof request === 'string' ? request : getMember(request, 'url');
  if (typeof url === 'string') return url;
  const raw = getTextMember(url, 'raw') ?? joinUrl(url);
  const inPath = new Map(readPairs(getMember(url, 'variable')));
  return inPath.size === 0
    ? raw
    : raw.replaceAll(/\/:([A-Za-z0-9_.-]+)/g, (whole, name: string) => {
        const value = inPath.get(name);
        return value === undefined ? whole : `/${value}`;
      });
}

function joinUrl(url: unknown): string {
  const text = (name: string, by: string) => {
    const part = getMember(url, name);
    return typeof part === 'string'
      ? part
      : toArray(part)
          .filter((one) => typeof one === 'string')
          .join(by);
  };
  const query = readPairs(getMember(url, 'query')).map(([name, value]) => `${name}=${value}`);
  const host = text('host', '.');
  if (host === '') return '';
  const protocol = getTextMember(url, 'protocol');
  const port = getTextMember(url, 'port');
  const server = `${protocol === undefined ? '' : `${protocol}://`}${host}${port === undefined ? '' : `:${port}`}`;
  return `${server}/${text('path', '/')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

const NONE: ClientBody = { body: '', notes: [] };
const BODY_MEMBERS = ['mode', 'raw', 'urlencoded', 'formdata', 'file', 'graphql', 'options', 'disabled'];

/**
 * Reads the body of the selected mode; the file may contain bodies of other modes.
 * @throws Fault INPUT_INVALID for an unknown mode
 * @see C-verify-postman
 */
function readPostmanBody(given: unknown, readFile: FormOptions['readFile']): ClientBody {
  if (!isObject(given) || getMember(given, 'disabled') === true) return NONE;
  refuseMistyped(given, BODY_MEMBERS, 'The body of the request');
  const mode = getTextMember(given, 'mode');
  if (mode === undefined || mode === 'none') return NONE;
  if (mode === 'raw') return { body: getTextMember(given, 'raw') ?? '', notes: [] };
  if (mode === 'urlencoded') return createFormBody(readPairs(getMember(given, mode)));
  if (mode === 'formdata') return { body: '', notes: [MULTIPART] };
  if (mode === 'file') return fromFile(getMember(given, mode), readFile);
  if (mode === 'graphql') return createGraphqlBody(getMember(given, mode));
  throw createUnreadable(
    `The body has the mode ${quoteExcerpt(encodeUtf8(mode))}, which isn't known.`,
    'Copy the request as cURL (in Postman: </>), or save it as a HAR.',
  );
}

const MULTIPART = createIncompleteNote(
  'body',
  "The body is a multipart form, whose boundary isn't in the file. It's left out.",
);

function fromFile(file: unknown, readFile: FormOptions['readFile']): ClientBody {
  const name = typeof file === 'string' ? file : getTextMember(file, 'src');
  if (name !== undefined && name !== '') return { body: readFile(name), notes: [] };
  return { body: getTextMember(file, 'content') ?? '', notes: [NO_FILE] };
}

const NO_FILE = createIncompleteNote('body', 'The body is a file whose name is not in the collection.');

function createGraphqlBody(given: unknown): ClientBody {
  const variables = getTextMember(given, 'variables') ?? '';
  const query = JSON.stringify(getTextMember(given, 'query') ?? '');
  const body = `{"query":${query},"variables":${variables.trim() === '' ? '{}' : variables}}`;
  return {
    body,
    notes: [createChangedNote('body', 'The body is put together from a GraphQL query.', COMPARE)],
  };
}

const COMPARE = 'Compare it with what was sent.';

/** Detects an Insomnia export: JSON, or since version 11 YAML, by its first line. */
export function isInsomnia({ text, isJson, json }: SourceText): boolean {
  if (isYaml(text)) return true;
  return (
    isJson && getTextMember(json(), '_type') === 'export' && Array.isArray(getMember(json(), 'resources'))
  );
}

function isYaml(text: string): boolean {
  return /^type: ["']?(?:collection|spec)\.insomnia\.rest\//m.test(text.slice(0, 2000));
}

/**
 * Reads a request of an Insomnia export, version 4.
 * @throws Fault INPUT_INVALID
 * @see C-verify-insomnia
 */
export function readInsomnia({ text, json }: SourceText, { request, readFile }: FormOptions): Capture {
  if (isYaml(text))
    throw createUnreadable(
      "This is an Insomnia 5 export in YAML, which isn't read.",
      'In Insomnia export the collection as "Insomnia v4 (JSON)" or as HAR, or copy the request as cURL.',
    );
  const resources = toArray(getMember(json(), 'resources')).filter(isObject);
  const byId = new Map(resources.map((one) => [getTextMember(one, '_id') ?? '', one]));
  const variables = readVariables(resources);
  const entries = resources
    .filter((one) => getTextMember(one, '_type') === 'request')
    .map((one): ClientRequest => {
      const name = buildName(one, byId);
      return {
        name,
        method: getTextMember(one, 'method') ?? 'GET',
        url: withQuery(getTextMember(one, 'url') ?? '', readPairs(getMember(one, 'parameters'))),
        headers: readPairs(getMember(one, 'headers')),
        variables,
        scripts: [{ where: JSON.stringify(name), text: getTextMember(one, 'preRequestScript') ?? '' }],
        readBody: () => readBody(getMember(one, 'body'), readFile),
      };
    });
  return readClientCapture('insomnia', entries, request);
}

const MOST_FOLDERS = 50;

/** Builds the name of a request from its folders and its own name. */
function buildName(resource: unknown, byId: ReadonlyMap<string, unknown>): string {
  const names = [getTextMember(resource, 'name') ?? ''];
  let parent = byId.get(getTextMember(resource, 'parentId') ?? '');
  while (getTextMember(parent, '_type') === 'request_group' && names.length < MOST_FOLDERS) {
    names.unshift(getTextMember(parent, 'name') ?? '');
    parent = byId.get(getTextMember(parent, 'parentId') ?? '');
  }
  return names.join('/');
}

/** Reads the variables of the base environments, and of another environment if it is the only one. */
function readVariables(resources: readonly unknown[]): Variables {
  const environments = resources.filter((one) => getTextMember(one, '_type') === 'environment');
  const ids = new Set(environments.map((one) => getTextMember(one, '_id')));
  const isBase = (one: unknown) => !ids.has(getTextMember(one, 'parentId'));
  const others = environments.filter((one) => !isBase(one));
  const counted = [...environments.filter(isBase), ...(others.length === 1 ? others : [])];
  return new Map(counted.flatMap((one) => listLeaves(getMember(one, 'data'), '')));
}

/** Lists the leaves of nested data: `{a: {b: 'c'}}` is `a.b`. */
function listLeaves(data: unknown, path: string): [string, string][] {
  if (!isObject(data)) return [];
  return Object.entries(data).flatMap(([name, value]): [string, string][] => {
    if (isObject(value)) return listLeaves(value, `${path}${name}.`);
    const isText = ['string', 'number', 'boolean'].includes(typeof value);
    return isText ? [[path + name, String(value)]] : [];
  });
}

function withQuery(url: string, parameters: readonly (readonly [string, string])[]): string {
  if (parameters.length === 0) return url;
  const query = parameters.map((one) =>
    one.map((text) => (text.includes('{{') ? text : percentEncoded(encodeUtf8(text)))).join('='),
  );
  return appendQuery(url, query.join('&'));
}

function readBody(given: unknown, readFile: FormOptions['readFile']): ClientBody {
  const text = getTextMember(given, 'text');
  if (text !== undefined) return { body: text, notes: [] };
  const params = getMember(given, 'params');
  if (getTextMember(given, 'mimeType')?.startsWith('multipart/')) return { body: '', notes: [MULTIPART] };
  if (Array.isArray(params)) return createFormBody(readPairs(params));
  const name = getTextMember(given, 'fileName');
  return name === undefined || name === '' ? { body: '', notes: [] } : { body: readFile(name), notes: [] };
}
