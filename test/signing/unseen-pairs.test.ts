import { constants, createHash, sign as signBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { verify } from '../../src/signing/verify.ts';
import { sweep } from '../support/sweep.ts';
import { type Line, type Made, made, NOW, PRIVATE_KEY, sha256, TARGET } from './stack.ts';

/** Two faults at once in what is signed: each step changes one thing on the way from lines to signature. */
interface Step {
  readonly fault: string;
  /** Steps of one kind exclude each other. */
  readonly kind: string;
  readonly order?: (lines: readonly Line[]) => readonly Line[];
  readonly value?: readonly [name: string, change: (value: string) => string];
  readonly joint?: string;
  readonly end?: string;
  readonly colon?: string;
  readonly name?: (name: string) => string;
  readonly lower?: true;
  readonly hashedFirst?: true;
  readonly twice?: true;
  readonly hash?: string;
  readonly isPss?: true;
}

const REQUEST_ORDER = ['x-request-id', 'tpp-redirect-uri', 'psu-id', 'date', 'digest', '(request-target)'];
const target = (fault: string, change: (value: string) => string): Step => ({
  fault: `signature-invalid-target ${fault}`,
  kind: 'target',
  value: ['(request-target)', change],
});
const value = (fault: string, name: string, change: (value: string) => string): Step => ({
  fault: `signature-invalid-value ${fault}`,
  kind: `value ${name}`,
  value: [name, change],
});
const order = (fault: string, change: NonNullable<Step['order']>): Step => ({
  fault: `signature-invalid-order ${fault}`,
  kind: 'order',
  order: change,
});
const STEPS: readonly Step[] = [
  { fault: 'signature-invalid crlf', kind: 'joint', joint: '\r\n' },
  { fault: 'signature-invalid escaped-newline', kind: 'joint', joint: '\\n' },
  { fault: 'signature-invalid trailing-newline', kind: 'end', end: '\n' },
  { fault: 'signature-invalid no-space', kind: 'colon', colon: ':' },
  {
    fault: 'signature-invalid original-case',
    kind: 'name',
    name: (name) => name.replaceAll(/(?:^|-)[a-z]/g, (part) => part.toUpperCase()),
  },
  { fault: 'signature-invalid values-lowercased', kind: 'lower', lower: true },
  order('sorted', (lines) => lines.toSorted(([left], [right]) => (left < right ? -1 : 1))),
  order('reversed', (lines) => lines.toReversed()),
  order('request-order', (lines) =>
    lines.toSorted(([left], [right]) => REQUEST_ORDER.indexOf(left) - REQUEST_ORDER.indexOf(right)),
  ),
  order('other', (lines) => [...lines.slice(1), ...lines.slice(0, 1)]),
  value('case', 'x-request-id', (text) => text.toUpperCase()),
  value('untrimmed', 'psu-id', (text) => `${text} `),
  value('reencoded', 'tpp-redirect-uri', encodeURIComponent),
  value('replaced', 'date', (text) => new Date(Date.parse(text) - 1000).toUTCString()),
  target('absolute', (text) => text.replace(' ', ' https://bank.example.test')),
  target('no-query', (text) => text.replace(/\?.*/, '')),
  target('upper-method', (text) => text.replace('post', 'POST')),
  target('prefix', (text) => text.replace(' ', ' /psd2')),
  target('no-space', (text) => text.replace(' ', '')),
  target('percent', () => `post ${encodeURIComponent(TARGET)}`),
  { fault: 'signature-invalid-duplicate', kind: 'value psu-id', twice: true },
  { fault: 'signature-double-hash', kind: 'hashed', hashedFirst: true },
  { fault: 'signature-hash sha1', kind: 'hash', hash: 'sha1' },
  { fault: 'signature-hash sha512', kind: 'hash', hash: 'sha512' },
  { fault: 'signature-padding', kind: 'padding', isPss: true },
];

function build(steps: readonly Step[]): Made {
  const all = Object.assign({}, ...steps) as Step;
  const string = (lines: readonly Line[]) => {
    const changed = lines.map(([name, text]): Line => {
      const change = steps.find((step) => step.value?.[0] === name)?.value?.[1];
      const own = change === undefined ? text : change(text);
      return [(all.name ?? ((kept) => kept))(name), all.lower === true ? own.toLowerCase() : own];
    });
    const places = new Map(lines.map((line, place) => [line, changed[place] ?? line]));
    const moved = (all.order ?? ((kept) => kept))(lines).map((line) => places.get(line) ?? line);
    const text =
      moved.map(([name, own]) => `${name}${all.colon ?? ': '}${own}`).join(all.joint ?? '\n') +
      (all.end ?? '');
    return all.hashedFirst === true ? sha256(text) : text;
  };
  const padding = all.isPss === true ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  return {
    names: ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
    string,
    sign: (bytes) => signBytes(all.hash ?? 'sha256', bytes, { key: PRIVATE_KEY, padding }),
    ...(all.twice === true ? { way: (headers) => [...headers, ['PSU-ID', 'another'] as const] } : {}),
  };
}

/** Faults of one sort are looked for by the same search: in how lines are written, in a value, and so on. */
function sortOf({ kind }: Step): string {
  if (['joint', 'end', 'colon', 'name', 'lower'].includes(kind)) return 'build';
  return kind.replace(/^value .*/, 'value');
}

/** Keeps a pair that brings a fault that no pair before it had, or two sorts that no pair before it had together. */
function bringsNew(): (pair: Pair) => boolean {
  const seen = new Set<string>();
  return ([, steps]) => {
    const count = seen.size;
    for (const { fault } of steps) seen.add(fault);
    seen.add(steps.map(sortOf).toSorted().join(' and '));
    return seen.size > count;
  };
}

type Pair = readonly [title: string, steps: readonly [Step, Step]];

const pairs = sweep(
  STEPS.flatMap((first, place) =>
    STEPS.slice(place + 1)
      .filter((second) => second.kind !== first.kind && !hides(first, second))
      .map((second): Pair => [`${first.fault} and ${second.fault}`, [first, second]]),
  ),
  bringsNew(),
);

/** In lower case no other case is to be seen. */
function hides(first: Step, second: Step): boolean {
  const isLower = first.lower === true || second.lower === true;
  return (
    isLower &&
    [first, second].some(({ fault }) => /case$|upper-method/.test(fault) && !fault.includes('original'))
  );
}

describe('two faults at once [G3-two-faults]', () => {
  it.each(STEPS.map((step) => [step.fault, step] as const))('begins with one: %s', (_, step) => {
    const { findings } = verify(made(build([step])), { at: NOW, clock: () => 0, recovery: VERIFY_SEARCH });
    expect(findings.map(({ code, cause }) => `${code} ${cause ?? ''}`.trim())).toEqual([step.fault]);
  });

  it.each(pairs)('are both found: %s', (_, steps) => {
    const { findings } = verify(made(build(steps)), { at: NOW, clock: () => 0, recovery: VERIFY_SEARCH });
    const faults = findings.map(({ code, cause }) => `${code} ${cause ?? ''}`.trim());
    expect(faults.toSorted()).toEqual(steps.map(({ fault }) => fault).toSorted());
  });

  it('are shown by the string that was signed', () => {
    const [first, second] = [STEPS[0], STEPS[3]];
    if (first === undefined || second === undefined) throw new Error('no steps');
    const { findings, signingString } = verify(made(build([first, second])), {
      at: NOW,
      clock: () => 0,
      recovery: VERIFY_SEARCH,
    });
    const signed = signingString?.replaceAll('\n', '\r\n').replaceAll(/^([^:]+): /gm, '$1:');
    expect(findings.map(({ expected, found }) => [expected, found])).toEqual([
      [signingString, signed],
      [signingString, signed],
    ]);
    expect(
      createHash('sha256')
        .update(signed ?? '')
        .digest(),
    ).toHaveLength(32);
  });
});
