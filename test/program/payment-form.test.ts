import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { atTerminal } from '../support/terminal.ts';

const DOWN = '\u001b[B';
const ENTER = '\r';
type Typed = readonly (readonly [after: string, keys: string])[];

/** Every kind, Ctrl-C at every question, and narrow terminals are in test/long/payment-form.test.ts. */
const DOMESTIC: Typed = [
  ['Kind of payment', ENTER],
  ['(--from-bban)', DOWN + ENTER],
  ['(--currency)', `nok${ENTER}`],
  ['NOK (--amount)', `1250,5${ENTER}`],
  ['write 1250.50', `${'\b'.repeat(6)}1250.50${ENTER}`],
  ['(--to-bban)', `9990.12.71948${ENTER}`],
  ['(--to-name)', `Ola Eksempel${ENTER}`],
  ['(--country)', ENTER],
  ['Reference for', DOWN + ENTER],
  ['(--kid)', `602243${ENTER}`],
];

describe('a payment from nothing at a terminal [C-payment-asked, C-payment-summary, C-asks-a-person]', () => {
  it('is asked for field by field, shown, changed and sent', async () => {
    const home = await homeWithKeys();
    const typed: Typed = [
      ...DOMESTIC,
      ['Send this payment?', DOWN + ENTER],
      ['What to change?', DOWN.repeat(3) + ENTER],
      ['(1250.50)', `99.00${ENTER}`],
      ['Send this payment?', ENTER],
    ];
    const env = { NO_COLOR: '1' };
    const { code, all } = await atTerminal(['payments', 'create', '--sca', 'approve'], typed, { home, env });
    const [first = '', second = '', ...more] = all.split('Kind     Domestic').slice(1).map(linesOf);
    expect(more).toEqual([]);
    expect(first).toEqual([
      'From     99901167601',
      'To       Ola Eksempel',
      'Account  99901271948',
      'Country  NO',
      'Amount   1 250.50 NOK',
      "Date     the bank's next run",
      'KID      602243',
      'Profile  offline, the embedded bank',
    ]);
    expect(all).toContain('Amount must have 2 decimals in NOK: write 1250.50');
    expect(all).toContain('Amount in NOK 1250.50');
    expect(second).toContain('Amount   99.00 NOK');
    expect(code).toBe(0);
    const id = /Payment +(\w{22})/.exec(all)?.[1] ?? '';
    const sent = await psd2(['payments', 'get', id, '--json'], { home });
    expect(JSON.parse(sent.stdout)).toMatchObject({
      instructedAmount: { amount: '99.00', currency: 'NOK' },
      debtorAccount: { bban: '99901167601', currency: 'NOK' },
      creditorAccount: { bban: '99901271948' },
      creditorName: 'Ola Eksempel',
      remittanceInformationStructuredArray: [{ reference: '602243', referenceType: 'SCOR' }],
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
    expect(all).not.toMatch(/\u001b\[[\d;]*3[0-7]m/);
  });

  it('is not sent when it is cancelled', async () => {
    const line = ['payments', 'create', '--domestic', '--example', '--amount', '1.00', '--print-body'];
    const home = await homeWithKeys();
    const file = (await psd2(line, { home })).stdout.replace(/"creditorName": ".*",/, '');
    const { code, all } = await atTerminal(
      ['payments', 'create', '--domestic', '--file', await written(home, file)],
      [
        ['(--to-name)', `Ola${ENTER}`],
        ['Send this payment?', DOWN.repeat(2) + ENTER],
      ],
      { home },
    );
    expect(all).toContain('Nothing was sent.');
    expect(code).toBe(130);
    const { stdout } = await psd2(['payments', 'pending', '--json'], { home });
    expect(JSON.parse(stdout).items).toEqual([]);
  });

  it('is asked for and shown, and nobody has to agree, where nothing is sent', async () => {
    const home = await homeWithKeys();
    const typed = DOMESTIC.slice(2);
    const flags = ['--domestic', '--from-bban', '99901067291', '--print-body'];
    const { code, all } = await atTerminal(['payments', 'create', ...flags], typed, { home });
    expect(all).not.toContain('Send this payment?');
    expect(all).toContain('"amount": "1250.50"');
    expect(code).toBe(0);
  });
});

/** What stands on each line up to the first that is empty. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\r\n').slice(1);
  return lines.slice(0, lines.indexOf(''));
}

async function written(folder: string, text: string): Promise<string> {
  const { writeFileSync } = await import('node:fs');
  const file = `${folder}/payment.json`;
  writeFileSync(file, text);
  return file;
}
