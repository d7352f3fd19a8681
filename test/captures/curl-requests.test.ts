import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

interface Recorded {
  readonly command: string;
  /** What stood on the wire, one character per octet. */
  readonly wire?: string;
  readonly refused?: true;
  readonly varies?: true;
}

const recorded: { readonly files: Readonly<Record<string, string>>; readonly cases: readonly Recorded[] } =
  JSON.parse(readFileSync(new URL('curl-7.88.1.json', import.meta.url), 'utf8'));

/** Made up by each build of curl; not read from a command. */
const OF_THE_BUILD = /^(?:User-Agent: curl\/|Accept-Encoding: deflate|Expect: 100-continue)/;

/** Request line without version, header lines, body: read as plainly as they stand there. */
function sent(wire: string) {
  const end = wire.indexOf('\r\n\r\n');
  const [start = '', ...lines] = wire.slice(0, end).replaceAll('\r\n ', ' ').split('\r\n');
  const body = wire.slice(end + 4);
  const isChunked = lines.includes('Transfer-Encoding: chunked');
  return {
    start: start.replace(/ HTTP\/1\.[01]$/, ''),
    lines: lines.filter((line) => !OF_THE_BUILD.test(line)),
    body: isChunked ? body.replace(/^3\r\n(...)\r\n0\r\n\r\n$/, '$1') : body,
  };
}

function readAsSent(command: string) {
  const capture = read(command, { format: 'curl', files: recorded.files });
  const { method, target, headers } = capture.request;
  return {
    start: `${method} ${target}`,
    lines: headers.map(([name, value]) => (value === '' ? `${name}:` : `${name}: ${value}`)),
    body: bodyOf(capture),
  };
}

describe('requests of curl commands [C-verify-curl-requests]', () => {
  it.each(recorded.cases.filter(({ wire }) => wire !== undefined))('are what curl sent: $command', (one) => {
    const { lines, ...others } = sent(one.wire ?? '');
    expect(readAsSent(one.command)).toEqual({
      ...others,
      lines: lines.map((line) => line.replace(/^([^:]+):(?=[^ ])/, '$1: ')),
    });
  });

  it.each(
    recorded.cases.filter(({ refused }) => refused),
  )('are refused where curl refuses: $command', (one) => {
    expect(refusal(one.command, { format: 'curl', files: recorded.files })).not.toBe('');
  });
});

describe('curl commands of other versions [C-verify-curl-versions]', () => {
  it('may write a long option and its value with an equals sign', () => {
    const { request } = read("curl --header='X: y' --request=PUT --json='{}' https://bank.test/a");
    expect(request).toMatchObject({ method: 'PUT', target: '/a' });
    expect(request.headers).toContainEqual(['X', 'y']);
    expect(refusal('curl --no-header=x https://bank.test/')).toContain(
      '"--no-header=x" isn\'t a curl option.',
    );
  });

  it('lose NUL in a file that --data reads', () => {
    const capture = read('curl -d @zeros.bin https://bank.test/', { files: { 'zeros.bin': 'a\0b\n' } });
    expect(bodyOf(capture)).toBe('ab');
    expect(notesOf(capture)).toEqual(['capture-changed body']);
  });

  it('may shorten a long option as far as it is not another one', () => {
    expect(read('curl --insec --refer r https://bank.test/').request.headers).toContainEqual([
      'Referer',
      'r',
    ]);
    expect(refusal('curl --dat x https://bank.test/')).toContain(
      'may mean --data, --data-ascii, --data-binary',
    );
  });
});
