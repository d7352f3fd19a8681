import { describe, expect, it } from 'vitest';
import type { Header, HttpRequest } from '../../src/message.ts';
import { DEFAULT_SEARCH, VERIFY_SEARCH } from '../../src/signing/budget.ts';
import type { Finding } from '../../src/signing/findings.ts';
import { sign } from '../../src/signing/sign.ts';
import { verify } from '../../src/signing/verify.ts';
import { sweep } from '../support/sweep.ts';
import { AT, makeTpp, paymentRequest, sentWith } from './tpp.ts';

const tpp = makeTpp();
const plain = paymentRequest();
const { request: signed, signingString } = sign(
  { ...plain, headers: [...plain.headers, ['PSU-Corporate-ID', '974760673'] as const] },
  tpp,
  { date: AT, requestTarget: true },
);
const HEADERS = [
  ...['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id'],
  'tpp-redirect-uri',
];

type Change = (value: string, place: number) => string;
const CHANGES: Readonly<Record<string, Change>> = {
  'one character another': (value, place) => put(value, place, 1, value[place] === 'q' ? 'k' : 'q'),
  'one character lost': (value, place) => put(value, place, 1, ''),
  'one character more': (value, place) => put(value, place, 0, '~'),
  'two neighbours swapped': (value, place) =>
    put(value, place, 2, `${value[place + 1] ?? ''}${value[place] ?? ''}`),
};

function put(value: string, place: number, length: number, text: string): string {
  return value.slice(0, place) + text + value.slice(place + length);
}

/** The request with the value of one header, or its target, changed on the way. */
function changed(request: HttpRequest, header: string, change: (value: string) => string): HttpRequest {
  if (header === '(request-target)') return { ...request, target: change(request.target) };
  const headers = request.headers.map(
    ([name, value]): Header => [name, name.toLowerCase() === header ? change(value) : value],
  );
  return { ...request, headers };
}

function ofSignature(request: HttpRequest, recovery = VERIFY_SEARCH): Finding | undefined {
  const { findings } = verify(request, { at: AT, clock: () => 0, recovery });
  return findings.find(({ code }) => code.startsWith('signature-'));
}

const cases = HEADERS.flatMap((header) =>
  Object.entries(CHANGES).map(([how, change]) => ({ header, how, change })),
);
/** Each header with one change, each change with one header or more: the headers are gone through alike. */
const some = sweep(cases, (_, place) => place % 4 === Math.floor(place / 4) % 4);

describe('a signed header of which one character was changed [G3-one-character, G3-recovery-headers]', () => {
  it.each(some)('is named: $how in $header', ({ header, change }) => {
    // In no value the fifth and sixth characters are alike.
    const finding = ofSignature(changed(signed, header, (value) => change(value, 4)));
    expect(finding?.header).toBe(header);
    expect(finding?.code).toBe(
      header === '(request-target)' ? 'signature-invalid-target' : 'signature-invalid-value',
    );
    expect(finding?.found).toBe(signingString);
  });

  it.each(cases.filter(({ header }) => header === 'psu-id'))('is named wherever it is: $how in $header', ({
    header,
    change,
  }) => {
    for (const place of sweep([0, 5, 10, 15, 20, 25, 30, 34], (at) => at % 17 === 0)) {
      const request = changed(signed, header, (value) => change(value, place));
      expect(ofSignature(request)).toMatchObject({ header, found: signingString });
    }
  });

  it.each([
    ['an octet beyond ASCII', '\xf8', 'o'],
    ['a control character', '\t', ' '],
  ])('is named when it was %s', (_, was, is) => {
    const { request } = sign(sentWith('PSU-ID', `a${was}b`)(plain), tpp, { date: AT });
    const finding = ofSignature(sentWith('PSU-ID', `a${is}b`)(request));
    expect(finding).toMatchObject({ code: 'signature-invalid-value', header: 'psu-id' });
  });

  it('is named though its value was lost with its only character', () => {
    const { request } = sign(sentWith('PSU-ID', '7')(plain), tpp, { date: AT });
    expect(ofSignature(sentWith('PSU-ID', '')(request))?.header).toBe('psu-id');
  });

  it('says what the change was', () => {
    const messages = Object.values(CHANGES).map(
      (change) => ofSignature(changed(signed, 'psu-id', (value) => change(value, 10)))?.message,
    );
    expect(messages).toEqual([
      expect.stringContaining('It is psu-id: when it was signed, one character was different.'),
      expect.stringContaining('It is psu-id: when it was signed, it had one extra character.'),
      expect.stringContaining('It is psu-id: when it was signed, it had one character less.'),
      expect.stringContaining('two adjacent characters were swapped.'),
    ]);
  });
});

it('two characters that were changed are not proved by anything: no header is named, and X-Request-ID is the first suspect [G3-never-false]', () => {
  const two = changed(signed, 'psu-id', (value) => put(put(value, 3, 1, '~'), 20, 1, '~'));
  const finding = ofSignature(two, DEFAULT_SEARCH);
  expect(finding).toMatchObject({ code: 'signature-invalid', cause: 'not-searched', proved: false });
  expect(finding).not.toHaveProperty('header');
  expect(finding?.suspects?.map(({ header }) => header)).toEqual([
    'x-request-id',
    'tpp-redirect-uri',
    'psu-id',
    'psu-corporate-id',
    '(request-target)',
    'digest',
    'date',
    undefined,
  ]);
  expect(finding?.suspects?.[0]?.reason).toBe('Nothing else in the request confirms X-Request-ID.');
});
