import { isObject } from '../../json-object.ts';
import type { Capture } from '../capture.ts';
import type { Entry } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { member, textMember } from '../json/parse.ts';
import { percentEncoded, utf8Octets } from '../octets.ts';
import { unreadable } from '../unreadable.ts';
import {
  type ClientRequest,
  captureOf,
  formBody,
  isSignedList,
  listOf,
  pairs,
  refuseSigningScript,
  type Variables,
} from './client-request.ts';
import { type ClientBody, MULTIPART } from './postman.ts';

/** Whether it is a collection that Insomnia exported as JSON. */
export function isInsomnia(given: unknown): boolean {
  return textMember(given, '_type') === 'export' && Array.isArray(member(given, 'resources'));
}

/** The first line of what Insomnia exports since version 11. */
export function isInsomniaYaml(text: string): boolean {
  return /^type: ["']?(?:collection|spec)\.insomnia\.rest\//m.test(text.slice(0, 2000));
}

/** @see C-verify-insomnia */
export function refuseInsomniaYaml(): never {
  throw unreadable(
    "This is an Insomnia 5 export in YAML, which isn't read.",
    'In Insomnia export the collection as "Insomnia v4 (JSON)" or as HAR, or copy the request as cURL.',
  );
}

interface Resource extends Entry {
  readonly resource: unknown;
}

/**
 * A request of an Insomnia export, version 4.
 * @throws Fault INPUT_INVALID
 * @see C-verify-insomnia
 */
export function readInsomnia(given: unknown, { request, readFile }: FormOptions): Capture {
  const resources = listOf(member(given, 'resources')).filter(isObject);
  const byId = new Map(resources.map((one) => [textMember(one, '_id') ?? '', one]));
  const entries = resources
    .filter((one) => textMember(one, '_type') === 'request')
    .map((resource): Resource => {
      return {
        resource,
        name: nameOf(resource, byId),
        method: textMember(resource, 'method') ?? 'GET',
        url: withQuery(textMember(resource, 'url') ?? '', pairs(member(resource, 'parameters'))),
        ...isSignedList(pairs(member(resource, 'headers'))),
      };
    });
  const variables = variablesOf(resources);
  return captureOf('insomnia', entries, request, (entry) => clientRequest(entry, variables, readFile));
}

function clientRequest(
  entry: Resource,
  variables: Variables,
  readFile: FormOptions['readFile'],
): ClientRequest {
  if (entry.url === '')
    throw unreadable(`The request ${JSON.stringify(entry.name)} has no URL.`, 'Choose another.');
  const script = {
    where: JSON.stringify(entry.name),
    text: textMember(entry.resource, 'preRequestScript') ?? '',
  };
  refuseSigningScript(pairs(member(entry.resource, 'headers')), [script]);
  const body = readBody(member(entry.resource, 'body'), readFile);
  return { ...entry, ...body, headers: pairs(member(entry.resource, 'headers')), variables };
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
  const query = parameters.map((one) => one.map(encodedPart).join('='));
  return `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`;
}

/** Variables are filled in later, and stay. */
function encodedPart(text: string): string {
  return text.includes('{{') ? text : percentEncoded(utf8Octets(text));
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
