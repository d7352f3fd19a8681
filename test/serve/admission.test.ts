import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../src/certificates/certificate.ts';
import { writePem } from '../../src/certificates/pem.ts';
import { createVouchingCheck } from '../../src/serve/admission.ts';
import { ecKeys } from '../support/made-certificates.ts';
import { ca, party, ROOT, seal } from '../support/production-bank.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Good whenever the tests run, and over whenever they run. */
const LONG = { from: Date.UTC(2001), to: Date.UTC(2100) };
const OVER = { from: Date.UTC(2001), to: Date.UTC(2002) };
const TO_COME = { from: Date.UTC(2099), to: Date.UTC(2100) };

function vouching(policy: 'sandbox' | 'production', ...authorities: readonly Certificate[]) {
  const cwd = temporaryFolder();
  const files = authorities.map(({ der }, index) => {
    const file = join(cwd, `ca-${index}.pem`);
    writeFileSync(file, writePem({ label: 'CERTIFICATE', der }));
    return file;
  });
  const surroundings = { env: {}, platform: process.platform, cwd, uid: process.getuid?.() };
  return createVouchingCheck({ policy, ca: files }, surroundings);
}

describe('which certificates prove whose they are to a sandbox [S11-shared-world, C-serve-policy]', () => {
  it.each([
    ['one of a CA that was named', seal(LONG), true],
    [
      'one of a CA with its name and another key',
      seal({ ...LONG, issuer: party('Root CA', ecKeys()) }),
      false,
    ],
    ['one that is over, which a sandbox lets in as well', seal(OVER), false],
    ['one that is not valid yet', seal(TO_COME), false],
  ])('%s', (_, certificate, isVouchedFor) => {
    expect(vouching('sandbox', ca(ROOT, LONG))?.(certificate)).toBe(isVouchedFor);
  });

  it('are none where no CA was named, nor under production policy, which asks for more', () => {
    expect(vouching('sandbox')).toBeUndefined();
    expect(vouching('production', ca(ROOT, LONG))).toBeUndefined();
  });
});
