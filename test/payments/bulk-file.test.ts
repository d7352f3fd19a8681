import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { buildBody, type PaymentFields } from '../../src/payments/fields.ts';
import { buildPayment } from '../../src/payments/prepare.ts';
import { faultOf } from '../support/fault-of.ts';

const debtor: PaymentFields = { 'from-bban': '99901067291' };
const COLUMNS = 'to-name,to-bban,amount,currency,country,message';
const ROW = 'Ola Eksempel,86011117947,100.50,NOK,NO,Rent';
const payment = {
  instructedAmount: { amount: '100.50', currency: 'NOK' },
  creditorName: 'Ola Eksempel',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  remittanceInformationUnstructured: 'Rent',
};

async function prepared(file: string | Uint8Array, fields = debtor, localChecks = true) {
  const asked = { kind: 'bulk', fields, file: Buffer.from(file), localChecks } as const;
  const { body, rows } = await buildPayment(asked);
  return { body: JSON.parse(Buffer.from(body).toString()), rows, bytes: Buffer.from(body) };
}

async function paymentsOf(file: string | Uint8Array) {
  return (await prepared(file)).body.payments;
}

const refused = (file: string | Uint8Array, fields = debtor) => faultOf(prepared(file, fields));

/** What Python's csv module, another reader of RFC 4180, makes of the same text. */
function readByPython(text: string): string[][] {
  const script =
    'import csv,io,json,sys; print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.read(), newline=""), strict=True))))';
  const { stdout, status, error } = spawnSync('python3', ['-c', script], { input: text, encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error('python3 has read nothing');
  return JSON.parse(stdout);
}

describe('the payments of a CSV file [C-bulk-csv]', () => {
  it('are a row each, between a debtor that flags give', async () => {
    const { body, rows } = await prepared(`${COLUMNS}\n${ROW}\n${ROW}\n`);
    expect(body).toEqual({
      debtorAccount: { bban: '99901067291', currency: 'NOK' },
      payments: [payment, payment],
    });
    expect(Object.keys(body)).toEqual(['debtorAccount', 'payments']);
    expect(rows).toEqual([2, 3]);
  });

  it.each([
    ['a byte order mark', `\ufeff${COLUMNS}\n${ROW}\n`],
    ['Windows line ends', `${COLUMNS}\r\n${ROW}\r\n`],
    ['no line end at the end', `${COLUMNS}\n${ROW}`],
    ['semicolons', `${COLUMNS}\n${ROW}\n`.replaceAll(',', ';')],
    ['quotes', `${COLUMNS}\n${ROW}\n`.replaceAll(/[^,\n]+/g, '"$&"')],
    ['blanks around the names of columns', `${COLUMNS.replaceAll(',', ' , ')}\n${ROW}\n`],
    ['rows without anything', `${COLUMNS}\n\n,,,,,\n${ROW}\n\n`],
    [
      'all of that',
      `\ufeff"${COLUMNS.replaceAll(',', '" ; "')}"\r\n${ROW.replaceAll(',', ';')}\r\n;;;;;`.replaceAll(
        '" ; "',
        '";"',
      ),
    ],
  ])('may have %s', async (_, text) => {
    expect(await paymentsOf(text)).toEqual([payment]);
  });

  it('are read as another reader of CSV reads them, whatever is quoted', async () => {
    const names = ['Kari; Ola', 'A "quoted", name', "O'Brien", 'Åse – Ø', '=1+1', ' blank '];
    const text = `${COLUMNS}\r\n${names.map((name) => `"${name.replaceAll('"', '""')}",86011117947,100.50,NOK,NO,Rent`).join('\r\n')}\r\n`;
    const [, ...expected] = readByPython(text);
    expect(expected.map(([name]) => name)).toEqual(names);
    // What the bank takes no names with is another matter: nothing is checked here.
    const { body } = await prepared(text, debtor, false);
    expect(body.payments.map((item: typeof payment) => item.creditorName)).toEqual(names);
  });

  it('leave out what an empty cell stands for', async () => {
    const [item] = await paymentsOf(`${COLUMNS},street\nOla Eksempel,86011117947,100.50,NOK,NO,,""\n`);
    const { remittanceInformationUnstructured: _, ...rest } = payment;
    expect(item).toEqual(rest);
  });

  // What each flag gives is in test/payments/flags.test.ts.
  it('have a column for each flag of a payment', async () => {
    const cells = {
      ...{ amount: '1.00', currency: 'NOK', 'to-name': 'Ola', 'to-iban': 'NO9386011117947' },
      ...{ 'to-currency': 'SEK', 'to-agent': 'DNBANOKK', country: 'NO', street: 'Gata' },
      ...{ 'building-number': '1b', 'postal-code': '0001', city: 'Oslo', 'ultimate-debtor': 'Kari' },
      ...{ kid: '602243', purpose: 'SALA', 'end-to-end-id': 'e2e' },
    };
    const references = { reference: 'r', 'reference-type': 't', 'reference-issuer': 'i' };
    const rows = [Object.keys, Object.values].map((read) => read({ ...cells, ...references }).join(','));
    const listed = Object.entries(references).map(([name, value]) => [name, [value]]);
    const fields = { ...cells, ...Object.fromEntries(listed) };
    expect(await paymentsOf(rows.join('\n'))).toEqual([buildBody('bulk-item', fields)]);
  });

  it('have several references by columns of the same name', async () => {
    const columns =
      'to-name,to-bban,amount,currency,country,reference,reference-type,reference,reference-type';
    const row = 'Ola,86011117947,1.00,NOK,NO';
    const payments = await paymentsOf(`${columns}\n${row},a,t1,b,t2\n${row},,,b,\n${row},,,,\n`);
    const references = payments.map(
      (item: Record<string, unknown>) => item.remittanceInformationStructuredArray,
    );
    expect(references).toEqual([
      [
        { reference: 'a', referenceType: 't1' },
        { reference: 'b', referenceType: 't2' },
      ],
      [{ reference: 'b' }],
      undefined,
    ]);
  });
});

describe('faults of a CSV file [C-bulk-csv]', () => {
  it('are told by row and column, as a spreadsheet counts them', async () => {
    const rows = [
      'Ola Eksempel,86011117947,100.50,NOK,NO,Rent',
      ',86011117948,"100,5",NOK,NO,Rent',
      '',
      'Ola Eksempel,,1.00,,XX,Rent',
    ];
    const fault = await refused([COLUMNS, ...rows].join('\n'));
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.message.split('\n')).toEqual([
      expect.stringMatching(/^row 3, column amount must have 2 decimals in NOK: write 100\.50$/),
      'row 3, column to-name is required',
      expect.stringMatching(/^row 3, column to-bban has a wrong check digit/),
      'row 5, column currency is required',
      'row 5, column to-bban is required',
      expect.stringMatching(/^row 5, column country must be a two-letter country code/),
    ]);
    expect(fault.details.hint).toMatch(/^Change the file, or add --no-local-checks/);
  });

  it('name the column of a creditor that is the debtor', async () => {
    const fault = await refused(`${COLUMNS}\n${ROW}\n`, { 'from-bban': '86011117947' });
    expect(fault.message).toBe('row 2, column to-bban must not be the debtor account');
  });

  it('are told together with a debtor that is missing', async () => {
    const fault = await refused(`${COLUMNS}\nOla,86011117947,1.5,NOK,NO,\n`, {});
    expect(fault.message.split('\n')).toEqual([
      expect.stringMatching(/^row 2, column amount /),
      'Missing: --from-bban.',
    ]);
    expect(fault.details.missing).toEqual(['--from-bban']);
  });

  it.each([
    ['an unknown column', 'to-name,iban\nOla,1\n', /^row 1, column iban isn't a field of a payment$/m],
    [
      'a column of the whole bulk',
      'to-name,from-bban\nOla,1\n',
      /column from-bban applies to the whole bulk: use --from-bban/,
    ],
    ['a column that is there twice', 'amount,amount\n1.00,2.00\n', /^row 1, column amount appears twice$/m],
    ['a column without a name', 'amount,,currency\n1.00,2.00,NOK\n', /^row 1, column 2 has no name$/m],
    ['nothing at all', '', /^The payment file is empty\.$/m],
    ['no column names', '""\n1.00\n', /^row 1 has no column names$/m],
    [
      'a row that is too long',
      `${COLUMNS}\n${ROW},x\n`,
      /^row 2 has 7 cells, but row 1 has 6 columns: put a decimal comma in quotes$/m,
    ],
    [
      'an amount that can be read in two ways',
      `${COLUMNS}\n${ROW}\nOla,86011117947,"1,000",NOK,NO,Rent\n`,
      /^row 3, column amount: 1,000 can be read as 1\.00 or as 1000\.00: write one of them$/m,
    ],
    ['a row that is too short', `${COLUMNS}\n${ROW}\nOla\n`, /^row 3 has 1 cells, but row 1 has 6 columns$/m],
    ['two names of one account', 'to-bban,to-iban\n1,2\n', /^row 2 has both to-bban and to-iban: use one$/m],
    [
      'a quote inside of a cell',
      `${COLUMNS}\nOla "x",1,1,1,1,1\n`,
      /an error in line 2: a cell contains a quote/,
    ],
    [
      'something behind a quote',
      `${COLUMNS}\n"Ola"x,1,1,1,1,1\n`,
      /an error in line 2: a cell continues after its closing quote/,
    ],
    ['a quote that does not end', `${COLUMNS}\n"Ola,1,1,1,1,1\n`, /: a quoted cell isn't closed/],
  ])('are %s', async (_, text, words) => {
    const fault = await refused(text);
    expect(fault.code).toBe('FILE_UNREADABLE');
    expect(fault.message).toMatch(words);
  });

  it('are no row at all, and more than 500', async () => {
    expect((await refused(`${COLUMNS}\n`)).message).toBe('the file contains no payments');
    const many = `${COLUMNS}\n${`${ROW}\n`.repeat(501)}`;
    expect((await refused(many)).message).toMatch(/^payments must have at most 500 items$/);
    expect(await paymentsOf(`${COLUMNS}\n${`${ROW}\n`.repeat(500)}`)).toHaveLength(500);
  });

  it('are letters that are not UTF-8, as old programs write them', async () => {
    const latin = Buffer.from(`${COLUMNS}\n${ROW.replace('Ola', 'Åse')}\n`, 'latin1');
    expect((await refused(latin)).message).toBe("The payment file isn't UTF-8.");
  });

  it('in the cells are left to the bank with --no-local-checks', async () => {
    const { body } = await prepared('amount,to-name\n100.5,\n', {}, false);
    expect(body).toEqual({ payments: [{ instructedAmount: { amount: '100.5' } }] });
  });
});

describe('the JSON of a bulk [C-bulk-csv, C-file-unchanged]', () => {
  const body = { debtorAccount: { bban: '99901067291', currency: 'NOK' }, payments: [payment] };

  it.each([
    JSON.stringify(body, null, 3),
    `\r\n ${JSON.stringify(body)}`,
  ])('goes byte for byte', async (text) => {
    const { bytes, rows } = await prepared(text, {});
    expect(bytes.toString()).toBe(text);
    expect(rows).toBeUndefined();
    expect((await prepared(text)).bytes.toString()).toBe(text);
  });

  it('is told from CSV by how it begins', async () => {
    const words = [
      ['[]', "isn't a JSON object"],
      [' {"payments":', "isn't JSON: it ends too early, at line 1, column 14"],
      ['\ufeff{}', "isn't JSON: it has a byte order mark (U+FEFF) at line 1, column 1"],
    ] as const;
    for (const [text, said] of words) {
      expect((await refused(text)).message).toBe(`The payment file ${said}.`);
    }
  });

  it('names what is wrong by its member', async () => {
    const { creditorName: _, ...rest } = payment;
    const fault = await refused(JSON.stringify({ ...body, payments: [payment, rest] }));
    expect(fault).toMatchObject({ code: 'INPUT_INVALID', message: 'payments[1].creditorName is required' });
    expect(await refused('{}', {})).toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/^payments is required$/m),
      details: { missing: ['--from-bban'] },
    });
  });
});
