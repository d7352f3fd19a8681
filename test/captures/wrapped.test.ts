import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const HTTP = 'POST /v1 HTTP/1.1\nHost: bank.test\n\n{"a":1}';
const CURL = `curl 'https://bank.test/v1' \\\n  -d '{"a":1}'`;
const fenced = (text: string, language = '', fence = '```') => `${fence}${language}\n${text}\n${fence}\n`;
const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

describe('a request within other text [C-verify-wrapped]', () => {
  it.each(
    Object.entries({
      'in a fence': fenced(HTTP, 'http'),
      'in a fence of tildes': `Our request:\n\n${fenced(HTTP, '', '~~~~')}\nfails.`,
      'in a fence of a list': `1. Send:\n\n   ${fenced(HTTP, 'http').replaceAll('\n', '\n   ')}\n`,
      'in the one fence that has one': `It's so:\n${fenced('{"amount":"1"}', 'json')}\n${fenced(HTTP)}\n${fenced('HTTP/1.1 401 Unauthorized\n\n{}')}`,
      'in a quotation': quoted(HTTP),
      'in a quotation of a quotation, with a fence': quoted(quoted(`See:\n\n${fenced(CURL, 'bash')}`)),
      'in a fence that is not closed': `\`\`\`\n${HTTP}`,
      'below who wrote it, quoted': `On Mon, 23 Nov 2026 at 09:00, Kari wrote:\n\n${quoted(HTTP)}`,
      'behind a prompt': `$ ${CURL.replace('\n', '\n> ')}`,
      'behind a prompt with a name': `me@host:~/work$ ${CURL}`,
      'behind the prompt of PowerShell': `PS C:\\Users\\me> curl.exe 'https://bank.test/v1' \`\n>> -d '{"a":1}'`,
      'behind the prompt of cmd': `C:\\Users\\me>curl "https://bank.test/v1" ^\nMore? -d "{\\"a\\":1}"`,
      'in a fence behind a prompt': fenced(`$ ${CURL}`, 'console'),
      'behind prose': `Here's what we send, it doesn't work:\n\n${HTTP}`,
      'as curl behind prose': `Here's what we send:\n\n${CURL}`,
      'as fetch behind prose': `It doesn't work: \n\nfetch('https://bank.test/v1', { method: 'POST', body: '{"a":1}' })`,
      'as PowerShell behind prose': `It doesn't work:\n\nirm https://bank.test/v1 -Method Post -Body '{"a":1}'`,
      'as fetch in a fence': fenced(
        `fetch('https://bank.test/v1', { method: 'POST', body: '{"a":1}' })`,
        'js',
      ),
      'in a fence of a quotation within other text': `Re: 401\n\n> So:\n>\n${quoted(fenced(CURL, 'bash').trimEnd())}\n\nThat fails.`,
    }),
  )('is read %s', (_, text) => {
    const capture = read(text);
    expect(capture.request).toMatchObject({ method: 'POST', target: '/v1' });
    expect(bodyOf(capture)).toBe('{"a":1}');
    expect(notesOf(capture)).toEqual([]);
  });

  it('is one of several, by number or URL', () => {
    const several = `${fenced(HTTP)}\n${fenced(CURL.replace('/v1', '/v2'), 'sh')}`;
    expect(refusal(several)).toContain(
      '2 requests are in the capture:\n0 POST /v1\n1 POST https://bank.test/v2',
    );
    expect(read(several, { request: 1 }).format).toBe('curl');
    expect(read(several, { request: '/v2' }).format).toBe('curl');
  });

  it('is not looked for in a body', () => {
    const text = `POST /v1 HTTP/1.1\nHost: bank.test\n\n${fenced('GET / HTTP/1.1', 'http')}`;
    expect(bodyOf(read(text))).toBe(fenced('GET / HTTP/1.1', 'http'));
  });
});

it.each(
  Object.entries({
    'import requests\nrequests.post("https://bank.test", data=b)':
      'This looks like Python code: "import requests".',
    'var request = HttpRequest.newBuilder()\n  .uri(URI.create("https://bank.test"))':
      'This looks like Java code',
    'var m = new HttpRequestMessage(HttpMethod.Post, "https://bank.test");': 'This looks like C# code',
    'req, err := http.NewRequest("POST", url, body)': 'This looks like Go code',
    "<?php\n$ch = curl_init('https://bank.test');": 'This looks like PHP code',
    'wget --post-data=x https://bank.test': 'This looks like a wget command: "wget ".',
    'http POST https://bank.test a=b': 'This looks like an HTTPie command',
    '$.ajax({ url: "https://bank.test" })': 'This looks like jQuery code',
  }),
)('text in another form is refused with what it looks like: %s [C-verify-nearest-form]', (text, words) => {
  expect(refusal(text)).toContain(words);
  expect(refusal(text)).toContain('Pass an HTTP request, a curl command, a fetch call');
});
