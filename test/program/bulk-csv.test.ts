import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { emptyFolder } from '../support/program.ts';

const { run, json, payments } = oneHome();

// A Wednesday morning between two runs, so that none falls due under way.
beforeAll(() => run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], { cwd: tmpdir() }));

const create = ['payments', 'create', '--bulk', '--from-bban', '99901067291'];
const COLUMNS = 'to-name;to-bban;amount;currency;country;message;kid';
const rows = [
  'Ola Eksempel;99901271948;100.50;NOK;NO;Rent, November;',
  ';;;;;;',
  '"Prøve; Fjellhandel";99901440170;7.00;NOK;NO;Boat;',
];

function csv(lines: readonly string[]): string {
  const file = join(emptyFolder(), 'payments.csv');
  writeFileSync(file, `\ufeff${[COLUMNS, ...lines].join('\r\n')}\r\n`);
  return file;
}

describe('a bulk from a CSV file [C-bulk-csv]', () => {
  it('is created, approved and booked, a payment for each row', async () => {
    const { code, value } = await json([...create, '--file', csv(rows), '--sca', 'approve']);
    expect({ code, sca: value._meta.sca?.scaStatus }).toEqual({ code: 0, sca: 'FINALISED' });
    const read = (await json(['payments', 'get', value.paymentId])).value;
    expect(read.payments).toMatchObject([
      { creditorName: 'Ola Eksempel', remittanceInformationUnstructured: 'Rent, November' },
      { creditorName: 'Prøve; Fjellhandel', instructedAmount: { amount: '7.00', currency: 'NOK' } },
    ]);
    await run(['sandbox', 'batch', 'run']);
    expect((await json(['status', value.paymentId])).value.transactionStatus).toBe('ACSC');
  });

  it('comes from stdin, too', async () => {
    const input = [COLUMNS, rows[0]?.replace('100.50', '9.00')].join('\n');
    expect(await json([...create, '--file', '-'], { input })).toMatchObject({ code: 0 });
  });

  it('is refused by row and column before anything is sent or made, exit 2', async () => {
    const home = join(emptyFolder(), 'home');
    const wrong = csv([rows[0] ?? '', rows[1] ?? '', 'Ola;99901271949;100,5;NOK;NO;;']);
    const { code, stdout, stderr } = await run([...create, '--file', wrong], { home });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/row 4, column amount must have 2 decimals in NOK: write 100\.50/);
    expect(stderr).toMatch(/row 4, column to-bban has a wrong check digit/);
    expect(existsSync(join(home, 'offline'))).toBe(false);
  });

  it('names the row of what only the bank knows', async () => {
    const before = payments();
    const twice = csv([
      rows[0]?.replace('100.50', '3.00') ?? '',
      rows[1] ?? '',
      rows[0]?.replace('100.50', '3.00') ?? '',
    ]);
    const { code, value } = await json([...create, '--file', twice]);
    expect(code).toBe(3);
    expect(value.error.tppMessages).toMatchObject([{ code: 'CONFLICT', path: 'payments[1]' }]);
    expect(value.error.hint).toBe('Change row 4 of the file, or send --allow-duplicate.');
    const kid = csv(['Ola;99911200011;1.00;NOK;NO;;602244']);
    const refused = await json([...create, '--file', kid]);
    expect(refused.value.error.tppMessages[0].code).toBe('KID_INVALID');
    expect(refused.value.error.hint).toContain('row 2 of the file');
    expect(payments()).toEqual(before);
  });

  it('of 500 rows is one payment', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `Ola;99901271948;1.00;NOK;NO;No. ${at};`);
    const { code, value } = await json([...create, '--file', csv(many)]);
    expect({ code, status: value.transactionStatus }).toEqual({ code: 0, status: 'RCVD' });
    expect((await json([...create, '--file', csv([...many, many[0] ?? ''])])).value.error).toMatchObject({
      code: 'INPUT_INVALID',
      message: 'payments must have at most 500 items',
    });
  });
});
