import { describe, expect, it } from 'vitest';
import { parseScaFlags } from '../../src/cli/psu-flags.ts';
import { Fault } from '../../src/errors.ts';

function faultOf(sca: string, agreement?: string, timeout?: string): Fault {
  try {
    parseScaFlags({ sca, agreement, 'sca-timeout': timeout }, 'none');
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
  throw new Error('no fault');
}

describe('--sca [C-sca-flag]', () => {
  it.each(['browser', 'approve', 'decline', 'none'])('takes %s', (sca) => {
    expect(parseScaFlags({ sca }, 'none')).toEqual({ way: sca, agreement: undefined, timeoutMs: 900_000 });
  });

  it('is what is usual there where nobody has said it', () => {
    expect(parseScaFlags({}, 'browser').way).toBe('browser');
    expect(parseScaFlags({}, 'none').way).toBe('none');
  });

  it.each(['Approve', 'yes', ''])('refuses %j', (sca) => {
    expect(faultOf(sca)).toMatchObject({
      code: 'USAGE',
      message: `--sca is ${JSON.stringify(sca)}, but must be browser, approve, decline or none.`,
    });
  });

  it('takes an agreement only where somebody signs', () => {
    expect(parseScaFlags({ sca: 'decline', agreement: 'a' }, 'none')).toMatchObject({ agreement: 'a' });
    for (const way of ['none', 'browser']) {
      expect(faultOf(way, 'a')).toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('--agreement'),
      });
    }
  });
});

describe('--sca-timeout [C-sca-browser]', () => {
  it.each([
    ['1s', 1000],
    ['1h30m', 5_400_000],
    ['1d', 86_400_000],
  ])('takes %s', (timeout, timeoutMs) => {
    expect(parseScaFlags({ 'sca-timeout': timeout }, 'browser')).toMatchObject({ timeoutMs });
  });

  it.each(['0', 'soon', '', '25h', '-1s'])('refuses %j', (timeout) => {
    expect(faultOf('browser', undefined, timeout)).toMatchObject({
      code: 'USAGE',
      message: `--sca-timeout is ${JSON.stringify(timeout)}, but must be a duration from 1s to 1d.`,
    });
  });
});
