import { describe, expect, it } from 'vitest';
import { refuseInProduction } from '../../src/app/only-sandbox.ts';
import { Fault } from '../../src/errors.ts';

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
});
