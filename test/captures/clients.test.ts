import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { bodyOf, notesOf, read, refusal } from './reading.ts';
import { insomnia, postman } from './written-by.ts';

const request: HttpRequest = {
  method: 'POST',
  target: '/v1/payments?x=1',
  headers: [
    ['Digest', 'SHA-256=x'],
    ['Signature', 'keyId="x"'],
  ],
  body: new Uint8Array(Buffer.from('{\n  "a": "æ"\n}')),
};

const item = (given: object, name = 'One', more: object = {}) => ({ name, request: given, ...more });
const collection = (items: readonly object[], more: object = {}) =>
  JSON.stringify({ info: { name: 'x', schema: 'v2.1.0' }, item: items, ...more });
const post = (more: object = {}) => ({ method: 'POST', url: 'https://bank.test/v1', header: [], ...more });

describe('a Postman collection [C-verify-postman]', () => {
  it.each(['Pay', 'Payments/Pay', 0, 'v1/payments'])('has it chosen by %s', (wanted) => {
    expect(read(postman(request), { request: wanted }).request.target).toBe('/v1/payments?x=1');
  });

  it('has its requests listed by name where none is chosen, or several fit', () => {
    const text = collection([item(post()), { name: 'F', item: [item(post(), 'Two')] }]);
    expect(refusal(text)).toContain(
      '2 requests are in the capture:\n0 POST https://bank.test/v1 (One)\n1 POST https://bank.test/v1 (F/Two)',
    );
    expect(refusal(text, { request: 'bank.test' })).toContain('2 requests fit:');
    expect(refusal(collection([]))).toContain('The capture contains no request.');
  });

  it.each([
    ['a URL alone', 'https://bank.test/a b?q=å#top', '/a%20b?q=%C3%A5'],
    ['a URL as text', post({ url: 'https://bank.test/v1?x=%20' }), '/v1?x=%20'],
    ['a URL without scheme', post({ url: 'bank.test/v1' }), '/v1'],
    [
      'a URL in parts',
      post({
        url: {
          protocol: 'https',
          host: ['bank', 'test'],
          path: ['v1', 'a'],
          query: [
            { key: 'x', value: '1' },
            { key: 'y', value: '2', disabled: true },
          ],
        },
      }),
      '/v1/a?x=1',
    ],
    [
      'a variable of the path',
      post({ url: { raw: 'https://bank.test/v1/:id/status', variable: [{ key: 'id', value: '7' }] } }),
      '/v1/7/status',
    ],
  ])('has targets as they are sent: %s', (_, given, target) => {
    const capture = read(JSON.stringify({ info: {}, item: [{ name: 'One', request: given }] }));
    expect(capture.request.target).toBe(target);
    expect(capture.notes).toEqual([]);
  });

  it('has headers in older files as lines', () => {
    expect(read(collection([item(post({ header: 'A: b\nC: d:e\n' }))])).request.headers).toEqual([
      ['A', 'b'],
      ['C', 'd:e'],
    ]);
  });

  it.each([
    [{ mode: 'raw', raw: '{"a":1}\r\n' }, '{"a":1}\r\n', []],
    [
      {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a b', value: '1' },
          { key: 'c', value: '', disabled: true },
        ],
      },
      'a+b=1',
      ['capture-changed body'],
    ],
    [{ mode: 'formdata', formdata: [] }, '', ['capture-incomplete body']],
    [{ mode: 'file', file: { src: 'body.json' } }, 'from a file', []],
    [{ mode: 'file', file: {} }, '', ['capture-incomplete body']],
    [
      { mode: 'graphql', graphql: { query: '{a}', variables: '' } },
      '{"query":"{a}","variables":{}}',
      ['capture-changed body'],
    ],
    [{ mode: 'raw', raw: 'x', disabled: true }, '', []],
  ])('has the body of its mode: %j', (body, sent, notes) => {
    const capture = read(collection([item(post({ body }))]), { files: { 'body.json': 'from a file' } });
    expect(bodyOf(capture)).toBe(sent);
    expect(notesOf(capture)).toEqual(notes);
  });

  it.each([
    [post({ body: { mode: 'protobuf' } }), 'The body has the mode "protobuf", which isn\'t known.'],
    [{ method: 'GET', header: [] }, 'The request "One" has no URL.'],
    [
      { ...post(), boddy: {}, body: undefined },
      'The request "One" has a member boddy, which isn\'t known. Did you mean body?',
    ],
  ])('is refused in words: %j', (given, words) => {
    expect(refusal(collection([item(given)]))).toContain(words);
  });
});

describe('an Insomnia export [C-verify-insomnia]', () => {
  it('has a request chosen by its path', () => {
    expect(read(insomnia(request), { request: 'Payments/Pay' })).toMatchObject({
      format: 'insomnia',
      request: { method: 'POST' },
    });
  });

  it('has its parameters in the query, but for those switched off', () => {
    const parameters = [
      { name: 'a b', value: 'å' },
      { name: 'c', value: 'd', disabled: true },
    ];
    const resources = [{ _type: 'request', method: 'GET', url: 'https://bank.test/v1?z=1', parameters }];
    expect(read(JSON.stringify({ _type: 'export', resources })).request.target).toBe('/v1?z=1&a%20b=%C3%A5');
  });

  it('of version 5 is refused with the exports that are read', () => {
    const words = refusal(
      'type: collection.insomnia.rest/5.0\nname: Bank\ncollection:\n  - url: https://x\n',
    );
    expect(words).toContain("This is an Insomnia 5 export in YAML, which isn't read.");
    expect(words).toContain('Insomnia v4 (JSON)');
  });
});

describe('variables of collections [C-verify-client-variables]', () => {
  const header = [{ key: 'X-Request-ID', value: '{{id}}' }];
  const variable = [
    { key: 'id', value: '{{prefix}}-1' },
    { key: 'prefix', value: 'p' },
    { key: 'off', value: 'x', disabled: true },
  ];

  it('are replaced by values in the file, with a note', () => {
    const capture = read(collection([item(post({ header }))], { variable }));
    expect(capture.request.headers).toEqual([['X-Request-ID', 'p-1']]);
    expect(new Set(notesOf(capture))).toEqual(new Set(['capture-changed header x-request-id']));
  });

  it('of a folder are stronger than those of the collection', () => {
    const folder = { name: 'F', item: [item(post({ header }))], variable: [{ key: 'id', value: '2' }] };
    expect(read(collection([folder], { variable })).request.headers).toEqual([['X-Request-ID', '2']]);
  });

  it('without a value stay, as a finding', () => {
    const capture = read(collection([item(post({ url: '{{host}}/v1/{{off}}', header }))]));
    expect(capture.request.target).toBe('/v1/{{off}}');
    expect(capture.origin).toBeUndefined();
    expect(notesOf(capture)).toEqual([
      'shell-expansion target',
      'shell-expansion target',
      'shell-expansion header x-request-id',
    ]);
  });

  it('may be tags of Insomnia', () => {
    const headers = [{ name: 'X-Request-ID', value: "{% uuid 'v4' %}" }];
    const resources = [{ _type: 'request', method: 'GET', url: 'https://bank.test/', headers }];
    const capture = read(JSON.stringify({ _type: 'export', resources }));
    expect(notesOf(capture)).toEqual(['shell-expansion header x-request-id']);
  });

  it('that contain each other end', () => {
    const loop = [{ key: 'id', value: '{{id}}{{id}}'.repeat(2000) }];
    expect(read(collection([item(post({ header }))], { variable: loop })).request.headers.length).toBe(1);
  });
});
