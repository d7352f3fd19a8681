import { isObject } from '../../json-object.ts';
import { unreadable } from '../unreadable.ts';
import { member, textMember } from './parse.ts';

const WHOLE_HAR = 'Pass the whole HAR, or put the entry in {"log": {"entries": […]}}.';
const AS_SENT =
  'Pass the request as it was sent: HTTP, a curl command, a HAR, or JSON with method, url, headers and body.';

interface OtherFile {
  /** With its article. */
  readonly name: string;
  readonly fits: (given: unknown) => boolean;
  readonly hint: string;
}

/** JSON files that hold requests, or what requests are made of, and aren't read. */
const OTHER_FILES: readonly OtherFile[] = [
  { name: 'an entry of a HAR, not a whole HAR', fits: isHarEntry, hint: WHOLE_HAR },
  {
    name: 'a list of HAR entries, not a whole HAR',
    fits: (given) => first(given, isHarEntry) || first(member(given, 'entries'), isHarEntry),
    hint: WHOLE_HAR,
  },
  {
    name: 'the request of a HAR entry, not a whole HAR',
    fits: (given) =>
      hasAll(given, ['method', 'url', 'headers']) && hasAny(given, ['queryString', 'headersSize', 'cookies']),
    hint: 'Pass the whole HAR, or put it in {"log": {"entries": [{"request": …}]}}.',
  },
  {
    name: 'a WireMock export (request journal)',
    fits: (given) =>
      isWireMockRequest(given) ||
      isWireMockRequest(member(given, 'request')) ||
      first(member(given, 'requests'), (one) => isWireMockRequest(member(one, 'request') ?? one)),
    hint: `${AS_SENT} WireMock's journal has the URL in "absoluteUrl" and the body in "bodyAsBase64".`,
  },
  {
    name: 'a WireMock stub mapping',
    fits: (given) => isWireMockStub(given) || first(member(given, 'mappings'), isWireMockStub),
    hint: `A stub says which requests match, not what was sent. ${AS_SENT}`,
  },
  {
    name: 'a MockServer export',
    fits: (given) => isMockServer(given) || first(given, isMockServer),
    hint: AS_SENT,
  },
  {
    name: 'a Postman environment',
    fits: (given) =>
      textMember(given, '_postman_variable_scope') !== undefined ||
      (Array.isArray(member(given, 'values')) && textMember(given, 'name') !== undefined),
    hint: 'It has variables and no request. Pass the collection, or the request as Postman sent it.',
  },
  {
    name: 'a Postman backup',
    fits: (given) =>
      Array.isArray(member(given, 'collections')) && hasAny(given, ['environments', 'globals']),
    hint: 'In Postman export the collection itself as v2.1.',
  },
  {
    name: 'a Postman collection of version 1',
    fits: (given) => hasAll(given, ['requests', 'order']),
    hint: 'In Postman export the collection as v2.1.',
  },
  {
    name: 'a Hoppscotch collection',
    fits: (given) => isHoppscotch(given) || first(given, isHoppscotch),
    hint: `In Hoppscotch copy the request as cURL ("Show code"). ${AS_SENT}`,
  },
  {
    name: 'a Thunder Client collection',
    fits: (given) =>
      /thunder client/i.test(textMember(given, 'clientName') ?? textMember(given, 'client') ?? ''),
    hint: AS_SENT,
  },
  {
    name: 'an OpenAPI description',
    fits: (given) => hasAny(given, ['openapi', 'swagger']) && isObject(member(given, 'paths')),
    hint: `It describes requests and holds none. ${AS_SENT}`,
  },
];

/**
 * Refuses a JSON file of another program by its name.
 * @throws Fault INPUT_INVALID
 * @see C-verify-other-files
 */
export function refuseOtherFile(given: unknown): void {
  const file = OTHER_FILES.find(({ fits }) => fits(given));
  if (file !== undefined) throw unreadable(`This is ${file.name}.`, file.hint);
}

function first(given: unknown, fits: (one: unknown) => boolean): boolean {
  return Array.isArray(given) && given.length > 0 && fits(given[0]);
}

function hasAll(given: unknown, names: readonly string[]): boolean {
  return names.every((name) => member(given, name) !== undefined);
}

function hasAny(given: unknown, names: readonly string[]): boolean {
  return names.some((name) => member(given, name) !== undefined);
}

function isHarEntry(given: unknown): boolean {
  const request = member(given, 'request');
  if (!hasAll(request, ['method', 'url']) || isWireMockRequest(request)) return false;
  return (
    hasAny(given, ['startedDateTime', 'timings', 'cache']) ||
    hasAny(request, ['queryString', 'headersSize', 'httpVersion'])
  );
}

function isWireMockRequest(given: unknown): boolean {
  return hasAll(given, ['method', 'url']) && hasAny(given, ['absoluteUrl', 'loggedDate', 'bodyAsBase64']);
}

function isWireMockStub(given: unknown): boolean {
  const request = member(given, 'request');
  const matches = ['url', 'urlPattern', 'urlPath', 'urlPathPattern', 'urlPathTemplate', 'method', 'headers'];
  return hasAny(request, matches) && isObject(member(given, 'response')) && !isHarEntry(given);
}

function isMockServer(given: unknown): boolean {
  if (isObject(member(given, 'httpRequest'))) return true;
  return (
    hasAll(given, ['method', 'path']) &&
    hasAny(given, ['keepAlive', 'secure', 'headers']) &&
    !hasAny(given, ['url', 'target'])
  );
}

function isHoppscotch(given: unknown): boolean {
  if (hasAll(given, ['endpoint', 'method'])) return true;
  return hasAll(given, ['folders', 'requests']) && Array.isArray(member(given, 'requests'));
}
