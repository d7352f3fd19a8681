import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const plain = { method: 'POST', target: '/v1/p?x', headers: [['A', 'b']], bodyBase64: 'AP8K' };
const json = (members: object = {}) => JSON.stringify({ ...plain, ...members });

describe('a request as JSON [C-verify-json]', () => {
  it('is read as it stands there', () => {
    expect(read(json({ signingString: 'x', _meta: {} }))).toEqual({
      format: 'json',
      request: {
        method: 'POST',
        target: '/v1/p?x',
        headers: [['A', 'b']],
        body: new Uint8Array([0, 255, 10]),
      },
      notes: [],
    });
  });

  it.each([
    [{ target: undefined, url: 'https://Bank.test:8443/v1?x#y' }, '/v1?x', 'https://bank.test:8443'],
    [{ target: undefined, url: '/v1?x#y' }, '/v1?x', undefined],
    [{ target: undefined, url: 'http://bank.test' }, '/', 'http://bank.test'],
    [{ target: 'https://bank.test/v1' }, '/v1', 'https://bank.test'],
    [{ target: '/other#x', url: 'https://bank.test/v1' }, '/other#x', 'https://bank.test'],
    [{ target: '*' }, '*', undefined],
    [{ target: '/\xc3\xa5' }, '/\xc3\xa5', undefined],
  ])('has a target, or a URL: %j', (members, target, origin) => {
    const capture = read(json(members));
    expect(capture.request.target).toBe(target);
    expect(capture.origin).toBe(origin);
    expect(capture.notes).toEqual([]);
  });

  it('has a target of octets; characters beyond are percent-encoded, with a note', () => {
    const capture = read(json({ target: '/€' }));
    expect(capture.request.target).toBe('/%E2%82%AC');
    expect(notesOf(capture)).toEqual(['capture-changed target']);
  });

  it.each([
    [
      [
        ['A', 'b'],
        ['a', 'c'],
      ],
    ],
    [
      [
        { name: 'A', value: 'b' },
        { name: 'a', value: 'c' },
      ],
    ],
    [{ A: 'b', a: 'c' }],
  ])('has headers in any of three forms: %j', (headers) => {
    expect(read(json({ headers })).request.headers).toEqual([
      ['A', 'b'],
      ['a', 'c'],
    ]);
  });

  it('has several values of a header in an object as a list, and numbers as their digits', () => {
    expect(read(json({ headers: { A: ['b', 'c'], 'Content-Length': 7, D: [] } })).request.headers).toEqual([
      ['A', 'b'],
      ['A', 'c'],
      ['Content-Length', '7'],
    ]);
    expect(read(json({ headers: { __proto__: 'x' } })).request.headers).toEqual([]);
    expect(read('{"method":"GET","url":"/","headers":{"__proto__":"x"}}').request.headers).toEqual([
      ['__proto__', 'x'],
    ]);
  });

  it('has octets in its values; characters beyond are their UTF-8, with a note', () => {
    const capture = read(
      json({
        headers: [
          ['A', 'Ã¥\n'],
          ['B', '€'],
        ],
      }),
    );
    expect(capture.request.headers).toEqual([
      ['A', 'Ã¥\n'],
      ['B', '\xe2\x82\xac'],
    ]);
    expect(notesOf(capture)).toEqual(['capture-changed header b']);
  });

  it('may have its body as text, or none', () => {
    expect(bodyOf(read(json({ bodyBase64: undefined, body: 'Åse\r\n' })))).toBe('\xc3\x85se\r\n');
    expect(bodyOf(read(json({ bodyBase64: null })))).toBe('');
    expect(bodyOf(read(json({ bodyBase64: '', body: 'left out' })))).toBe('');
  });

  it.each([
    [json({ method: undefined }), 'The JSON has no method.'],
    [json({ method: 1 }), 'The JSON has no method.'],
    [json({ target: undefined }), 'neither target nor url'],
    [json({ target: undefined, url: '' }), 'neither target nor url'],
    [json({ target: undefined, url: 'https:///x' }), 'has no host'],
    [json({ headers: undefined }), "The headers of the JSON aren't a list."],
    [json({ headers: 'A: b' }), "The headers of the JSON aren't a list."],
    [json({ headers: [['A']] }), "Header number 0 of the JSON isn't a name with a value."],
    [json({ headers: [['A', 'b'], null] }), 'Header number 1 of the JSON'],
    [json({ headers: [['', 'b']] }), 'Header number 0 of the JSON'],
    [json({ headers: { A: [{}] } }), 'Header A[0] of the JSON'],
    [json({ bodyBase64: 'AP8' }), 'bodyBase64 isn\'t Base64: "AP8".'],
    [json({ bodyBase64: 'AP8K\n' }), "bodyBase64 isn't Base64"],
    [json({ bodyBase64: 'AP_K' }), "bodyBase64 isn't Base64"],
    [json({ bodyBase64: 'AP9=' }), "bodyBase64 isn't Base64"],
    [json({ bodyBase64: 7 }), 'bodyBase64 isn\'t Base64: "number".'],
    [json({ bodyBase64: undefined, body: 'a', data: 'b' }), 'The JSON has both body and data.'],
    ['[]', 'The JSON has no method.'],
    ['{}', 'The JSON has no method.'],
  ])('is refused in words: %s', (text, words) => {
    expect(refusal(text)).toContain(words);
  });
});

describe("a member of JSON that isn't known [C-verify-json-members]", () => {
  it.each([
    [{ bdy: 'x' }, "The JSON has a member bdy, which isn't known. Did you mean body?"],
    [{ bodyBase46: '' }, "member bodyBase46, which isn't known. Did you mean bodyBase64?"],
    [
      { query: {} },
      "The JSON has a member query, which isn't known. Remove it, or give it one of these names",
    ],
    [{ 'a b\n': 1 }, 'The JSON has a member "a b\\n", which'],
  ])('is refused by its name: %j', (members, words) => {
    expect(refusal(json(members))).toContain(words);
  });

  it('is none that people write beside a request', () => {
    expect(read(json({ name: 'x', description: 'y', comment: '', httpVersion: 'HTTP/1.1' })).notes).toEqual(
      [],
    );
  });
});

describe('a body that is JSON within JSON [C-verify-json-body]', () => {
  const body = { b: 'å/', a: [1.5, {}, []], 7: { c: null } };
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  const within = (raw: string, digest: string | undefined, name = 'body') =>
    `{"method":"post","url":"/v1","headers":{${digest === undefined ? '' : `"Digest":"SHA-256=${digest}"`}},"${name}":${raw}}`;

  it.each([
    ['as JSON.stringify writes it', '{"b":"å/","a":[1.50,{},[]]}'],
    ["as Python's json.dumps writes it", '{"b": "\\u00e5/", "a": [1.50, {}, []]}'],
    ['the same with characters beyond ASCII', '{"b": "å/", "a": [1.50, {}, []]}'],
    ['indented by 2 blanks', '{\n  "b": "å/",\n  "a": [\n    1.50,\n    {},\n    []\n  ]\n}'],
    ['and a line end behind it', '{"b":"å/","a":[1.50,{},[]]}\n'],
    ['slashes escaped', '{"b":"\\u00e5\\/","a":[1.50,{},[]]}'.replace('\\u00e5', 'å')],
  ])('has the bytes that Digest proves: %s', (_, sent) => {
    const capture = read(within('{ "b": "å/",\n "a": [1.50, {}, []] }', hash(sent)));
    expect(Buffer.from(capture.request.body).toString()).toBe(sent);
    expect(notesOf(capture)).toEqual(['capture-changed body']);
    expect(capture.notes[0]?.message).toContain('it has the hash in Digest');
  });

  it('is taken as it stands there where that has the hash', () => {
    const raw = '{ "a" : 1 }';
    expect(bodyOf(read(within(raw, hash(raw))))).toBe(raw);
  });

  it.each(['body', 'data', 'payload'])('without Digest is assumed to have no blanks: %s', (name) => {
    const capture = read(within(JSON.stringify(body, undefined, 3), undefined, name));
    expect(Buffer.from(capture.request.body).toString()).toBe(JSON.stringify(body));
    expect(capture.request.method).toBe('POST');
    expect(capture.notes[0]?.message).toContain("They're assumed to have no blanks");
  });
});

describe('JSON that is broken [C-verify-json-place]', () => {
  it.each([
    ['{', 'the text ends at line 1, column 2'],
    ['{"a":1,}', '"}" stands at line 1, column 8'],
    ['{"a":1 "b":2}', '"\\"b\\":2}" stands at line 1, column 8'],
    ['{"a"\n  1}', '"1}" stands at line 2, column 3'],
    ['{"a":[1,]}', '"]}" stands at line 1, column 9'],
    ['{"a":[1}', '"}" stands at line 1, column 8'],
    ['{"a":tru}', '"tru}" stands at line 1, column 6'],
    ['{"a":01}', '"1}" stands at line 1, column 7'],
    ['{"a":-}', '"-}" stands at line 1, column 6'],
    ['{"a":"b\n"}', '"\\n\\"}" stands at line 1, column 8'],
    ['{"a":"\\x"}', 'stands at line 1, column 7'],
    ['{"a":"b', 'the text ends at line 1, column 8'],
    ['{a:1}', '"a:1}" stands at line 1, column 2'],
    ["{'a':1}", `"'a':1}" stands at line 1, column 2`],
    ['{"åå":1}\n}', '"}" stands at line 2, column 1'],
    ['{"å":}', '"}" stands at line 1, column 6'],
    ['[1 2]', '"2]" stands at line 1, column 4'],
    ['{1:2}', '"1:2}" stands at line 1, column 2'],
  ])('is refused with the place: %s', (text, words) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(refusal(text)).toContain(words);
  });

  it("is refused that isn't UTF-8, or nested deeper than any request", () => {
    expect(refusal(Buffer.from('{"a":"\xe5"}', 'latin1'))).toContain("The JSON isn't UTF-8.");
    expect(refusal(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`)).toContain(
      'more than 1000 levels of JSON',
    );
    expect(refusal(`{"a":${'['.repeat(999)}${']'.repeat(999)}}`)).toContain('The JSON has no method.');
  });
});
