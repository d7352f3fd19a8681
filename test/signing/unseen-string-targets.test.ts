import { describe, expect, it } from 'vitest';
import { firstOf, type Line, TARGET, type Unseen, written } from './stack.ts';
import { lines, NAMES, target, twice } from './unseen-string.ts';

const TARGETED: readonly Unseen[] = [
  [
    'the whole URL',
    'signature-invalid-target absolute',
    target(() => `post https://bank.example.test${TARGET}`),
  ],
  [
    'the whole URL with its port',
    'signature-invalid-target absolute',
    target(() => `post https://bank.example.test:443${TARGET}`),
  ],
  [
    'the fragment of the URL',
    'signature-invalid-target',
    target(() => `post ${TARGET}#top`),
    { fragment: '#top' },
  ],
  [
    'without the fragment on the request line',
    'signature-invalid-target',
    target(() => 'post /v1/payments/x', '/v1/payments/x#top'),
  ],
  ['host and path', 'signature-invalid-target absolute', target(() => `post bank.example.test${TARGET}`)],
  ['the path alone', 'signature-invalid-target no-query', target(() => `post ${TARGET.split('?')[0]}`)],
  ['the method as it is', 'signature-invalid-target upper-method', target(() => `POST ${TARGET}`)],
  ['the method with a capital', 'signature-invalid-target upper-method', target(() => `Post ${TARGET}`)],
  [
    'without the base path',
    'signature-invalid-target prefix',
    target(() => 'post /payments/x', '/v1/payments/x'),
  ],
  [
    'with a base path that a gateway takes away',
    'signature-invalid-target prefix',
    target(() => 'post /psd2/v1/payments/x', '/v1/payments/x'),
  ],
  [
    'without its first slash',
    'signature-invalid-target prefix',
    target(() => 'post v1/payments/x', '/v1/payments/x'),
  ],
  ['no blank', 'signature-invalid-target no-space', target(() => `post${TARGET}`)],
  ['two blanks', 'signature-invalid-target', target(() => `post  ${TARGET}`)],
  ['decoded', 'signature-invalid-target percent', target(() => 'post /v1/x?a=b c', '/v1/x?a=b%20c')],
  ['plus for a blank', 'signature-invalid-target percent', target(() => 'post /v1/x?a=b+c', '/v1/x?a=b%20c')],
  [
    'lower-case triplets',
    'signature-invalid-target percent',
    target(() => 'post /v1/x?a=%c3%a6', '/v1/x?a=%C3%A6'),
  ],
  ['a slash behind the path', 'signature-invalid-target', target(() => 'post /v1/payments/', '/v1/payments')],
  ['a blank behind', 'signature-invalid-target', target((text) => `${text} `)],
  ['the request line', 'signature-invalid-target', target(() => `POST ${TARGET} HTTP/1.1`)],
  ['the path without the method', 'signature-invalid-target', target(() => TARGET)],
  [
    'its name without parentheses',
    'signature-invalid-target',
    { ...lines((name, text) => `${name.replaceAll(/[()]/g, '')}: ${text}`), names: NAMES },
  ],
];

const REPEATED: readonly Unseen[] = [
  ['the first of two signed', 'signature-invalid-duplicate', twice((all) => written(all))],
  [
    'the last of two signed',
    'signature-invalid-duplicate',
    twice((all) => written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'two' : text]))),
  ],
  [
    'both signed, joined with a comma alone',
    'signature-invalid-duplicate',
    twice((all) => written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'one,two' : text]))),
  ],
  [
    'both signed, each on its line',
    'signature-invalid-duplicate',
    twice((all) =>
      written(
        all.flatMap(([name, text]): Line[] =>
          name === 'psu-id'
            ? [
                [name, 'one'],
                [name, 'two'],
              ]
            : [[name, text]],
        ),
      ),
    ),
  ],
  [
    'both the same, one signed',
    'signature-invalid-duplicate',
    twice((all) => written(all), 'PSU-ID', 'one', 'one'),
  ],
  [
    'both signed as they should be',
    'valid',
    twice((all) => written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'one, two' : text]))),
  ],
];

const all: readonly Unseen[] = [...TARGETED, ...REPEATED];

describe('targets and repeated headers as the programs of TPPs sign them [G4-unseen-string]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
