import { describe, expect, it } from 'vitest';
import { faultNames, listReach } from '../../src/wire/faults.ts';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { oneHome } from '../support/one-home.ts';

const { run } = oneHome();

describe('psd2 sandbox fault [C-fault, D11-faults, D11-fault-life]', () => {
  it.each([
    ['kaput', 'SYSTEM_ERROR, ACCESS_EXCEEDED'],
    ['latancy', 'Did you mean latency?'],
    ['PDNG --operation create-paymnt', 'Did you mean create payment?'],
    ['no-funds --operation nothing-of-that-kind', 'Use one of: create payment.'],
    ['SYSTEM_ERROR --status 501', '--status must be 500 or 503 with SYSTEM_ERROR.'],
    ['PDNG --status 400', '--status is only for error codes.'],
    ['PDNG --milliseconds 10', '--milliseconds is only for latency.'],
    ['latency', 'Missing: --milliseconds.'],
  ])('says before anything is opened what is wrong: %s', async (words, told) => {
    const { code, stderr } = await run(`sandbox fault add ${words} --profile offline`.split(' '));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(told) });
  });
});

describe('the operations that faults strike [D11-faults]', () => {
  it('are built ones of the interface, by names that can be told apart without blanks', () => {
    const names = OPERATIONS.filter(({ door }) => door === 'interface').map(({ name }) => name);
    for (const fault of faultNames) expect(names).toEqual(expect.arrayContaining([...listReach(fault)]));
    expect(new Set(names.map((name) => name.replaceAll(' ', '-'))).size).toBe(names.length);
  });
});
