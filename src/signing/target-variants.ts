import { decodePercent } from '../core/octets.ts';
import type { HttpRequest } from '../message.ts';
import type { FindingCause } from './findings.ts';
import { encodeComponent, listReencodings } from './re-encodings.ts';

export interface TargetVariant {
  /** Undefined if the closed list has no cause for it. */
  readonly cause: FindingCause<'signature-invalid-target'> | undefined;
  readonly value: string;
  /** True if it is also combined with another fault. */
  readonly isCommon: boolean;
}

type Cause = FindingCause<'signature-invalid-target'>;

interface Path {
  readonly causes: readonly Cause[];
  readonly path: string;
  readonly isCommon: boolean;
}

/** Path prefixes that gateways add or remove. */
const PREFIXES = '/psd2 /api-sandbox /api /xs2a /sandbox /open-banking /berlingroup /v1'.split(' ');

/** Lists the other forms of `(request-target)`. @see G4-unseen-string */
export function listTargetVariants(request: HttpRequest, host: string | undefined): TargetVariant[] {
  const { method, target } = request;
  const paths = changePath({ causes: [], path: target, isCommon: true }, host);
  const forms = listMethodForms(method).filter(({ cause }) => cause.length === 1);
  return [
    ...paths.map(({ causes, path, isCommon }) => ({
      cause: causes[0],
      value: `${method.toLowerCase()} ${path}`,
      isCommon,
    })),
    ...forms.map(({ cause, start, isCommon }) => ({ cause: cause[0], value: `${start}${target}`, isCommon })),
    ...listOtherLines(method, target).map((value) => ({ cause: undefined, value, isCommon: false })),
  ];
}

/** Generates combinations of two such changes. */
export function* generateTwofoldTargets(
  { method, target }: HttpRequest,
  host: string | undefined,
): Generator<TargetVariant> {
  const forms = listMethodForms(method);
  yield* forms
    .filter(({ cause }) => cause.length > 1)
    .map(({ cause, start }) => createRare(cause, start + target));
  for (const once of changePath({ causes: [], path: target, isCommon: true }, host)) {
    for (const { cause, start } of forms) {
      if (cause.length === 1) yield createRare([...once.causes, ...cause], start + once.path);
    }
    for (const { causes, path } of changePath(once, host))
      yield createRare(causes, `${method.toLowerCase()} ${path}`);
  }
}

function createRare(causes: readonly Cause[], value: string): TargetVariant {
  return { cause: causes.at(-1), value, isCommon: false };
}

/** Lists the path with one more change; each kind of change follows the kinds already applied. */
function changePath({ causes, path }: Path, host: string | undefined): Path[] {
  const last = KINDS.findIndex(({ cause }) => cause === causes.at(-1));
  return KINDS.slice(last + 1).flatMap(({ cause, change }) =>
    [...new Set(change(path, host))].flatMap((changed, place) =>
      changed === path ? [] : [{ causes: [...causes, cause], path: changed, isCommon: place < MAX_COMMON }],
    ),
  );
}

interface Kind {
  readonly cause: Cause;
  readonly change: (path: string, host: string | undefined) => readonly string[];
}

const KINDS: readonly Kind[] = [
  { cause: 'no-query', change: (path) => [path.split('?', 1)[0] ?? ''] },
  { cause: 'prefix', change: listOtherPrefixes },
  { cause: 'percent', change: listPercentForms },
  {
    cause: 'absolute',
    change: (path, host) => (host === undefined ? [] : listOrigins(host).map((origin) => origin + path)),
  },
];

/** The number of changes of each kind that are combined with another fault. */
const MAX_COMMON = 6;

function listPercentForms(path: string): string[] {
  const forms = [decodePercent(path), encodeComponent(path), ...listReencodings(path)];
  const punctuated = listPunctuations(path);
  return [...new Set(forms)].filter((form) => form !== path && !punctuated.includes(form));
}

/** Lists a trailing slash and a bare question mark, which libraries add or remove; no percent sign is involved. */
function listPunctuations(path: string): string[] {
  const slashed = path.replace(/(?<!\/)(?=\?|$)/, '/');
  const unslashed = path.replace(/(?<=.)\/(?=\?|$)/, '');
  return [`${path}?`, path.replace(/\?$/, ''), slashed, unslashed].filter((form) => form !== path);
}

function listOrigins(host: string): string[] {
  const bare = host.replace(/:\d+$/, '');
  const hosts = [...new Set([host, bare, `${bare}:443`])];
  return hosts.flatMap((name) => [`https://${name}`, `http://${name}`, `//${name}`, name]);
}

interface MethodForm {
  readonly cause: readonly Cause[];
  readonly start: string;
  readonly isCommon: boolean;
}

function listMethodForms(method: string): MethodForm[] {
  const lower = method.toLowerCase();
  const upper = method.toUpperCase();
  const capitalised = lower.charAt(0).toUpperCase() + lower.slice(1);
  return [
    { cause: [], start: `${lower} `, isCommon: true },
    { cause: ['upper-method'], start: `${upper} `, isCommon: true },
    { cause: ['upper-method'], start: `${capitalised} `, isCommon: false },
    ...['', ':', ','].flatMap((joint): MethodForm[] => [
      { cause: ['no-space'], start: lower + joint, isCommon: joint === '' },
      { cause: ['upper-method', 'no-space'], start: upper + joint, isCommon: false },
    ]),
  ];
}

/** Lists the method or the path alone, with blanks, and with the version of the request line. */
function listOtherLines(method: string, target: string): string[] {
  const line = `${method.toLowerCase()} ${target}`;
  const upper = `${method.toUpperCase()} ${target}`;
  return [
    target,
    method.toLowerCase(),
    method.toUpperCase(),
    ...[' ', ' HTTP/1.1', ' http/1.1', ' HTTP/2'].flatMap((end) => [line + end, upper + end]),
    ` ${line}`,
    '',
    ...METHODS.filter((other) => other !== method.toLowerCase()).map((other) => `${other} ${target}`),
    ...[...listPunctuations(target), ...listOtherQueries(target)].map(
      (other) => `${method.toLowerCase()} ${other}`,
    ),
    ...[': ', '  '].map((joint) => method.toLowerCase() + joint + target),
  ];
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];

/** Lists the target with its parameters sorted, reversed and with each one omitted. */
function listOtherQueries(target: string): string[] {
  const [path = '', ...rest] = target.split('?');
  const parameters = rest.join('?').split('&').slice(0, MAX_PARAMETERS);
  if (parameters.length < 2) return [];
  return [
    parameters.toSorted(),
    parameters.toReversed(),
    ...parameters.map((one) => parameters.filter((other) => other !== one)),
  ].map((others) => `${path}?${others.join('&')}`);
}

const MAX_PARAMETERS = 16;

function listOtherPrefixes(path: string): string[] {
  const slashes = [...path.slice(1).matchAll(/\//g)].slice(0, 3);
  const shorter = slashes.map(({ index }) => path.slice(index + 1));
  return [
    ...PREFIXES.slice(0, 2).map((prefix) => prefix + path),
    ...shorter,
    path.slice(1),
    `/${path}`,
    ...PREFIXES.slice(2).map((prefix) => prefix + path),
  ];
}
