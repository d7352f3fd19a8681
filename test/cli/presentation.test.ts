import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { formatCsv } from '../../src/accounts/transaction-view.ts';
import type { Column } from '../../src/cli/columns.ts';
import { formatAge, formatAmount, formatDate, type Money, withDates } from '../../src/cli/format-values.ts';
import { getTerminalWidth, measureWidth } from '../../src/cli/layout.ts';
import { createCard, createTable, SPARE } from '../../src/cli/presentation.ts';
import { sanitizeForTerminal, sanitizeJson } from '../../src/cli/sanitize.ts';
import { showWhitespace, splitLines } from '../../src/signatures/difference-text.ts';
import { formatDuration } from '../../src/values/duration.ts';
import { meaningOfStatus, statusInSentence } from '../../src/wire/explanations.ts';
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
      'a1       250 000.00 NOK  rent     ACSC booked',
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
    expect(lines).toEqual(['Payment  Message  Status', 'a        家賃     ACSC booked']);
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

interface Made {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly again?: string;
  readonly status: string;
}

const made = createTable<Made, readonly Made[]>(
  [
    ['Payment', 'id', 'identifier'],
    ['Kind', () => 'cross-border', 'identifier', SPARE],
    ['Creditor', 'name', 'name'],
    ['Created', 'at', 'time'],
    ['As of', ({ at, again = at }) => again, 'time'],
    ['Status', 'status', 'status'],
    ['Iban', () => 'NO9386011117947', 'account', SPARE],
  ],
  (all) => all,
  'None.',
);

describe('a list at a terminal [C-one-line-rows, C-short-status, C-shown-ages, C-shown-ibans]', () => {
  const at = '2026-11-18T09:00:00Z';
  const one = { id: 'x'.repeat(22), name: 'Samvirkelaget på Sommerøya BA', at, status: 'RCVD' };
  const list = async (width: number, more: Partial<Made> = {}) => {
    vi.useFakeTimers({ now: Date.parse(at) + 3 * 3_600_000, toFake: ['Date'] });
    try {
      return (await made.text([{ ...one, ...more }], terminalOf(width))).split('\n');
    } finally {
      vi.useRealTimers();
    }
  };

  it('shows what fits: cuts names, and leaves out spare columns and those that repeat another', async () => {
    expect(await list(64)).toEqual([
      'Payment                 Creditor          Created  Status',
      `${one.id}  Samvirkelaget p…  3h ago   RCVD received`,
    ]);
    expect(await list(120)).toEqual([
      'Payment                 Kind          Creditor                       Created  Status         Iban',
      `${one.id}  cross-border  ${one.name}  3h ago   RCVD received  NO93 8601 1117 947`,
    ]);
  });

  it('keeps a column that tells something in one row, and becomes cards with full values', async () => {
    const again = '2026-11-18T10:59:59Z';
    expect((await list(80, { again }))[0]).toContain('Created  As of');
    expect(await list(40, { again })).toContain('As of     2026-11-18 11:59');
  });

  it('is whole in a pipe', async () => {
    const text = await made.text([one], PIPE);
    expect(text).toContain(`${one.name}  2026-11-18 10:00  2026-11-18 10:00  RCVD  received: waiting`);
    expect(text).toContain('NO9386011117947');
  });
});

const now = Date.parse('2026-11-18T12:00:00Z');

it.each([
  ['2026-11-18T11:59:01Z', 'just now'],
  ['2026-11-18T11:01:00Z', '59m ago'],
  ['2026-11-16T12:30:00Z', '1d ago'],
  ['2026-11-19T11:00:00+01:00', 'in 22h'],
  ['2026-01-02T12:00:00Z', '2026-01-02'],
])('ages: %s is %s [C-shown-ages]', (time, text) => {
  expect(formatAge(Date.parse(time), now)).toBe(text);
});

const colour = (name: string) => (text: string) => `<${name}>${text}</>`;
const paint = { ...PIPE.paint, red: colour('red'), green: colour('green'), yellow: colour('yellow') };

it.each([
  ['ACSC', '<green>ACSC  booked</>'],
  ['FINALISED', '<green>FINALISED  confirmed by the PSU</>'],
  ['RJCT', '<red>RJCT  rejected</>'],
  ['PDNG', '<yellow>PDNG  held by the bank</>'],
  ['PART', '<yellow>PART  its payments have different outcomes</>'],
  ['CANC', 'CANC  cancelled'],
  ['HELD', 'HELD'],
])('the colour of a status: %s [C-status-colours]', (status, shown) => {
  expect(createCard(columns).text({ id: 'a', status }, { ...PIPE, paint })).toContain(`Status   ${shown}`);
});

it('foreign text in cells is harmless in cards, tables and --quiet [S10-foreign-text]', async () => {
  const hostile = { id: '\u001b]0;title\u0007', message: 'a\nb' };
  expect(whole.text(hostile, PIPE)).toContain('\\u001b]0;title\\u0007');
  expect(await payments.text([hostile], PIPE)).toContain('a\\u000ab');
  expect(payments.quiet([hostile])).toEqual(['\\u001b]0;title\\u0007']);
});

describe('text with what cannot be seen [C-verify-visible]', () => {
  it.each([
    ['a blank', 'date: x ', 'date:·x·'],
    ['a line end', 'a\r\nb\n', 'a\\r\\nb\\n'],
    ['a tab', 'a\tb', 'a\\tb'],
    ["a backslash, so that a written \\n isn't supported for a line end", 'a\\nb', 'a\\\\nb'],
    ['an octet beyond ASCII', 'K\xc3\xa5re', 'K\\xC3\\xA5re'],
    ['what acts on a terminal', '\u001b[31m\u202e', '\\u001b[31m\\u202e'],
  ])('shows %s', (_, text, shown) => {
    expect(showWhitespace(text)).toBe(shown);
  });

  it('is cut into lines that keep their ends', () => {
    expect(splitLines('a\nb\n\nc')).toEqual(['a\n', 'b\n', '\n', 'c']);
    expect(splitLines('a\n')).toEqual(['a\n']);
    expect(splitLines('')).toEqual([]);
  });
});

const acting = [
  { name: 'C0', text: '\u001b[31m', shown: '\\u001b[31m' },
  { name: 'a line end', text: 'a\r\nb', shown: 'a\\u000d\\u000ab' },
  { name: 'DEL', text: '\u007f', shown: '\\u007f' },
  { name: 'C1', text: '\u009b2J', shown: '\\u009b2J' },
  { name: 'a bidirectional override', text: 'a\u202eb', shown: 'a\\u202eb' },
  { name: 'a bidirectional isolate', text: '\u2066x\u2069', shown: '\\u2066x\\u2069' },
  { name: 'a line separator', text: 'a\u2028b\u2029c', shown: 'a\\u2028b\\u2029c' },
  { name: 'a lone high surrogate', text: '\ud83d!', shown: '\\ud83d!' },
  { name: 'a lone low surrogate', text: '!\ude00', shown: '!\\ude00' },
];

describe('foreign text on a terminal and in a log [S10-foreign-text]', () => {
  it.each(acting)('makes $name visible', ({ text, shown }) => {
    expect(sanitizeForTerminal(text)).toBe(shown);
  });

  it('leaves letters of any language, symbols and whole surrogate pairs as they are', () => {
    expect(sanitizeForTerminal('Kjøp på Bærum, 漢字 €')).toBe('Kjøp på Bærum, 漢字 €');
    expect(sanitizeForTerminal('😀')).toBe('😀');
  });

  it('cuts what is too long and says how much is missing', () => {
    expect(sanitizeForTerminal('abcdefgh', 5)).toBe('abcde… (3 more characters)');
    expect(sanitizeForTerminal('abcde', 5)).toBe('abcde');
    expect(sanitizeForTerminal('x'.repeat(100_000)).length).toBeLessThan(2_100);
  });

  it('lets nothing through that acts on a terminal, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        return !/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(
          sanitizeForTerminal(text),
        );
      }),
    );
  });
});

describe('foreign text in JSON [S10-foreign-text]', () => {
  it.each(acting)('escapes $name and keeps its value', ({ text }) => {
    const json = sanitizeJson({ text });
    expect(json).toMatch(/^[\n\x20-\x7e]*$/);
    expect(JSON.parse(json)).toEqual({ text });
  });

  it('prints a value that reads back the same, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(JSON.parse(sanitizeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

const csv = [
  ['cell', (text: string | undefined) => text],
  ['other', () => 1],
] as const;
const lines = (text: string | undefined, isTerminal = false) =>
  formatCsv({ csv }, [{ bookingStatus: 'booked', entry: text }], { isTerminal });
const line = (text: string | undefined, isTerminal?: boolean) =>
  lines(text, isTerminal).slice('bookingStatus,cell,other\nbooked,'.length);

describe('comma-separated values [C-transactions-csv, S10-csv-formula]', () => {
  it('have one heading, and an empty cell for what is not there', () => {
    expect(lines(undefined)).toBe('bookingStatus,cell,other\nbooked,,1\n');
  });

  it('are quoted where they hold a comma, a quote or the end of a line', () => {
    expect(line('a,b')).toBe('"a,b",1\n');
    expect(line('say "a"')).toBe('"say ""a""",1\n');
    expect(line('a\nb')).toBe('"a\nb",1\n');
  });

  it.each(['=1+1', '+47', '-a', '@A1', '\t=1', '-1-1'])('get an apostrophe before %j', (text) => {
    expect(line(text)).toBe(`'${text},1\n`);
  });

  it('keep amounts as numbers', () => {
    expect(line('-100.50')).toBe('-100.50,1\n');
  });

  it('act on no terminal', () => {
    expect(line('a\x1b[2J', true)).toBe('a\\u001b[2J,1\n');
    expect(line('a\x1b[2J')).toBe('a\x1b[2J,1\n');
  });
});

describe('amounts as they are shown [C-shown-amounts]', () => {
  it.each([
    ['250000.00', 'NOK', '250 000.00 NOK'],
    ['999.00', 'NOK', '999.00 NOK'],
    ['1000', 'JPY', '1 000 JPY'],
    ['-1234567.890', 'KWD', '-1 234 567.890 KWD'],
    ['123456789012345678', 'JPY', '123 456 789 012 345 678 JPY'],
    [250000.5, 'NOK', '250 000.50 NOK'],
    [100, 'NOK', '100.00 NOK'],
    ['1e5', 'NOK', '1e5 NOK'],
  ])('%s %s is %s at a terminal', (amount, currency, text) => {
    expect(formatAmount({ amount, currency }, true)).toBe(text);
  });

  it('are not grouped where a program reads them', () => {
    expect(formatAmount({ amount: '250000.00', currency: 'NOK' }, false)).toBe('250000.00 NOK');
    expect(formatAmount({ amount: 250000, currency: 'NOK' }, false)).toBe('250000.00 NOK');
    expect(formatAmount({ amount: 250000, currency: 'XYZ' }, false)).toBe('250000 XYZ');
  });
});

describe('dates as they are shown [C-shown-dates]', () => {
  it.each([
    ['2026-11-21T09:30:00+01:00', '2026-11-21 09:30'],
    ['2026-11-21T23:30:59Z', '2026-11-22 00:30'],
    ['2026-07-01T12:00:00.123Z', '2026-07-01 14:00'],
    ['2026-11-21', '2026-11-21'],
    ['soon', 'soon'],
  ])('%s is %s', (date, text) => {
    expect(formatDate(date)).toBe(text);
  });

  it('are so within a sentence of ours', () => {
    expect(withDates('It expired on 2025-01-01T00:00:00Z.')).toBe('It expired on 2025-01-01 01:00.');
  });
});

it.each([
  [0, 'no time'],
  [1, '1 second'],
  [90, '1 minute 30 seconds'],
  [900, '15 minutes'],
  [7200, '2 hours'],
  [3661, 'about 1 hour 1 minute'],
  [7199, 'about 2 hours'],
  [86_399, 'about 1 day'],
  [266_382, 'about 3 days 2 hours'],
  [86_400 * 400, '400 days'],
])('durations as they are shown: %i seconds are %s [C-shown-durations]', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

describe('statuses in words [C-status-words]', () => {
  it.each('ACCP ACSC ACSP ACTC ACWC ACWP RCVD PDNG RJCT CANC PART'.split(' '))('%s has words', (status) => {
    expect(meaningOfStatus(status)).toMatch(/^[a-z]/);
  });

  it('says what D4-lack-of-funds says of ACCP', () => {
    expect(meaningOfStatus('ACCP')).toBe('waiting for money: the next run tries again');
  });

  it('of one that no document names are none', () => {
    expect(meaningOfStatus('HELD')).toBeUndefined();
    expect(meaningOfStatus('toString')).toBeUndefined();
    expect(statusInSentence('HELD')).toBe('HELD');
    expect(statusInSentence('ACSC')).toBe('ACSC (booked)');
  });
});
