import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder, psd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

/** Requests of public bug reports: the finding of each, and words of it that tell the cause. */
const CASES = [
  [
    'created-with-colon.http',
    'signature-header-format',
    `This element isn't a key="value" pair: (created): 14`,
  ],
  ['doubled-quote.http', 'signature-header-format', 'The quote of headers is doubled.'],
  ['escaped-quotes.http', 'signature-header-format/backslash-quotes', 'The quotes are written \\u0022.'],
  [
    'misspelt-header.http',
    'listed-header-absent',
    'tpp-redirect-url, which may be a misspelling of tpp-redirect-uri.',
  ],
  [
    'httpie-verbose.txt',
    'capture-changed',
    'Written without blanks, as JSON.stringify writes it, it has the hash in Digest',
  ],
  [
    'length-in-characters.http',
    'digest-mismatch/body-lost',
    'its end, }}, was hashed, but not sent. Content-Length counts characters: it lacks as many bytes',
  ],
  ['java-array.http', 'digest-format', "It's what Java prints of an array, not its bytes."],
  ['signed-fragment.sh', 'signature-invalid-target', 'The fragment of the URL was signed: #top.'],
  ['nul-bytes-dropped.http', 'signature-length', 'no byte of it is NUL, so something dropped them'],
] as const;

it.each(CASES)('requests of outside testers: %s [G4-findings]', async (file, name, words) => {
  const input = readFileSync(join(ROOT, 'test/signing/outside', file));
  const args = ['verify', '--at', 'date', '--json'];
  const { stdout, code } = await psd2(args, { home: emptyFolder(), input });
  const { verdict, findings } = JSON.parse(stdout);
  const isWarning = name === 'capture-changed';
  expect({ code, verdict }).toEqual(
    isWarning ? { code: 0, verdict: 'valid-with-warning' } : { code: 6, verdict: name.split('/')[0] },
  );
  expect(findings.map(nameOf)).toEqual([expect.stringContaining(words)]);
  expect(nameOf(findings[0])).toMatch(new RegExp(`^${name}:`));
});

it('a body shown with its members sorted is the one that was sent, in another order [C-verify-reformatted]', async () => {
  const text = readFileSync(join(ROOT, 'test/signing/outside/httpie-verbose.txt'), 'utf8');
  const begin = text.indexOf('\n{') + 1;
  const end = text.indexOf('\n}') + 2;
  const entries = Object.entries(JSON.parse(text.slice(begin, end))).toSorted();
  const sorted = JSON.stringify(Object.fromEntries(entries), undefined, 4);
  const input = text.slice(0, begin) + sorted + text.slice(end);
  const { stdout, code } = await psd2(['verify', '--at', 'date', '--json'], { home: emptyFolder(), input });
  expect({ code, findings: JSON.parse(stdout).findings.map(nameOf) }).toEqual({
    code: 0,
    findings: [expect.stringContaining('with its members in another order')],
  });
});

function nameOf({ code, cause, message }: { code: string; cause?: string; message: string }): string {
  return `${code}${cause === undefined ? '' : `/${cause}`}: ${message}`;
}
