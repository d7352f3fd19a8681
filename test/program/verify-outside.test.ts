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
];

describe('requests of outside testers [G4-findings]', () => {
  it.each(CASES)('%s', async (file, exit, findings) => {
    const input = readFileSync(join(ROOT, 'test/signing/outside', file));
    const args = ['verify', '--at', 'date', '--json'];
    const { stdout, code } = await psd2(args, { home: emptyFolder(), input });
    const shown = JSON.parse(stdout);
    expect({ code, verdict: shown.verdict, findings: shown.findings.map(nameOf) }).toEqual({
      code: exit,
      verdict: findings[0]?.split(/[/:]/)[0] ?? 'valid',
      findings,
    });
  });
});

function nameOf({ code, cause, message }: { code: string; cause?: string; message: string }): string {
  return `${code}${cause === undefined ? '' : `/${cause}`}: ${message}`;
}
