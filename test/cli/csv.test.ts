import { describe, expect, it } from 'vitest';
import { formatCsv } from '../../src/accounts/transaction-view.ts';

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
