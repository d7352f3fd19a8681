import { isObject } from '../json-object.ts';
import type { Header, HttpRequest } from '../message.ts';
import {
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  changedNote,
  type FormOptions,
  incompleteNote,
  type Place,
  templateNote,
  templateNotes,
  type Written,
} from './capture.ts';
import { chooseEntry, type Entry, isSigned } from './entries.ts';
import { splitTarget } from './http/message.ts';
import { asOctets, member, refuseMistyped, textMember } from './json/parse.ts';
import { sentMethod } from './json/read-json.ts';
import {
  excerpt,
  holdTo,
  octetsOf,
  percentEncoded,
  percentEncoder,
  shown,
  unreadable,
  utf8Octets,
} from './octets.ts';

interface ClientBody {
  /** Text, in which variables are filled in, or the bytes of a file. */
  readonly body: string | Uint8Array;
  readonly notes: readonly CaptureNote[];
}

/** A request of a collection, as its client would send it. */
export interface ClientRequest extends Omit<Entry, 'isSigned'> {
  readonly headers: readonly Header[];
  readonly variables: Variables;
  readonly scripts: readonly Script[];
  /** @throws Fault INPUT_INVALID for what can't be read of the request that was chosen */
  readonly refuse?: () => void;
  readonly readBody: () => ClientBody;
}

/**
 * The request that is meant, of all that a client's export has.
 * @throws Fault INPUT_INVALID that lists them
 */
export function captureOf(
  format: CaptureFormat,
  entries: readonly ClientRequest[],
  wanted: FormOptions['request'],
): Capture {
  holdTo('requests', entries.length);
  const all = entries.map((one) => ({ ...one, isSigned: isSigned(one.headers) }));
  const given = chooseEntry(all, wanted);
  given.refuse?.();
  if (given.url === '')
    throw unreadable(`The request ${JSON.stringify(given.name)} has no URL.`, 'Choose another.');
  refuseSigningScript(given.headers, given.scripts);
  const sent = given.readBody();
  const filling = new Filling(given.variables);
  const { target, origin, url } = readUrl(given.url, filling);
  const filled = given.headers.map(([name, value]): Header => {
    return [filling.fill(name, { header: name }), filling.fill(value, { header: name })];
  });
  const { headers, notes } = asOctets(filled);
  const body =
    typeof sent.body === 'string' ? Buffer.from(filling.fill(sent.body, 'body'), 'utf8') : sent.body;
  const request = { method: sentMethod(given.method), target, headers, body: new Uint8Array(body) };
  const templates = [...templateNotes(request, url), ...tagNotes(request, url)];
  return { format, request, origin, notes: [...sent.notes, ...filling.notes, ...notes, ...templates] };
}

/** `{% uuid 'v4' %}`, which Insomnia replaces when it sends. @see C-verify-client-variables */
function tagNotes({ headers, body }: HttpRequest, url: string): CaptureNote[] {
  const texts: [Place, string][] = [
    ['target', url],
    ...headers.map(([name, value]): [Place, string] => [{ header: name }, value]),
    ['body', octetsOf(body)],
  ];
  return texts.flatMap(([place, text]) => {
    const tag = /\{%[^%\r\n]{1,200}%\}/.exec(text)?.[0];
    return tag === undefined ? [] : [templateNote(place, tag)];
  });
}

/** As clients send a URL: without a fragment, and with what can't stand in one percent-encoded. */
function readUrl(given: string, filling: Filling) {
  const [, server = '', rest = ''] = /^((?:https?:\/\/)?[^/?#]*)([\s\S]*)$/i.exec(given) ?? [];
  const place = filling.fill(server, undefined);
  const isWhole = /^https?:\/\//i.test(place) || place.startsWith('{{') || place === '';
  const url = `${isWhole ? '' : 'http://'}${place}${filling.fill(rest.split('#')[0] ?? '', 'target')}`;
  const isUnknown = url.startsWith('{{');
  const path = isUnknown ? url.replace(/^\{\{[^{}]*\}\}[^/?]*/, '') : url;
  const { target, origin } = splitTarget(path.startsWith('/') || !isUnknown ? path : `/${path}`);
  return { target: encoded(utf8Octets(target)), origin, url };
}

const encoded = percentEncoder(/[!#-;=?-_a-z{|}~]/);

const plain = percentEncoder(/[A-Za-z0-9*._{}-]/);

/** A form of which only the fields are in the file. */
function formBody(fields: readonly Header[]): ClientBody {
  const text = fields
    .map((field) => field.map((one) => plain(utf8Octets(one)).replaceAll('%20', '+')).join('='))
    .join('&');
  const message = "The file only has the form's fields. The body is put together from them.";
  return { body: text, notes: [changedNote('body', message, 'Compare it with what was sent.')] };
}

/** `[{key, value, disabled}]`, or with `name` or `id` for `key`, without those that are switched off. */
export function pairs(given: unknown): Header[] {
  return listOf(given).flatMap((one): Header[] => {
    const name = textMember(one, 'key') ?? textMember(one, 'name') ?? textMember(one, 'id');
    const value = member(one, 'value');
    const isOff = member(one, 'disabled') === true || member(one, 'enabled') === false;
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return name === undefined || name === '' || isOff || typeof text !== 'string' ? [] : [[name, text]];
  });
}

export function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

/** A script that a client runs before it sends a request. */
export interface Script {
  /** The collection, folder or request that has it, in words. */
  readonly where: string;
  readonly text: string;
}

const SIGNS = /[^\n]*(?:\bsignature\b|keyId|createSign|RSA-?SHA256|subtle\.sign|\bsign[A-Z]?\w*\()[^\n]*/i;

/** A signature that is written out, in its own header or as `Authorization: Signature …`. */
const SIGNED = /^(?:signature: |authorization: *signature\b)(?![\s\S]*\{\{)/i;

/**
 * Refuses a request that a script signs when it is sent: its template was never on the wire.
 * @throws Fault INPUT_INVALID that names the script
 * @see C-verify-signing-script
 */
function refuseSigningScript(headers: readonly Header[], scripts: readonly Script[]): void {
  const isWritten = headers.some(([name, value]) => SIGNED.test(`${name.trim()}: ${value}`));
  if (isWritten) return;
  for (const { where, text } of scripts) {
    const line = SIGNS.exec(text.slice(0, LONGEST_SCRIPT))?.[0].trim();
    if (line !== undefined)
      throw unreadable(
        `The pre-request script of ${where} signs the request when it's sent: ${excerpt(utf8Octets(line))}. The file only has the unsigned template.`,
        'Send the request, then pass what was sent: from the console of the client, or as HAR from a proxy.',
      );
  }
}

const LONGEST_SCRIPT = 262_144;

/** Names and the values that the file itself gives them. */
export type Variables = ReadonlyMap<string, string>;

/** `{{name}}`, with the underscore and blanks that Insomnia writes. */
const VARIABLE = /\{\{ *(?:_\.)?([^{}"\n]{1,100}?) *\}\}/g;
const MOST_DEPTH = 5;
/** Of what was filled in; values may hold variables too. */
const MOST_CHARACTERS = 256 * 1024;

/**
 * Text with the variables whose values are in the file, those in values too. What has no value stays as it is; a
 * note of it is made elsewhere.
 * @see C-verify-client-variables
 */
class Filling {
  readonly notes: CaptureNote[] = [];
  private readonly noted = new Set<string>();
  private readonly variables: Variables;

  constructor(variables: Variables) {
    this.variables = variables;
  }

  /** Without a place nothing is noted: what is filled in there isn't signed. */
  fill(text: string, place: Place | undefined): string {
    let filled = text;
    for (let depth = 0; depth < MOST_DEPTH && filled.includes('{{'); depth += 1) {
      let length = 0;
      const next = filled.replaceAll(VARIABLE, (literal, name: string) => {
        const value = this.variables.get(name);
        length += value?.length ?? 0;
        if (value === undefined || length > MOST_CHARACTERS) return literal;
        if (place !== undefined) this.note(literal, place);
        return value;
      });
      if (next === filled) break;
      filled = next;
    }
    return filled;
  }

  private note(literal: string, place: Place): void {
    if (this.noted.has(literal)) return;
    this.noted.add(literal);
    const message = `The variable ${shown(literal)} is replaced by the value that the file gives it.`;
    this.notes.push(
      changedNote(place, message, 'Check that it had the same value when the request was sent.'),
    );
  }
}

/** Whether it is a collection that Postman exported. */
export function isPostman(given: unknown): boolean {
  return Array.isArray(member(given, 'item')) && isObject(member(given, 'info'));
}

/**
 * A request of a Postman collection, v2.0 or v2.1.
 * @throws Fault INPUT_INVALID
 * @see https://schema.getpostman.com/json/collection/v2.1.0/collection.json
 * @see C-verify-postman
 */
export function readPostman({ json }: Written, { request, readFile }: FormOptions): Capture {
  const items: ClientRequest[] = [];
  collect(json(), { path: [], variables: new Map(), scripts: [], items, readFile });
  return captureOf('postman', items, request);
}

interface Folder {
  readonly path: readonly string[];
  readonly variables: Variables;
  readonly scripts: readonly Script[];
  readonly items: ClientRequest[];
  readonly readFile: FormOptions['readFile'];
}

/** The requests below a folder, by the names that lead to them; a folder's variables count for what is in it. */
function collect(given: unknown, { path, variables, scripts, items, readFile }: Folder): void {
  const own = new Map([...variables, ...pairs(member(given, 'variable'))]);
  const ownScripts = [...scripts, ...scriptsIn(given, path)];
  for (const one of listOf(member(given, 'item'))) {
    const name = [...path, textMember(one, 'name') ?? ''];
    if (Array.isArray(member(one, 'item'))) {
      holdTo('jsonDepth', name.length);
      collect(one, { path: name, variables: own, scripts: ownScripts, items, readFile });
      continue;
    }
    const request = member(one, 'request');
    if (request === undefined) continue;
    const whose = name.join('/');
    items.push({
      name: whose,
      method: textMember(request, 'method') ?? 'GET',
      url: urlOf(request),
      headers: headersOf(request),
      variables: new Map([...own, ...pairs(member(one, 'variable'))]),
      scripts: [...ownScripts, ...scriptsIn(one, name)],
      refuse: () => {
        if (isObject(request)) refuseMistyped(request, KNOWN, `The request ${JSON.stringify(whose)}`);
      },
      readBody: () => readPostmanBody(member(request, 'body'), readFile),
    });
    holdTo('requests', items.length);
  }
}

/** Scripts that Postman runs before it sends the requests of a collection, a folder or one request. */
function scriptsIn(given: unknown, path: readonly string[]): Script[] {
  const where = path.length === 0 ? 'the collection' : JSON.stringify(path.join('/').slice(0, 100));
  return listOf(member(given, 'event'))
    .filter((event) => textMember(event, 'listen') === 'prerequest')
    .map((event) => {
      const exec = member(member(event, 'script'), 'exec');
      const lines = (Array.isArray(exec) ? exec : [exec]).filter((line) => typeof line === 'string');
      return { where, text: lines.join('\n') };
    });
}

const KNOWN = ['method', 'url', 'header', 'body', 'auth', 'proxy', 'certificate', 'description'];

/** A list, or in older files lines of text; without those that are switched off. */
function headersOf(request: unknown): Header[] {
  const given = member(request, 'header');
  if (typeof given === 'string') {
    return given.split(/\r?\n/).flatMap((line): Header[] => {
      const [, name = '', value = ''] = /^([^:]{1,200}):[ \t]*([\s\S]*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    });
  }
  return pairs(given);
}

/** `raw` is what stands in the address bar; without it the parts are joined. `:name` in the path is a variable. */
function urlOf(request: unknown): string {
  const url = typeof request === 'string' ? request : member(request, 'url');
  if (typeof url === 'string') return url;
  const raw = textMember(url, 'raw') ?? joined(url);
  const inPath = new Map(pairs(member(url, 'variable')));
  return inPath.size === 0
    ? raw
    : raw.replaceAll(/\/:([A-Za-z0-9_.-]+)/g, (whole, name: string) => {
        const value = inPath.get(name);
        return value === undefined ? whole : `/${value}`;
      });
}

function joined(url: unknown): string {
  const text = (name: string, by: string) => {
    const part = member(url, name);
    return typeof part === 'string'
      ? part
      : listOf(part)
          .filter((one) => typeof one === 'string')
          .join(by);
  };
  const query = pairs(member(url, 'query')).map(([name, value]) => `${name}=${value}`);
  const host = text('host', '.');
  if (host === '') return '';
  const protocol = textMember(url, 'protocol');
  const port = textMember(url, 'port');
  const server = `${protocol === undefined ? '' : `${protocol}://`}${host}${port === undefined ? '' : `:${port}`}`;
  return `${server}/${text('path', '/')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

const NONE: ClientBody = { body: '', notes: [] };
const BODY_MEMBERS = ['mode', 'raw', 'urlencoded', 'formdata', 'file', 'graphql', 'options', 'disabled'];

/**
 * The body by its mode, of which others may be in the file.
 * @throws Fault INPUT_INVALID for a mode that isn't known
 * @see C-verify-postman
 */
function readPostmanBody(given: unknown, readFile: FormOptions['readFile']): ClientBody {
  if (!isObject(given) || member(given, 'disabled') === true) return NONE;
  refuseMistyped(given, BODY_MEMBERS, 'The body of the request');
  const mode = textMember(given, 'mode');
  if (mode === undefined || mode === 'none') return NONE;
  if (mode === 'raw') return { body: textMember(given, 'raw') ?? '', notes: [] };
  if (mode === 'urlencoded') return formBody(pairs(member(given, mode)));
  if (mode === 'formdata') return { body: '', notes: [MULTIPART] };
  if (mode === 'file') return fromFile(member(given, mode), readFile);
  if (mode === 'graphql') return graphql(member(given, mode));
  throw unreadable(
    `The body has the mode ${excerpt(utf8Octets(mode))}, which isn't known.`,
    'Copy the request as cURL (in Postman: </>), or save it as a HAR.',
  );
}

const MULTIPART = incompleteNote(
  'body',
  "The body is a multipart form, whose boundary isn't in the file. It's left out.",
);

function fromFile(file: unknown, readFile: FormOptions['readFile']): ClientBody {
  const name = typeof file === 'string' ? file : textMember(file, 'src');
  if (name !== undefined && name !== '') return { body: readFile(name), notes: [] };
  return { body: textMember(file, 'content') ?? '', notes: [NO_FILE] };
}

const NO_FILE = incompleteNote('body', 'The body is a file whose name is not in the collection.');

function graphql(given: unknown): ClientBody {
  const variables = textMember(given, 'variables') ?? '';
  const query = JSON.stringify(textMember(given, 'query') ?? '');
  const body = `{"query":${query},"variables":${variables.trim() === '' ? '{}' : variables}}`;
  return { body, notes: [changedNote('body', 'The body is put together from a GraphQL query.', COMPARE)] };
}

const COMPARE = 'Compare it with what was sent.';

/** Tells a collection that Insomnia exported: as JSON, or since version 11 as YAML, by its first line. */
export function isInsomnia({ text, isJson, json }: Written): boolean {
  if (isYaml(text)) return true;
  return isJson && textMember(json(), '_type') === 'export' && Array.isArray(member(json(), 'resources'));
}

function isYaml(text: string): boolean {
  return /^type: ["']?(?:collection|spec)\.insomnia\.rest\//m.test(text.slice(0, 2000));
}

/**
 * A request of an Insomnia export, version 4.
 * @throws Fault INPUT_INVALID
 * @see C-verify-insomnia
 */
export function readInsomnia({ text, json }: Written, { request, readFile }: FormOptions): Capture {
  if (isYaml(text))
    throw unreadable(
      "This is an Insomnia 5 export in YAML, which isn't read.",
      'In Insomnia export the collection as "Insomnia v4 (JSON)" or as HAR, or copy the request as cURL.',
    );
  const resources = listOf(member(json(), 'resources')).filter(isObject);
  const byId = new Map(resources.map((one) => [textMember(one, '_id') ?? '', one]));
  const variables = variablesOf(resources);
  const entries = resources
    .filter((one) => textMember(one, '_type') === 'request')
    .map((one): ClientRequest => {
      const name = nameOf(one, byId);
      return {
        name,
        method: textMember(one, 'method') ?? 'GET',
        url: withQuery(textMember(one, 'url') ?? '', pairs(member(one, 'parameters'))),
        headers: pairs(member(one, 'headers')),
        variables,
        scripts: [{ where: JSON.stringify(name), text: textMember(one, 'preRequestScript') ?? '' }],
        readBody: () => readBody(member(one, 'body'), readFile),
      };
    });
  return captureOf('insomnia', entries, request);
}

const MOST_FOLDERS = 50;

/** Folders, and the request's own name. */
function nameOf(resource: unknown, byId: ReadonlyMap<string, unknown>): string {
  const names = [textMember(resource, 'name') ?? ''];
  let parent = byId.get(textMember(resource, 'parentId') ?? '');
  while (textMember(parent, '_type') === 'request_group' && names.length < MOST_FOLDERS) {
    names.unshift(textMember(parent, 'name') ?? '');
    parent = byId.get(textMember(parent, 'parentId') ?? '');
  }
  return names.join('/');
}

/** Of the base environments; which of the others was chosen is not in the file, unless there is just one. */
function variablesOf(resources: readonly unknown[]): Variables {
  const environments = resources.filter((one) => textMember(one, '_type') === 'environment');
  const ids = new Set(environments.map((one) => textMember(one, '_id')));
  const isBase = (one: unknown) => !ids.has(textMember(one, 'parentId'));
  const others = environments.filter((one) => !isBase(one));
  const counted = [...environments.filter(isBase), ...(others.length === 1 ? others : [])];
  return new Map(counted.flatMap((one) => leaves(member(one, 'data'), '')));
}

/** `{a: {b: 'c'}}` is `a.b`. */
function leaves(data: unknown, path: string): [string, string][] {
  if (!isObject(data)) return [];
  return Object.entries(data).flatMap(([name, value]): [string, string][] => {
    if (isObject(value)) return leaves(value, `${path}${name}.`);
    const isText = ['string', 'number', 'boolean'].includes(typeof value);
    return isText ? [[path + name, String(value)]] : [];
  });
}

function withQuery(url: string, parameters: readonly (readonly [string, string])[]): string {
  if (parameters.length === 0) return url;
  const query = parameters.map((one) =>
    one.map((text) => (text.includes('{{') ? text : percentEncoded(utf8Octets(text)))).join('='),
  );
  return `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`;
}

function readBody(given: unknown, readFile: FormOptions['readFile']): ClientBody {
  const text = textMember(given, 'text');
  if (text !== undefined) return { body: text, notes: [] };
  const params = member(given, 'params');
  if (textMember(given, 'mimeType')?.startsWith('multipart/')) return { body: '', notes: [MULTIPART] };
  if (Array.isArray(params)) return formBody(pairs(params));
  const name = textMember(given, 'fileName');
  return name === undefined || name === '' ? { body: '', notes: [] } : { body: readFile(name), notes: [] };
}
