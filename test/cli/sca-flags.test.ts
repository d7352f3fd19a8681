import { describe, expect, it } from 'vitest';
import { scaChoice } from '../../src/cli/sca-flags.ts';
import { Fault } from '../../src/errors.ts';

function faultOf(sca: string, agreement?: string): Fault {
  try {
    scaChoice({ sca, agreement });
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
  throw new Error('no fault');
}

describe('--sca [C-sca-flag]', () => {
  it.each(['approve', 'decline', 'none'])('takes %s', (sca) => {
    expect(scaChoice({ sca })).toEqual({ way: sca, agreement: undefined });
  });

  it('says of browser that this version has none, and what there is', () => {
    expect(faultOf('browser')).toMatchObject({
      code: 'USAGE',
      message: 'This version has no browser SCA: --sca is approve, decline or none.',
    });
  });

  it.each(['Approve', 'yes', ''])('refuses %j', (sca) => {
    expect(faultOf(sca)).toMatchObject({
      code: 'USAGE',
      message: `There is no SCA by ${JSON.stringify(sca)}: --sca is approve, decline or none.`,
    });
  });

  it('takes an agreement only where somebody signs', () => {
    expect(scaChoice({ sca: 'decline', agreement: 'a' })).toEqual({ way: 'decline', agreement: 'a' });
    expect(faultOf('none', 'a')).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('--agreement'),
    });
  });
});
