import { isObject } from '../../json-object.ts';
import type { Header } from '../../message.ts';
import type { Capture } from '../capture.ts';
import type { Entry } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { refuseMistyped } from '../json/known-members.ts';
import { member, textMember } from '../json/parse.ts';
import { holdTo } from '../limits.ts';
import { unreadable } from '../unreadable.ts';
import { type ClientRequest, captureOf, isSignedList } from './client-request.ts';
import { listOf, pairs } from './pairs.ts';
import { readPostmanBody } from './postman-body.ts';
import { refuseSigningScript, type Script } from './signing-script.ts';
import type { Variables } from './variables.ts';

/** Whether it is a collection that Postman exported. */
export function isPostman(given: unknown): boolean {
  return Array.isArray(member(given, 'item')) && isObject(member(given, 'info'));
}

interface Item extends Entry {
  readonly request: unknown;
  readonly variables: Variables;
  readonly scripts: readonly Script[];
}

/**
 * A request of a Postman collection, v2.0 or v2.1.
 * @throws Fault INPUT_INVALID
 * @see https://schema.getpostman.com/json/collection/v2.1.0/collection.json
 * @see C-verify-postman
 */
export function readPostman(given: unknown, { request, readFile }: FormOptions): Capture {
  const items: Item[] = [];
  collect(given, { path: [], variables: new Map(), scripts: [], items });
  return captureOf('postman', items, request, (item) => clientRequest(item, readFile));
}

interface Folder {
  readonly path: readonly string[];
  readonly variables: Variables;
  readonly scripts: readonly Script[];
  readonly items: Item[];
}

/** The requests below a folder, by the names that lead to them; a folder's variables count for what is in it. */
function collect(given: unknown, { path, variables, scripts, items }: Folder): void {
  const own = new Map([...variables, ...pairs(member(given, 'variable'))]);
  const ownScripts = [...scripts, ...scriptsIn(given, path)];
  for (const one of listOf(member(given, 'item'))) {
    const name = [...path, textMember(one, 'name') ?? ''];
    if (Array.isArray(member(one, 'item'))) {
      holdTo('jsonDepth', name.length);
      collect(one, { path: name, variables: own, scripts: ownScripts, items });
      continue;
    }
    const request = member(one, 'request');
    if (request === undefined) continue;
    const headers = headersOf(request);
    const inItem = new Map([...own, ...pairs(member(one, 'variable'))]);
    items.push({
      name: name.join('/'),
      method: textMember(request, 'method') ?? 'GET',
      url: urlOf(request),
      request,
      variables: inItem,
      scripts: [...ownScripts, ...scriptsIn(one, name)],
      ...isSignedList(headers),
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

function clientRequest(item: Item, readFile: FormOptions['readFile']): ClientRequest {
  const { request, variables } = item;
  if (isObject(request)) refuseMistyped(request, KNOWN, `The request ${JSON.stringify(item.name)}`);
  if (item.url === '')
    throw unreadable(`The request ${JSON.stringify(item.name)} has no URL.`, 'Choose another.');
  refuseSigningScript(headersOf(request), item.scripts);
  const { body, notes } = readPostmanBody(member(request, 'body'), readFile);
  return { ...item, url: item.url, headers: headersOf(request), body, variables, notes };
}

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
