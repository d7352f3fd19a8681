import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { read } from './reading.ts';

const VALUE = { creditorName: 'Åse Brønn', amount: { value: '1.00' }, list: [1, {}] };
const COMPACT = JSON.stringify(VALUE);
const SPACED = '{"creditorName": "\\u00c5se Br\\u00f8nn", "amount": {"value": "1.00"}, "list": [1, {}]}';
const PRETTY = JSON.stringify(VALUE, undefined, 4);
const digest = (text: string) => `SHA-256=${createHash('sha256').update(text).digest('base64')}`;
const request = (shown: string, sent: string, hashed: string, behind = '') =>
  `POST / HTTP/1.1\nDigest: ${digest(hashed)}\nContent-Length: ${Buffer.byteLength(sent)}\n\n${shown}${behind}`;

const bodyOf = ({ request }: ReturnType<typeof read>) => Buffer.from(request.body).toString('utf8');
const notesOf = ({ notes }: ReturnType<typeof read>) => notes.map(({ code, message }) => [code, message]);

describe('a body that the capture shows reformatted [C-verify-reformatted]', () => {
  it.each([
    ['without blanks', COMPACT, ''],
    ["as Python's json.dumps writes it", SPACED, ''],
    ['with a line end', `${COMPACT}\n`, ''],
    ['before the answer', COMPACT, '\n\n\nHTTP/1.1 400 Bad Request\n\n'],
    ['before empty lines', COMPACT, '\n\n\n'],
  ])('is read as it was sent where its hash proves it: %s', (_, sent, behind) => {
    const capture = read(request(PRETTY, sent, sent, behind));
    expect(bodyOf(capture)).toBe(sent);
    expect(notesOf(capture)).toMatchObject([['capture-changed', expect.stringContaining('Digest is right')]]);
  });

  it('may have been, where only its length fits', () => {
    const capture = read(request(PRETTY, COMPACT, 'another'));
    expect(bodyOf(capture)).toBe(COMPACT);
    expect(notesOf(capture)).toMatchObject([
      ['capture-changed', expect.stringContaining('may show the body reformatted')],
    ]);
  });

  it('is the one that was sent, where it has the length in Content-Length', () => {
    const capture = read(request(PRETTY, PRETTY, COMPACT));
    expect(bodyOf(capture)).toBe(PRETTY);
    expect(notesOf(capture)).toEqual([]);
  });

  it('is not read from JSON with more behind it, or of a length that no layout has', () => {
    expect(bodyOf(read(request(`${COMPACT}xyz`, COMPACT, COMPACT)))).toBe(COMPACT);
    expect(bodyOf(read(request(PRETTY, '{"a":1}', '{"a":1}')))).toBe(PRETTY.slice(0, 7));
  });
});

it.each([
  '',
  '\n',
])('a Content-Length that counts characters cuts the body, and says so: %j [C-verify-http-body]', (end) => {
  const capture = read(`POST / HTTP/1.1\nContent-Length: ${COMPACT.length}\n\n${COMPACT}${end}`);
  expect(capture.request.body.length).toBe(COMPACT.length);
  expect(notesOf(capture)).toMatchObject([
    ['capture-changed', expect.stringContaining('Content-Length counts characters')],
  ]);
});
