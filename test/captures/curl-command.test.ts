import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const URL = 'https://bank.test/v1';

describe('the curl command in a text [C-verify-curl-command]', () => {
  it.each([
    `$ curl ${URL}`,
    `% curl ${URL}`,
    `ola@host:~/x$ curl ${URL}`,
    `\ufeffcurl ${URL}`,
    `\n\n  # what was sent\n\tcurl ${URL}\n`,
    `X=1 Y='a b' curl ${URL}`,
    `TOKEN=$(cat token)\nBODY='{"a":1}'\n\ncurl ${URL}`,
    `sudo time /usr/bin/curl ${URL}`,
    `env A=b "curl" ${URL}`,
    `\\curl ${URL}`,
    `C:/tools/curl.exe ${URL}`,
    `if ! curl ${URL}\nthen :; fi`.replace('\nthen :; fi', ''),
    `curl \\\n  ${URL} \\\n`,
    `curl \\\r\n  ${URL}\r\n`,
    `curl ${URL} > out.json 2>&1`,
    `curl ${URL} 2>/dev/null >> log # done`,
  ])('is found, and nothing is said of it: %s', (text) => {
    const capture = read(text);
    expect(capture).toMatchObject({ format: 'curl', origin: 'https://bank.test', notes: [] });
    expect(capture.request.target).toBe('/v1');
  });

  it.each([
    [`curl ${URL} | jq .`, 'jq'],
    [`curl ${URL}; echo done`, 'echo'],
    [`curl ${URL} && curl https://other.test`, 'curl'],
    [`curl ${URL}\ncurl https://other.test`, 'curl'],
    [`set -e\ncurl ${URL}`, 'set'],
    [`( cd x; curl ${URL} )`, 'cd'],
  ])('is the first; what stands beside it is named: %s', (text, other) => {
    const capture = read(text);
    expect(capture.request.target).toBe('/v1');
    expect(notesOf(capture)).toEqual(['capture-changed target']);
    expect(capture.notes[0]?.message).toBe(`"${other}" comes after the first curl command and is ignored.`);
  });

  it('may be followed by text that is not for a shell', () => {
    const capture = read(`curl ${URL}\n\n* Can't "connect (\n> GET /v1 HTTP/1.1\n`);
    expect(capture.request.target).toBe('/v1');
    expect(capture.notes.map(({ message }) => message)).toEqual([
      '"*" comes after the first curl command and is ignored.',
    ]);
  });

  it.each(
    Object.entries({
      Chrome: `curl 'https://bank.test/v1' \\\n  -H 'a: b' \\\n  --data-raw $'{"x":"it\\'s \\u0021"}' \\\n  --compressed`,
      Firefox: `curl 'https://bank.test/v1' --compressed -X POST -H 'a: b' --data-raw $'{"x":"it\\'s \\u0021"}'`,
      Postman: `curl --location --request POST 'https://bank.test/v1' \\\n--header 'a: b' \\\n--data '{"x":"it'"'"'s !"}'`,
      Insomnia: `curl --request POST \\\n  --url https://bank.test/v1 \\\n  --header 'a: b' \\\n  --data '{"x":"it'\\''s !"}'`,
    }),
  )('is read as %s copies it', (_, text) => {
    const capture = read(text);
    expect(capture).toMatchObject({
      origin: 'https://bank.test',
      request: { method: 'POST', target: '/v1' },
      notes: [],
    });
    expect(capture.request.headers).toContainEqual(['a', 'b']);
    expect(bodyOf(capture)).toBe('{"x":"it\'s !"}');
  });

  it('ends at an & that is not quoted, and the note says why', () => {
    const capture = read(`curl ${URL}/x?a=1&b=2 -H 'Date: now'`);
    expect(capture.request.target).toBe('/v1/x?a=1');
    expect(capture.notes[0]).toMatchObject({
      code: 'capture-changed',
      message: expect.stringContaining('after an unquoted &'),
      remedy: expect.stringContaining('Put the URL in quotes'),
    });
  });

  it('has one request: further URLs and what follows --next are left out', () => {
    const capture = read(`curl ${URL} https://other.test -d a --next -d b https://third.test`);
    expect(capture.request).toMatchObject({ method: 'POST', target: '/v1' });
    expect(bodyOf(capture)).toBe('a');
    expect(notesOf(capture)).toEqual(['capture-changed target', 'capture-changed target']);
  });

  it.each([
    ['curl', 'The curl command has no URL.'],
    ["curl ''", 'The curl command has no URL.'],
    [`curl -X '' ${URL}`, 'The option --request has an empty value.'],
    [`curl ${URL} -F a=b`, 'multipart form'],
    [`curl ${URL} -K options`, 'reads more options from a file'],
    ['curl --help', 'sends no request'],
    ['curl -V', 'sends no request'],
    [`curl ${URL} --bogus x`, '"--bogus" isn\'t a curl option.'],
    [`curl ${URL} -sSå`, "isn't a curl option."],
    [`curl ${URL} -H`, 'The option "-H" has no value.'],
    [`curl ${URL} --data`, 'The option "--data" has no value.'],
    ['curl ftp://bank.test/x', "isn't an HTTP URL."],
    ['curl https:///', "isn't an HTTP URL."],
    ['curl https://bank.test:port/', "isn't an HTTP URL."],
    ["curl 'https://bank.test/a b'", 'contains " ", which curl refuses. Percent-encode it'],
    [`curl ${URL} -H 'no header name: x'`, "isn't a header"],
    ["curl 'https://bank.test", "The quote ' of \"'https://bank.test\" at line 1, column 6 isn't closed."],
    [`curl ${URL} \\\n  -d "abc`, 'The quote " of "\\"abc" at line 2, column 6 isn\'t closed.'],
    [`curl ${URL} -d $'abc`, "isn't closed. Copy the whole command"],
    ['wget https://bank.test', 'Pass an HTTP request, a curl command'],
    [`curl ${URL} -H “Date: x”`, 'is typographic'],
    [`curl\u00a0-X POST ${URL}`, "There's a no-break space (U+00A0) at line 1, column 5"],
    [`curl -X POST ${URL}\u200b`, "There's a zero-width space (U+200B) at"],
    [`curl –X POST ${URL}`, 'is typographic'],
  ])('is refused in words: %s', (text, words) => {
    expect(refusal(text)).toContain(words);
    expect(refusal(text, { format: 'curl' })).not.toBe('');
  });

  it('of other programs is refused by name', () => {
    expect(refusal(`Invoke-WebRequest ${URL}`, { format: 'curl' })).toContain('Only curl is supported');
  });
});

describe('what curl reads from elsewhere [C-verify-curl-input]', () => {
  const files = { 'body.json': '{"a":1}\n', 'sub/b': 'b', headers: 'Date: now\r\nX:  y\n' };

  it('is a file that the reader opens', () => {
    expect(bodyOf(read(`curl ${URL} --data-binary @body.json`, { files }))).toBe('{"a":1}\n');
    expect(bodyOf(read(`curl ${URL} --json @sub/b`, { files }))).toBe('b');
    expect(bodyOf(read(`curl ${URL} -T body.json`, { files }))).toBe('{"a":1}\n');
    expect(read(`curl ${URL} -H @headers`, { files }).request.headers.slice(2)).toEqual([
      ['Date', 'now'],
      ['X', ' y'],
    ]);
  });

  it('loses its line ends with --data, which is noted', () => {
    const capture = read(`curl ${URL} -d @body.json`, { files });
    expect(bodyOf(capture)).toBe('{"a":1}');
    expect(capture.notes).toEqual([
      {
        code: 'capture-changed',
        part: 'body',
        message: 'With --data, curl leaves out the line ends of body.json, and so does psd2.',
        remedy: 'Use --data-binary to send a file unchanged.',
      },
    ]);
    expect(read(`curl ${URL} -d @sub/b`, { files }).notes).toEqual([]);
  });

  it('passes on what the reader says of a file it may not open', () => {
    expect(() => read(`curl ${URL} -d @missing`, { files })).toThrow('There is no missing.');
  });

  it.each([
    [`curl ${URL} --data-binary @- < body.json`, '{"a":1}\n'],
    [`cat body.json | curl ${URL} --data-binary @-`, '{"a":1}\n'],
    [`cat < body.json | curl ${URL} --data-binary @-`, '{"a":1}\n'],
    [`echo '{"a":1}' | curl ${URL} --data-binary @-`, '{"a":1}\n'],
    [`echo -n a  b | curl ${URL} --data-binary @-`, 'a b'],
    [`printf '%s' '100%' | curl ${URL} --data-binary @-`, '100%'],
    [`printf abc | curl ${URL} -T -`, 'abc'],
    [`base64 -d <<< AP8K | curl ${URL} --data-binary @-`, '\0\xff\n'],
    [`cat <<'EOF' | base64 --decode | curl ${URL} --data-binary @-\nAP8K\nAP8K\nEOF\n`, '\0\xff\n\0\xff\n'],
    [`curl ${URL} --data-binary @- <<EOF\n{"a":1}\nEOF`, '{"a":1}\n'],
    [`curl ${URL} --data-binary @- <<-'X'\n\t{"a":1}\n\tX\n`, '{"a":1}\n'],
    [`curl ${URL} -d @- <<< '{"a":1}'`, '{"a":1}'],
  ])('is the standard input, where the text says it: %j', (text, body) => {
    const capture = read(text, { files });
    expect(bodyOf(capture)).toBe(body);
    expect(capture.notes.filter(({ part }) => part !== 'body')).toEqual([]);
  });

  it.each([
    `curl ${URL} -d @-`,
    `jq . body.json | curl ${URL} -d @-`,
    `echo -e 'a\\n' | curl ${URL} -d @-`,
    `printf '%d' 1 | curl ${URL} -d @-`,
    `curl ${URL} -H @-`,
    `curl ${URL} -T .`,
  ])('is refused where only the run would tell: %s', (text) => {
    expect(refusal(text, { files })).toContain("standard input, which isn't part of the command's text");
  });

  it('is refused as Base64 that is none', () => {
    expect(refusal(`base64 -d <<< 'a b' | curl ${URL} -d @-`)).toContain("isn't Base64");
  });

  it.each([
    ['-b cookies.txt', 'cookie'],
    ['-u name', 'authorization'],
    ['--digest -u a:b', 'authorization'],
    ['--netrc', 'authorization'],
    ['--aws-sigv4 aws:amz', 'authorization'],
    ['-z 2026-01-01', 'if-modified-since'],
    ['--etag-compare file', 'if-none-match'],
    ['-C -', 'range'],
  ])('is noted where the capture does not hold it: %s', (options, header) => {
    expect(notesOf(read(`curl ${options} ${URL}`))).toEqual([`capture-incomplete header ${header}`]);
  });
});

describe('the URL of a curl command [C-verify-curl-url]', () => {
  it('is noted where curl sends another path than it says', () => {
    const capture = read(`curl ${URL}/../v2/./x -g`);
    expect(capture.request.target).toBe('/v2/x');
    expect(capture.notes).toEqual([
      {
        code: 'capture-changed',
        part: 'target',
        message: 'curl removes the dot segments from "/v1/../v2/./x" and sends "/v2/x".',
        remedy: 'To send the path unchanged, add --path-as-is.',
      },
    ]);
    expect(read(`curl ${URL}/../v2 --path-as-is`).notes).toEqual([]);
  });

  it('is noted where it stands for several, of which the first is read', () => {
    const capture = read(`curl '${URL}/{a,b}/[01-09]'`);
    expect(capture.request.target).toBe('/v1/a/01');
    expect(notesOf(capture)).toEqual(['capture-changed target']);
    expect(read(`curl -g '${URL}/{a,b}'`)).toMatchObject({ request: { target: '/v1/{a,b}' }, notes: [] });
  });

  it.each([
    ['HTTPS://Bank.Test:443/v1', 'https://bank.test', 'Bank.Test'],
    ['http://bank.test:80', 'http://bank.test', 'bank.test'],
    ['http://bank.test:443', 'http://bank.test:443', 'bank.test:443'],
    ['https://bank.test:08443/', 'https://bank.test:8443', 'bank.test:8443'],
    ['https://user:secret@bank.test/', 'https://bank.test', 'bank.test'],
    ["'https://[::1]:8443/'", 'https://[::1]:8443', '[::1]:8443'],
    ['bank.test/v1', 'http://bank.test', 'bank.test'],
  ])('gives origin and Host: %s', (url, origin, host) => {
    const capture = read(`curl ${url}`);
    expect(capture.origin).toBe(origin);
    expect(capture.request.headers[0]).toEqual(['Host', host]);
  });
});

describe('values of headers in a curl command [C-verify-header-octets]', () => {
  it('are octets, one character each', () => {
    const { headers } = read(`curl ${URL} -H 'A: Åse' -H $'B: \\xe5' -H $'C: \\u00e5'`).request;
    expect(headers.slice(2)).toEqual([
      ['A', 'Ã\u0085se'],
      ['B', '\xe5'],
      ['C', '\xc3\xa5'],
    ]);
  });

  it('that go on over lines are joined, which is noted', () => {
    const capture = read(`curl ${URL} -H 'Signature: keyId="a",signature="QUJD\nREVG\nRw=="' -H 'X: y'`);
    expect(capture.request.headers.slice(2)).toEqual([
      ['Signature', 'keyId="a",signature="QUJD REVG Rw=="'],
      ['X', 'y'],
    ]);
    expect(notesOf(capture)).toEqual(['capture-changed header signature']);
  });
});
