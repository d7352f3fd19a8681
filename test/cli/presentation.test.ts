import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/cli/columns.ts';
import type { Money } from '../../src/cli/format-values.ts';
import { getTerminalWidth, measureWidth } from '../../src/cli/layout.ts';
import { createCard, createTable } from '../../src/cli/presentation.ts';
import { PIPE, terminalOf } from '../support/looks.ts';

interface Payment {
  readonly id: string;
  readonly amount?: Money;
  readonly status?: string;
  readonly message?: string | readonly string[];
}

const columns: readonly Column<Payment>[] = [
  { label: 'Payment', kind: 'identifier', value: ({ id }) => id, isQuiet: true },
  { label: 'Amount', kind: 'amount', value: ({ amount }) => amount },
  { label: 'Message', value: ({ message }) => message },
  { label: 'Status', kind: 'status', value: ({ status }) => status },
];
const payments = createTable(columns, (all: readonly Payment[]) => all, 'No payments.');
const whole = createCard(columns);

const nok = (amount: string): Money => ({ amount, currency: 'NOK' });
const rows: readonly Payment[] = [
  { id: 'a1', amount: nok('250000.00'), message: 'rent', status: 'ACSC' },
  { id: 'b22', amount: nok('7.00') },
];

describe('one list of columns for a card, a table and --quiet [C-presentation, C-quiet]', () => {
  it('shows a resource as a card, a line per value, without what is not there', async () => {
    const several = { id: 'a1', message: ['one', 'two'] };
    expect(whole.text(several, PIPE)).toBe('Payment  a1\nMessage  one\nMessage  two');
  });

  it('shows several as a table, a line each below a heading', async () => {
    expect((await payments.text(rows, terminalOf(80))).split('\n')).toEqual([
      'Payment          Amount  Message  Status',
      'a1       250 000.00 NOK  rent     ACSC  booked',
      'b22            7.00 NOK',
    ]);
  });

  it('leaves a column out that no row has', async () => {
    expect(await payments.text([{ id: 'a1' }], PIPE)).toBe('Payment\na1');
  });

  it('says when there are none', async () => {
    expect(await payments.text([], PIPE)).toBe('No payments.');
  });

  it('gives what --quiet prints as a script reads it: of several columns the first that a row has', async () => {
    const quiet: readonly Column<Payment>[] = [
      { label: 'Amount', kind: 'amount', value: ({ amount }) => amount, isQuiet: true },
      { label: 'Status', kind: 'status', value: ({ status }) => status, isQuiet: true },
    ];
    expect(payments.quiet(rows)).toEqual(['a1', 'b22']);
    expect(createCard(quiet).quiet({ id: 'a', amount: nok('250000.00'), status: 'ACSC' })).toEqual([
      '250000.00 NOK',
    ]);
    expect(createCard(quiet).quiet({ id: 'a', status: 'ACSC' })).toEqual(['ACSC']);
    expect(createCard(quiet).quiet({ id: 'a' })).toEqual([]);
  });
});

describe('where no terminal is [C-plain-rows]', () => {
  const message = 'paid for '.repeat(40).trim();

  it('a row is a line, whatever its length, and amounts are not grouped', async () => {
    const lines = (await payments.text([{ ...rows[0], id: 'a1', message }, { id: 'b22' }], PIPE)).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(message);
    expect(lines[1]).toContain('250000.00 NOK');
    expect(lines[1]?.indexOf('ACSC')).toBe(lines[0]?.indexOf('Status'));
  });

  it('a value of a card is a line', async () => {
    expect(whole.text({ id: 'a1', message }, PIPE)).toBe(`Payment  a1\nMessage  ${message}`);
  });
});

describe('at a terminal [C-presentation, C-narrow-cards, C-identifier-whole]', () => {
  const uuid = '0f6b7c1e-98d4-4d92-b2ff-ab07e1a9a3b1';
  const long: Payment = { id: uuid, amount: nok('1.00'), message: 'paid for '.repeat(20).trim() };

  it('a table is within its width and loses no letter', async () => {
    const text = await payments.text([long], terminalOf(80));
    expect(Math.max(...text.split('\n').map(measureWidth))).toBeLessThanOrEqual(80);
    expect(text.replaceAll(/[^a-z]/g, '').split('paidfor').length - 1).toBe(20);
    expect(text).toContain(uuid);
  });

  it('a table counts a wide letter as two columns, and lines up', async () => {
    const lines = (await payments.text([{ id: 'a', message: '家賃', status: 'ACSC' }], terminalOf(80))).split(
      '\n',
    );
    expect(lines).toEqual(['Payment  Message  Status', 'a        家賃     ACSC  booked']);
  });

  it('a table that does not fit becomes cards', async () => {
    const text = await payments.text([long, { id: 'b22' }], terminalOf(50));
    expect(text.split('\n').slice(0, 2)).toEqual([`Payment  ${uuid}`, 'Amount   1.00 NOK']);
    expect(text).toMatch(/\n\nPayment {2}b22$/);
  });

  it('an identifier that has no room beside its label goes below it', async () => {
    expect(whole.text({ id: uuid }, terminalOf(40))).toBe(`Payment\n  ${uuid}`);
    const path = `/home/${'deep/'.repeat(30)}key.pem`;
    expect(whole.text({ id: path }, terminalOf(40))).toBe(`Payment\n${path}`);
  });

  it('a text beside long labels goes below them where it would be a column of single words', async () => {
    const labelled = createCard<string>([{ label: 'Digest of empty body', value: (text) => text }]);
    expect(labelled.text('none is sent (default of the profile)', terminalOf(40))).toBe(
      'Digest of empty body\n  none is sent (default of the profile)',
    );
  });

  it('is 80 columns wide where it does not say otherwise, and never too few to read', async () => {
    expect([undefined, 0, 20, 60, 200].map(getTerminalWidth)).toEqual([80, 80, 40, 60, 200]);
  });
});

describe('foreign text in cells [S10-foreign-text]', () => {
  const hostile = { id: '\u001b]0;title\u0007', message: 'a\nb' };

  it('is harmless in cards, tables and --quiet', async () => {
    expect(whole.text(hostile, PIPE)).toContain('\\u001b]0;title\\u0007');
    expect(await payments.text([hostile], PIPE)).toContain('a\\u000ab');
    expect(payments.quiet([hostile])).toEqual(['\\u001b]0;title\\u0007']);
  });
});
