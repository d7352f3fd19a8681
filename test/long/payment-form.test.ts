import { describe, expect, it } from 'vitest';
import { measureWidth } from '../../src/cli/layout.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { atTerminal } from '../support/terminal.ts';

type Typed = readonly (readonly [after: string, keys: string])[];
const DOWN = '\u001b[B';
const ENTER = '\r';
const CTRL_C = '\u0003';
const SENT = ['Send this payment?', ENTER] as const;

const DOMESTIC: Typed = [
  ['Kind of payment', ENTER],
  ['(--from-bban)', ENTER],
  ['(--currency)', ENTER],
  ['(--amount)', `1.00${ENTER}`],
  ['(--to-bban)', `99901271948${ENTER}`],
  ['(--to-name)', `Ola${ENTER}`],
  ['(--country)', ENTER],
  ['Reference for', ENTER],
  ['(--message)', `Rent${ENTER}`],
  ['Send this payment?', DOWN + ENTER],
  ['What to change?', ENTER],
  ['Kind of payment', ENTER],
];

/** The terminal edits lines, echoes them and shows its cursor. */
function isRestored(all: string): boolean {
  const hides = all.lastIndexOf('\u001b[?25l');
  return hides < all.indexOf('\u001b[?25h', hides) && /(?<!-)icanon/.test(all) && /(?<!-)\becho\b/.test(all);
}

async function create(typed: Typed, flags: readonly string[] = [], columns = 80) {
  const home = await homeWithKeys();
  const given = { home, columns, afterwards: 'stty -a >&2', env: { NO_COLOR: '1' } };
  return atTerminal(['payments', 'create', '--sca', 'none', ...flags], typed, given);
}

describe('a payment from nothing [C-payment-asked, C-payment-summary]', () => {
  it.each([...DOMESTIC.keys(), DOMESTIC.length])('is left with Ctrl-C at question %i', async (place) => {
    const at = DOMESTIC[place]?.[0] ?? 'Send this payment?';
    const { code, all } = await create([...DOMESTIC.slice(0, place), [at, CTRL_C]]);
    expect(all).toContain('Interrupted. Nothing was sent.');
    expect(all).not.toContain('X-Request-ID');
    expect({ code, isRestored: isRestored(all) }).toEqual({ code: 130, isRestored: true });
  });

  it('is periodic', async () => {
    const { code, all } = await create([
      ['Kind of payment', DOWN.repeat(3) + ENTER],
      ...DOMESTIC.slice(1, 7),
      ['Reference for', DOWN.repeat(2) + ENTER],
      ['(--start-date)', `tomorrow${ENTER}`],
      ['First day must', `${'\b'.repeat(8)}2099-01-01${ENTER}`],
      ['(--frequency)', ENTER],
      SENT,
    ]);
    expect(all).toContain('Monthly from 2099-01-01');
    expect(code).toBe(0);
  });

  it('goes abroad, to the account and bank that are typed, from another account', async () => {
    const { code, all } = await create([
      ['Kind of payment', DOWN.repeat(2) + ENTER],
      ['(--from-bban)', DOWN.repeat(2) + ENTER],
      ['(--from-bban)', `9990 10 67291${ENTER}`],
      ['(--currency)', `usd${ENTER}`],
      ['USD (--amount)', `10.00${ENTER}`],
      ['(--to-iban)', `123456${ENTER}`],
      ['(--to-agent)', `chasus33${ENTER}`],
      ['(--to-name)', `Jane${ENTER}`],
      ['(--country)', `us${ENTER}`],
      ['(--message)', ENTER],
      ['Send this payment?', DOWN.repeat(2) + ENTER],
    ]);
    const shown = ['Account  123456', 'BIC      CHASUS33', 'Country  US', 'Amount   10.00 USD'];
    for (const line of shown) expect(all).toContain(line);
    expect(code).toBe(130);
  });

  it('becomes another kind and currency: what no longer fits is told and asked again', async () => {
    const { code, all } = await create([
      ...DOMESTIC.slice(0, 7),
      ['Reference for', DOWN + ENTER],
      ['(--kid)', `602243${ENTER}`],
      ['Send this payment?', DOWN + ENTER],
      ['What to change?', ENTER],
      ['Kind of payment', DOWN.repeat(2) + ENTER],
      ['(--to-agent)', `DNBANOKK${ENTER}`],
      ['Send this payment?', DOWN + ENTER],
      ['What to change?', DOWN.repeat(2) + ENTER],
      ['(--currency)', `jpy${ENTER}`],
      ['JPY (--amount)', `500${ENTER}`],
      SENT,
    ]);
    expect(all).toContain('--kid 602243 no longer fits');
    expect(all).toContain('Amount 1.00 no longer fits');
    expect(all).toContain('500 JPY');
    expect(code).toBe(0);
  });

  it('has its payments in a file', async () => {
    const { writeFileSync } = await import('node:fs');
    const file = `${await homeWithKeys()}/payments.csv`;
    const rows = ['Ola,99901271948,100.50,NOK,NO,Rent', 'Kari,99901271948,0.05,NOK,NO,Key'];
    writeFileSync(file, ['to-name,to-bban,amount,currency,country,message', ...rows].join('\n'));
    const { code, all } = await create([
      ['Kind of payment', DOWN.repeat(4) + ENTER],
      ['(--file)', `none.csv${ENTER}`],
      ["can't be read", `${'\b'.repeat(8)}${file}${ENTER}`],
      ['(--from-bban)', ENTER],
      SENT,
    ]);
    expect(all).toContain('Payments  2');
    expect(all).toContain('100.55 NOK');
    expect(code).toBe(0);
  });

  it('fits into 40 columns', async () => {
    const { code, all } = await create(
      [...DOMESTIC.slice(0, 9), DOMESTIC[9] ?? SENT, ['What to change?', CTRL_C]],
      [],
      40,
    );
    expect(code).toBe(130);
    const [before = ''] = all.split('speed ');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the cursor is moved by control characters.
    const lines = before.split(/\u001b\[[\d;?]*[A-Za-z]|[\r\n]+/);
    expect(lines.filter((line) => measureWidth(line) > 40)).toEqual([]);
  });
});
