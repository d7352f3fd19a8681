import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const URL = 'https://bank.test/v1';
const body = (expression: string, before = '') =>
  bodyOf(read(`${before}fetch('${URL}', { method: 'POST', body: ${expression} })`));

describe('fetch in JavaScript [C-verify-fetch]', () => {
  it.each([
    [`"a\\u00e5\\x41\\n\\'"`, "a\xc3\xa5A\n'"],
    ['`a\r\nb`', 'a\nb'],
    ['\'a\' + "b" +\n `c`', 'abc'],
    [
      "JSON.stringify({ a: 1, 'b': [true, null, undefined, -1.50, 0x10, 1e21], c: undefined, })",
      '{"a":1,"b":[true,null,null,-1.5,16,1e+21]}',
    ],
    [
      "JSON.stringify({ b: 1, 2: 'x', a: { 'å': '\\u2028' } })",
      `{"2":"x","b":1,"a":{"\xc3\xa5":"\xe2\x80\xa8"}}`,
    ],
    ['JSON.stringify({ a: [1] }, null, 2)', '{\n  "a": [\n    1\n  ]\n}'],
    ["JSON.stringify('a')", '"a"'],
    ["new URLSearchParams({ a: 'b c', d: 'å' })", 'a=b+c&d=%C3%A5'],
    ['("a")', 'a'],
    ['null', ''],
  ])('has the body %s', (expression, expected) => {
    expect(body(expression)).toBe(expected);
  });

  it('takes what constants say, until they are changed', () => {
    expect(body('JSON.stringify(p)', 'const p = { a: 1 };\n')).toBe('{"a":1}');
    expect(body('p', "let p = 'a';\np = 'b';\n")).toBe('b');
    expect(body('JSON.stringify(p)', "let p = { a: 1 };\np.b = `x`;\np['a'] = 2;\n")).toBe('{"b":"x","a":2}');
    expect(body('JSON.stringify({ ...p, b: 2 })', 'const p = { a: 1, b: 1 };\n')).toBe('{"a":1,"b":2}');
    const changed = read(`let p = 'a';\np += other();\nfetch('${URL}', { method: 'POST', body: p })`);
    expect(notesOf(changed)).toEqual(['shell-expansion body']);
  });

  it('keeps what only running would tell, and names it', () => {
    const capture = read(`const at = new Date().toUTCString();
await fetch(\`\${HOST}/v1?x=\${id}\`, {
  method: 'POST',
  headers: { Date: at, 'X-Request-ID': crypto.randomUUID(), 'PSU-ID': \`a\${psu}\`, ...signed },
  body: JSON.stringify({ amount: total, b: [1] }),
});`);
    expect(
      capture.notes.map(({ part, header, message }) => [part, header, message.split(' in ')[0]]),
    ).toEqual([
      ['target', undefined, '${HOST}'],
      ['target', undefined, '${id}'],
      ['header', 'date', 'at'],
      ['header', 'x-request-id', 'crypto.randomUUID()'],
      ['header', 'psu-id', '${psu}'],
      ['header', undefined, '...signed'],
      ['body', undefined, 'total'],
    ]);
    expect(capture.request.headers).toContainEqual(['PSU-ID', 'a${psu}']);
    expect(capture.origin).toBeUndefined();
  });

  it('sends what fetch sends', () => {
    const capture = read(
      `fetch("HTTPS://Bank.test:443/v1/./a b?x=å#y", {method: 'post', headers: [['A', ' 1 '], ['a', '2'], ["B", '\\xe5']], body: 'x', referrer: 'https://tpp.test/'})`,
    );
    expect(capture.origin).toBe('https://bank.test');
    expect(capture.request.method).toBe('POST');
    expect(capture.request.target).toBe('/v1/a%20b?x=%C3%A5');
    expect(capture.request.headers).toEqual([
      ['Host', 'Bank.test'],
      ['A', '1, 2'],
      ['B', '\xe5'],
      ['Referer', 'https://tpp.test/'],
      ['Content-Type', 'text/plain;charset=UTF-8'],
      ['Content-Length', '1'],
    ]);
    expect(notesOf(capture)).toEqual(['capture-changed target']);
  });

  it('notes what people get wrong', () => {
    const object = read(`fetch('${URL}', { method: 'POST', body: { a: 1 } })`);
    expect([bodyOf(object), notesOf(object)]).toEqual(['[object Object]', ['capture-changed body']]);
    expect(read(`fetch('${URL}', { method: 'POST', data: '{}' })`).notes[0]?.message).toBe(
      'fetch has no option "data" and ignores it.',
    );
  });

  it('lacks the headers that Chrome leaves out of its copy, which is noted', () => {
    const copied = `fetch("${URL}", {"headers": {"signature": "keyId=\\"x\\",headers=\\"date digest\\""}, "referrerPolicy": "no-referrer", "mode": "cors"});`;
    expect(notesOf(read(copied))).toEqual(['capture-incomplete header date']);
  });

  it('is read as Postman writes it', () => {
    const capture = read(`const myHeaders = new Headers();
myHeaders.append("Content-Type", "application/json");
myHeaders.append("X-Request-ID", "1");

const raw = JSON.stringify({
  "a": "1"
});

const requestOptions = {
  method: "POST",
  headers: myHeaders,
  body: raw,
  redirect: "follow"
};

fetch("${URL}", requestOptions)
  .then((response) => response.text())
  .catch((error) => console.error(error));`);
    expect(bodyOf(capture)).toBe('{"a":"1"}');
    expect(capture.request.headers).toContainEqual(['X-Request-ID', '1']);
    expect(capture.notes).toEqual([]);
  });

  it('may be one of several calls', () => {
    const several = `fetch("${URL}/a", {}) ;\nfetch("${URL}/b", {});\n// fetch('x')\nclient.fetch('y');`;
    expect(refusal(several)).toContain('2 requests are in the capture:\n0 GET https://bank.test/v1/a');
    expect(read(several, { request: '/v1/b' }).request.target).toBe('/v1/b');
  });

  it.each([
    [`fetch('${URL}', options)`, 'The options of fetch are in "options"'],
    [`fetch('${URL}', { method: 'POST'`, "The { at line 1, column 31 isn't closed."],
    [`fetch('${URL})`, "The ' at line 1, column 7 isn't closed."],
    ["fetch('ftp://bank.test/')", "isn't an HTTP URL"],
    ['fetch()', 'The call of fetch has no URL.'],
  ])('is refused in words: %s', (text, words) => {
    expect(refusal(text)).toContain(words);
  });
});

describe('axios in JavaScript [C-verify-fetch]', () => {
  it('has its data as JSON, or as text without outer blanks', () => {
    const post = (data: string) =>
      read(`await axios.post('${URL}', ${data}, { headers: { 'Content-Type': 'application/json' } })`);
    expect(bodyOf(post('{ a: 1, b: "å" }'))).toBe('{"a":1,"b":"\xc3\xa5"}');
    expect(bodyOf(post(`'{"a": 1}\\n'`))).toBe('{"a": 1}');
    expect(notesOf(post(`'{"a": 1}\\n'`))).toEqual(['capture-changed body']);
  });

  it('has its URL of base and parameters', () => {
    const capture = read(
      `axios.get('/v1/accounts', { baseURL: 'https://bank.test/', params: { withBalance: true, q: 'a b' }, headers: { A: 'b' } })`,
    );
    expect(capture.request).toMatchObject({ method: 'GET', target: '/v1/accounts?withBalance=true&q=a+b' });
    expect(capture.origin).toBe('https://bank.test');
  });
});

it('program code that is not run has no effect but to be read [C-verify-code-literals]', () => {
  const text = `fetch('${URL}', { body: (() => { globalThis.wasRun = true; return 'x' })(), method: 'POST' })`;
  expect(notesOf(read(text))).toEqual(['shell-expansion body']);
  expect(Object.hasOwn(globalThis, 'wasRun')).toBe(false);
});
