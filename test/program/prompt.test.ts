import { describe, expect, it } from 'vitest';
import { emptyFolder, type Outcome, psd2 } from '../support/program.ts';
import { atTerminal } from '../support/terminal.ts';

const DOWN = '\u001b[B';
const GIVEN = ['--currency', 'NOK', '--to-name', 'Ola', '--country', 'NO', '--from-bban', '99901067291'];
const CREATE = ['payments', 'create', '--domestic', ...GIVEN, '--sca', 'none'];

describe('a person at a terminal [C-asks-a-person]', () => {
  it('is asked for what an answer makes required, too', async () => {
    const amount = ['--amount', '1.00', '--to-bban', '99901271948', '--start-date', '2099-01-01'];
    const periodic = ['payments', 'create', '--periodic', ...GIVEN, ...amount, '--message', 'Rent'];
    const { code, last } = await atTerminal(
      [...periodic, '--sca', 'none'],
      [
        ['(--frequency)', `${DOWN.repeat(5)}\r`],
        ['(--months)', '1,7\r'],
        ['Send this payment?', '\r'],
      ],
    );
    expect(last).toContain('RCVD');
    expect(code).toBe(0);
  });
});

describe('without a person [C-no-person]', () => {
  const missing = ['--amount', '--to-bban'];

  it.each([
    ['stdin is no terminal', CREATE],
    ['--no-input is given', [...CREATE, '--no-input']],
  ])('nothing is asked when %s: every missing flag is named', async (_, args) => {
    const outcome: Outcome = await psd2(args, { home: emptyFolder() });
    expect(outcome.code).toBe(2);
    expect(outcome.stdout).toBe('');
    for (const flag of missing) expect(outcome.stderr).toContain(flag);
  });
});
