import type { Plan, Subject } from '../../../src/breaks/sign-broken.ts';
import { createValueChange, isFree, signInOrder, sortAsSent } from '../../../src/breaks/ways.ts';
import { Fault } from '../../../src/errors.ts';
import { getHeader, type Header, type HttpRequest } from '../../../src/message.ts';
import { generatePermutations } from '../../../src/signing/arrangements.ts';
import {
  buildSigningLine,
  createHeaderIndex,
  REQUEST_TARGET,
  type SigningLine,
} from '../../../src/signing/signing-string.ts';
import { SEARCHED_BYTES } from './body.ts';
import type { MoreWays } from './every-way.ts';

/** The signing string: how it is built, its order, its target, its values. @see G4-breaks */
export const MORE_STRING_WAYS: MoreWays = {
  'signature-invalid/values-lowercased': { plan: { lineValue: (value) => value.toLowerCase() } },
  'signature-invalid/values-only': { plan: { lineName: () => '', colon: '' } },
  'signature-invalid/escaped-newline': { plan: { joint: '\\n' }, needs: { headers: ['X-Request-ID'] } },
  'signature-invalid/leading-newline': { plan: { begin: '\n' } },
  'signature-invalid/indented': { plan: { joint: '\n  ' }, needs: { headers: ['X-Request-ID'] } },
  'signature-invalid/joined': { plan: { joint: ', ' }, needs: { headers: ['X-Request-ID'] } },
  'signature-invalid/line-left-out': {
    plan: { signed: (lines) => lines.filter((line) => line !== lines.find(({ name }) => isConfirmed(name))) },
    needs: { headers: ['X-Request-ID'] },
  },
  'signature-invalid/line-added': {
    plan: { signed: (lines, request) => [unlistedLine(lines, request), ...lines] },
  },
  'signature-invalid/body-only': {
    plan: { text: ({ body }) => body },
    takes: wholeString(),
    lack: ({ request }) => (request.body.length === 0 ? 'a body' : undefined),
  },
  'signature-invalid/encoded': { plan: { encoded: (bytes) => Buffer.from(bytes.toString('base64')) } },
  'signature-invalid/unknown': { plan: { text: () => Buffer.from('unrelated') }, takes: wholeString() },
  'signature-invalid/not-searched': {
    plan: { joint: '\r\n' },
    takes: wholeString(),
    needs: { headers: ['X-Request-ID'], prepare: lengthenUri },
  },
  'signature-invalid-order/sorted': signInOrder('Signs the lines sorted by name.', sorted, notSorted),
  'signature-invalid-order/reversed': signInOrder('Signs the lines in reverse.', (lines) =>
    lines.toReversed(),
  ),
  'signature-invalid-order/other': signInOrder('Signs the lines in some other order.', (lines, sent) => {
    const usual = [
      lines,
      lines.toReversed(),
      sorted(lines),
      sorted(lines).toReversed(),
      sortAsSent(lines, sent),
    ];
    return [...generatePermutations(lines)].find((order) => !usual.some((other) => isSame(order, other)));
  }),
  'signature-invalid-target/no-query': targeted({
    target: ({ method, target }) => `${method.toLowerCase()} ${target.replace(/\?.*/s, '')}`,
    lack: ({ request }) => (request.target.includes('?') ? undefined : 'a query in its URL'),
  }),
  'signature-invalid-target/upper-method': targeted({
    target: ({ method, target }) => `${method.toUpperCase()} ${target}`,
  }),
  'signature-invalid-target/prefix': targeted({
    target: ({ method, target }) => `${method.toLowerCase()} /psd2${target}`,
  }),
  'signature-invalid-target/no-space': targeted({
    target: ({ method, target }) => `${method.toLowerCase()}${target}`,
  }),
  'signature-invalid-target/percent': targeted({
    target: ({ method, target }) => `${method.toLowerCase()} ${otherPercents(target)}`,
  }),
  'signature-invalid-value/untrimmed': createValueChange(
    "Signs a space after a header's value.",
    (value) => `${value} `,
  ),
  'signature-invalid-value/reencoded': createValueChange(
    "Signs a header's value with quotes around it.",
    (value) => `"${value}"`,
  ),
  'signature-invalid-value/port': {
    plan: {
      value: (lines) =>
        ofLine(lines, 'host', (value) => (/:\d+$/.test(value) ? value.replace(/:\d+$/, '') : `${value}:443`)),
    },
    needs: { signs: 'host', prepare: addHeader('Host', 'bank.example.test') },
  },
  'signature-invalid-value/charset': {
    plan: {
      value: (lines) =>
        ofLine(lines, 'content-type', (value) =>
          /;\s*charset=/i.test(value)
            ? value.replace(/\s*;\s*charset=[^;]*/i, '')
            : `${value}; charset=utf-8`,
        ),
    },
    needs: { signs: 'content-type', prepare: addHeader('Content-Type', 'application/json') },
  },
  'signature-invalid-value/replaced': createValueChange(
    'Signs a header before its value is set, as empty.',
    () => '',
  ),
  'signature-invalid-duplicate': {
    plan: { twice: (lines) => lines.findLast(({ name }) => isFree(name))?.name },
    needs: { headers: ['X-Request-ID', 'PSU-ID'] },
  },
};

/** Every step that makes the signing string. */
function wholeString(): (keyof Plan)[] {
  return [
    'text',
    'encoded',
    'signed',
    'begin',
    'end',
    'joint',
    'lineValue',
    'colon',
    'lineName',
    'order',
    'value',
    'target',
    'hashedFirst',
    'twice',
  ];
}

function ofLine(
  lines: readonly SigningLine[],
  wanted: string,
  change: (value: string) => string,
): SigningLine {
  const line = lines.find(({ name }) => name === wanted);
  if (line === undefined) throw new Error(`no line ${wanted}, though it is needed`);
  return { name: wanted, value: change(line.value) };
}

/** What the request has besides: the request line, or a header. */
function unlistedLine(lines: readonly SigningLine[], request: HttpRequest): SigningLine {
  const isListed = (wanted: string) => lines.some(({ name }) => name === wanted);
  const index = createHeaderIndex(request.headers);
  const names = [REQUEST_TARGET, ...index.keys()].filter(
    (name) => !isListed(name) && !name.endsWith('-certificate'),
  );
  const line = names.map((name) => buildSigningLine(request, index, name)).find((one) => one !== undefined);
  if (line !== undefined) return line;
  throw new Fault('INPUT_INVALID', 'Everything in this request is signed already.', {
    hint: 'Add one more header to the request.',
  });
}

function isSame(left: readonly SigningLine[], right: readonly SigningLine[]): boolean {
  return left.every((line, place) => line === right[place]);
}

function sorted(lines: readonly SigningLine[]): readonly SigningLine[] {
  return lines.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function notSorted(lines: readonly SigningLine[]): readonly SigningLine[] {
  return isSame(lines, sorted(lines)) ? lines.toReversed() : lines;
}

function targeted({
  target,
  lack,
}: {
  readonly target: NonNullable<Plan['target']>;
  readonly lack?: (subject: Subject) => string | undefined;
}) {
  return { plan: { target }, needs: { target: true }, ...(lack && { lack }) };
}

/** Triplets undone where there are any, else everything but letters and digits as triplets. */
function otherPercents(target: string): string {
  const decoded = target.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  return decoded === target ? encodeURIComponent(target) : decoded;
}

function isConfirmed(name: string): boolean {
  return name === 'date' || name === 'digest';
}

function addHeader(name: string, value: string) {
  return (headers: readonly Header[]): readonly Header[] =>
    getHeader(headers, name) === undefined ? [...headers, [name, value]] : headers;
}

/** Makes the signing string longer than is searched for causes. */
function lengthenUri(headers: readonly Header[]): readonly Header[] {
  const name = 'TPP-Redirect-URI';
  const end = `#${'x'.repeat(SEARCHED_BYTES)}`;
  return addHeader(
    name,
    'https://tpp.example.test/callback',
  )(headers).map(
    ([given, value]): Header =>
      given.toLowerCase() === name.toLowerCase() ? [given, value + end] : [given, value],
  );
}
