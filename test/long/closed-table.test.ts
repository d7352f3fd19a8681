import { expect, it } from 'vitest';
import { WAYS } from '../../src/breaks/ways.ts';
import { FINDING_CODES, listCauses } from '../../src/signing/findings.ts';
import { BATTERY } from '../signing/battery/battery.ts';
import { nameOf, outcomeOf } from '../signing/battery/measure.ts';

/** Codes that have causes and are reported without one too. */
const ALONE = [
  ...[
    'signature-missing',
    'encoded-word-format',
    'signature-header-format',
    'headers-format',
    'keyid-format',
  ],
  ...['certificate-unparseable', 'digest-format', 'signature-encoding', 'key-mismatch', 'signature-length'],
  ...['signature-hash', 'keyid-style'],
];

/** Made by other tests of test/signing. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'digest-mismatch/not-searched': 'unseen-digest.test.ts',
  'signature-invalid/not-searched': 'search-allowance.test.ts',
  'keyid-mismatch/ca-serial': 'given-key.test.ts',
  'keyid-style': 'unseen-key-id.test.ts',
};

const names = FINDING_CODES.flatMap((code): string[] => {
  const causes = listCauses(code).map((cause) => `${code}/${cause}`);
  return causes.length === 0 || ALONE.includes(code) ? [code, ...causes] : causes;
});
const rows = Object.values(BATTERY).flat();

/** test/breaks/round-trip.test.ts has those of `sign --break`. */
it.each(
  names.filter((name) => !(name in WAYS || name in ELSEWHERE)),
)('the closed table: %s is made and found [G4-breaks, G4-findings, G4-causes, G4-closed-table]', async (name) => {
  const [code = '', cause] = name.split('/');
  const find = (verdict: string) =>
    rows.find(({ codes, causes }) => codes.join() === verdict && causes.join() === (cause ?? ''));
  const { shown } = await outcomeOf((find(code) ?? find('valid-with-warning'))!);
  expect(shown.findings.map((one) => nameOf({ ...one, header: undefined }))[0]).toBe(name);
});
