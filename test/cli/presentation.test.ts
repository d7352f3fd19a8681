import { describe, expect, it } from 'vitest';
import { widthOf, widthOfTerminal } from '../../src/cli/layout.ts';
import { paint } from '../../src/cli/paint.ts';
import { type Column, card, table } from '../../src/cli/presentation.ts';

interface Payment {
  readonly id: string;
  readonly amount: string;
  readonly message?: string;
}

const columns: readonly Column<Payment>[] = [
  { label: 'Payment', value: ({ id }) => id, isId: true },
  { label: 'Amount', value: ({ amount }) => amount, align: 'right' },
  { label: 'Message', value: ({ message }) => message },
  { label: 'Same again', value: ({ id }) => `${id}!`, cardOnly: true },
];

const look = { width: 80, paint: await paint(false) };
const payments = table(columns, (all: readonly Payment[]) => all, 'No payments.');

describe('one list of columns for a card and a table [C-presentation]', () => {
  it('shows a resource as a card, a line per property, without what is not there', async () => {
    const text = await card(columns).text({ id: 'a1', amount: '100.50 NOK' }, look);
    expect(text).toBe('Payment     a1\nAmount      100.50 NOK\nSame again  a1!');
  });

  it('shows several as a table, a line each', async () => {
    const rows = [
      { id: 'a1', amount: '100.50 NOK', message: 'rent' },
      { id: 'b22', amount: '7.00 NOK' },
    ];
    expect((await payments.text(rows, look)).split('\n')).toEqual([
      'Payment      Amount  Message',
      'a1       100.50 NOK  rent',
      'b22        7.00 NOK',
    ]);
  });

  it('says when there are none', async () => {
    expect(await payments.text([], look)).toBe('No payments.');
  });

  it('gives the ids for --quiet', () => {
    expect(card(columns).ids({ id: 'a1', amount: '1' })).toEqual(['a1']);
    expect(
      payments.ids([
        { id: 'a', amount: '1' },
        { id: 'b', amount: '2' },
      ]),
    ).toEqual(['a', 'b']);
  });
});

describe('widths [C-presentation]', () => {
  const long = {
    id: '0f6b7c1e-98d4-4d92-b2ff-ab07e1a9a3b1',
    amount: '1.00 NOK',
    message: 'paid for '.repeat(20),
  };

  it('keeps a table within the terminal and loses no letter', async () => {
    const text = await payments.text([long], look);
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(80);
    expect(text.replaceAll(/[^a-z]/g, '').split('paidfor').length - 1).toBe(20);
    expect(text).toContain(long.id);
  });

  it('are 80 columns where no terminal says otherwise, and never too few to read', () => {
    expect([undefined, 0, 20, 60, 200].map(widthOfTerminal)).toEqual([80, 80, 40, 60, 200]);
  });

  it('breaks a card between words and never within one', async () => {
    const path = `/home/${'deep/'.repeat(30)}key.pem`;
    const text = await card(columns).text({ ...long, id: path }, look);
    expect(text).toContain(path);
    expect(text.split('\n').filter((line) => widthOf(line) > 80 && !line.includes(path))).toEqual([]);
  });
});

describe('foreign text in cells [S10-foreign-text]', () => {
  const hostile = { id: '\u001b]0;title\u0007', amount: 'a\nb' };

  it('is harmless in cards, tables and ids', async () => {
    expect(await card(columns).text(hostile, look)).toContain('\\u001b]0;title\\u0007');
    expect(await payments.text([hostile], look)).toContain('a\\u000ab');
    expect(payments.ids([hostile])).toEqual(['\\u001b]0;title\\u0007']);
  });
});
