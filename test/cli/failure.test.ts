import { describe, expect, it } from 'vitest';
import { getExitCode } from '../../src/cli/exit-codes.ts';
import { describeFailure, formatFailure, formatUnexpected } from '../../src/cli/failure.ts';
import type { OutputStyle } from '../../src/cli/output-style.ts';
import { Fault, type FaultCode } from '../../src/errors.ts';
import { PIPE, terminalOf } from '../support/looks.ts';

const exits: readonly (readonly [FaultCode, number])[] = [
  ['USAGE', 2],
  ['INPUT_INVALID', 2],
  ['INPUT_MISSING', 2],
  ['FILE_UNREADABLE', 2],
  ['PERMISSIONS', 2],
  ['STORE_UNUSABLE', 2],
  ['STORE_BUSY', 5],
  ['STORE_DAMAGED', 5],
  ['BANK_REFUSED', 3],
  ['SCA_NEEDED', 4],
  ['BANK_FAILED', 5],
  ['NETWORK', 5],
  ['ANSWER_INVALID', 5],
  ['INTERRUPTED', 130],
];

describe('exit codes [C-exit-codes]', () => {
  it.each(exits)('%s ends with %i', (code, exitCode) => {
    expect(getExitCode(code)).toBe(exitCode);
    expect(describeFailure(new Fault(code, 'x')).exitCode).toBe(exitCode);
  });

  it('ends with 1 for a bug of ours', () => {
    expect(describeFailure(new TypeError('x is not a function'))).toMatchObject({
      code: 'INTERNAL',
      exitCode: 1,
    });
    expect(describeFailure('thrown text')).toMatchObject({
      code: 'INTERNAL',
      message: 'thrown text',
      exitCode: 1,
    });
  });
});

describe('what happened beside a result [C-error-text]', () => {
  it('is a fault with what to do, or a bug with its stack', () => {
    const fault = new Fault('STORE_BUSY', 'The disk is \u001bfull.', { hint: 'Make room.' });
    expect(formatUnexpected(fault)).toBe('The disk is \\u001bfull.\n  Make room.');
    expect(formatUnexpected(new Fault('STORE_BUSY', 'It is full.'))).toBe('It is full.');
    expect(formatUnexpected(new TypeError('x is not a function'))).toMatch(/TypeError.*\n +at /);
  });
});

describe('a failure as JSON [C-failure-json]', () => {
  it('carries what the fault knows and nothing else', () => {
    const fault = new Fault('BANK_REFUSED', 'The bank refused the payment.', {
      hint: 'psd2 explain FORMAT_ERROR',
      status: 400,
      requestId: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
      tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'instructedAmount.amount' }],
      cause: new Error('inner'),
    });
    expect(describeFailure(fault)).toEqual({
      code: 'BANK_REFUSED',
      message: 'The bank refused the payment.',
      exitCode: 3,
      hint: 'psd2 explain FORMAT_ERROR',
      status: 400,
      requestId: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
      tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'instructedAmount.amount' }],
    });
  });

  it('names the file that the system refuses', () => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/home/x/settings.json' });
    expect(describeFailure(error)).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: '/home/x/settings.json: permission denied',
      exitCode: 2,
    });
  });
});

describe('a failure in words [C-error-text, S10-foreign-text]', () => {
  it('says what happened, where, and the next command', () => {
    const text = formatFailure(
      describeFailure(
        new Fault('BANK_REFUSED', 'The bank refused the payment.', {
          hint: 'psd2 explain FORMAT_ERROR',
          requestId: '99391c7e',
          scaRedirect: 'https://bank.example/sca',
          tppMessages: [
            { code: 'FORMAT_ERROR', path: 'debtorAccount', text: 'unknown account' },
            { code: 'X' },
          ],
        }),
      ),
      PIPE,
    );
    expect(text.split('\n')).toEqual([
      'Error: The bank refused the payment. (BANK_REFUSED)',
      '  FORMAT_ERROR at debtorAccount: unknown account',
      '  X: the bank gave no explanation',
      '  X-Request-ID: 99391c7e',
      '  Authorise at: https://bank.example/sca',
      '  psd2 explain FORMAT_ERROR',
    ]);
  });

  it('makes text of the bank harmless', () => {
    const fault = new Fault('BANK_REFUSED', 'Refused.', {
      tppMessages: [{ code: 'X', text: '\u001b[2Jgone' }],
    });
    expect(formatFailure(describeFailure(fault), PIPE)).toContain('X: \\u001b[2Jgone');
  });
});

describe('a failure at a terminal [C-error-wrapped, C-identifier-whole]', () => {
  const paymentId = 'YVMykfq9A1JQ6K1jOUAcDd';
  const fault = new Fault(
    'BANK_REFUSED',
    'row 2, column amount must have a point\nrow 4, column to-name is required',
    {
      hint: `Check the id, --product and --as. If it waits:\npsd2 sca approve ${paymentId} --agreement longer`,
      requestId: '4053378d-8d58-8a67-9477-df197109643b',
      scaRedirect: `https://127.0.0.1:8443/sca/${paymentId}/tT-eZP2us74v8TuQSNhdZw`,
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'creditorAccount.bban', text: 'has a wrong last digit' }],
    },
  );
  const shown = (look: OutputStyle) => formatFailure(describeFailure(fault), look).split('\n');

  it('is wrapped between words; ids and links stay whole, a command can be pasted', () => {
    expect(shown(terminalOf(40))).toEqual([
      'Error: row 2, column amount must have',
      '  a point',
      '  row 4, column to-name is required',
      '    (BANK_REFUSED)',
      '  FORMAT_ERROR at',
      '    creditorAccount.bban: has a wrong',
      '    last digit',
      '  X-Request-ID:',
      '4053378d-8d58-8a67-9477-df197109643b',
      '  Authorise at:',
      `https://127.0.0.1:8443/sca/${paymentId}/tT-eZP2us74v8TuQSNhdZw`,
      '  Check the id, --product and --as. If',
      '  it waits:',
      `  psd2 sca approve \\`,
      `    ${paymentId} --agreement \\`,
      '    longer',
    ]);
  });

  it('is not wrapped where no terminal is', () => {
    expect(shown(PIPE)).toHaveLength(7);
  });
});
