import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, psd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

/** Requests of public bug reports, each with its whole report: findings, and how the program ends. */
const CASES: readonly (readonly [file: string, exit: number, findings: readonly string[]])[] = [
  [
    'created-with-colon.http',
    6,
    [
      'signature-header-format: The Signature header isn\'t a list of key="value" pairs. ' +
        'This element isn\'t a key="value" pair: (created): 1402170695.',
    ],
  ],
  [
    'doubled-quote.http',
    6,
    [
      'signature-header-format: The Signature header isn\'t a list of key="value" pairs. ' +
        'The quote of headers is doubled.',
    ],
  ],
  [
    'escaped-quotes.http',
    6,
    [
      'signature-header-format/backslash-quotes: The Signature header isn\'t a list of key="value" pairs. ' +
        'The quotes are written \\u0022.',
    ],
  ],
  [
    'misspelt-header.http',
    6,
    [
      'listed-header-absent: A header is listed in headers, but not in the request. It is tpp-redirect-uri. ' +
        'The request has tpp-redirect-url, which may be a misspelling of tpp-redirect-uri.',
    ],
  ],
  [
    'httpie-verbose.txt',
    0,
    [
      'capture-changed: The capture shows the body reformatted. Written without blanks, as JSON.stringify writes it, ' +
        'it has the hash in Digest and the length in Content-Length, so these bytes were sent and their Digest is right.',
    ],
  ],
  [
    'length-in-characters.http',
    6,
    [
      "digest-mismatch/body-lost: Digest isn't the hash of the body that was sent. The body is cut: its end, }}, was hashed, " +
        'but not sent. Content-Length counts characters: it lacks as many bytes as the characters beyond ASCII have more ' +
        'than one. The body has 233 bytes, but 235 bytes were hashed. They first differ in line 1, column 232.',
    ],
  ],
  [
    'java-array.http',
    6,
    [
      "digest-format: Digest isn't SHA-256=<Base64> or SHA-512=<Base64> of the right length. " +
        "It's what Java prints of an array, not its bytes.",
    ],
  ],
  [
    'signed-fragment.sh',
    6,
    [
      'signature-invalid-target: The (request-target) line was built differently. ' +
        'The fragment of the URL was signed: #top. No client sends it.',
    ],
  ],
  [
    'nul-bytes-dropped.http',
    6,
    [
      "signature-length: The signature doesn't have the key's length. NUL bytes are missing, probably: its Base64 is " +
        'complete, but no byte of it is NUL, so something dropped them before they were encoded, as a shell variable does. ' +
        'It has 251 bytes, but the key has 256.',
    ],
  ],
];

describe('requests of outside testers [G4-findings]', () => {
  it.each(CASES)('%s', async (file, exit, findings) => {
    const input = readFileSync(join(ROOT, 'test/signing/outside', file));
    const args = ['verify', '--at', 'date', '--json'];
    const { stdout, code } = await psd2(args, { home: emptyFolder(), input });
    const shown = JSON.parse(stdout);
    expect({ code, verdict: shown.verdict, findings: shown.findings.map(nameOf) }).toEqual({
      code: exit,
      verdict: exit === 0 ? 'valid-with-warning' : findings[0]?.split(/[/:]/)[0],
      findings,
    });
  });
});

it('a body shown with its members sorted is the one that was sent, in another order [C-verify-reformatted]', async () => {
  const text = readFileSync(join(ROOT, 'test/signing/outside/httpie-verbose.txt'), 'utf8');
  const begin = text.indexOf('\n{') + 1;
  const end = text.indexOf('\n}') + 2;
  const entries = Object.entries(JSON.parse(text.slice(begin, end))).toSorted();
  const sorted = JSON.stringify(Object.fromEntries(entries), undefined, 4);
  const input = text.slice(0, begin) + sorted + text.slice(end);
  const { stdout, code } = await psd2(['verify', '--at', 'date', '--json'], { home: emptyFolder(), input });
  const { findings } = JSON.parse(stdout);
  expect({ code, findings: findings.map(nameOf) }).toEqual({
    code: 0,
    findings: [expect.stringContaining('with its members in another order')],
  });
});

function nameOf({ code, cause, message }: { code: string; cause?: string; message: string }): string {
  return `${code}${cause === undefined ? '' : `/${cause}`}: ${message}`;
}
