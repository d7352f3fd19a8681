import { describe, expect, it } from 'vitest';
import { refuseInProduction } from '../../src/app/only-sandbox.ts';
import { Fault } from '../../src/errors.ts';
import { sources } from '../support/sources.ts';

const need = { onlySandbox: 'operator' };

describe('a production profile [C-production-refused]', () => {
  it('is refused what only a sandbox has', () => {
    const refused = () => refuseInProduction({ name: 'live', bank: 'production' }, need);
    expect(refused).toThrow(Fault);
    expect(refused).toThrow('Profile live names a production bank, which has no operator.');
  });

  it.each(['embedded', 'sandbox'] as const)('is not what a profile of an %s bank is', (bank) => {
    expect(() => refuseInProduction({ name: 'offline', bank }, need)).not.toThrow();
  });

  it('is let do what every bank has', () => {
    expect(() => refuseInProduction({ name: 'live', bank: 'production' }, {})).not.toThrow();
  });

  it('is refused every act on the sandbox: each that opens a bank says what it needs', () => {
    const opened = sources((path) => path.startsWith('src/app/sandbox/')).flatMap(({ path, code }) => {
      const acts = code.match(/\batBank\(/g)?.length ?? 0;
      const needs = code.match(/\b(?:SANDBOX_DATA|OPERATOR)(?=,?\s*\))/g)?.length ?? 0;
      return acts === 0 ? [] : [{ path, acts, needs }];
    });
    expect(opened.length).toBeGreaterThan(5);
    expect(opened.filter(({ acts, needs }) => acts !== needs)).toEqual([]);
  });
});
