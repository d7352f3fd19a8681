import { describe, expect, it } from 'vitest';
import type { PaymentFields } from '../../src/payments/fields.ts';
import { buildPayment, checkGiven } from '../../src/payments/prepare.ts';
import { faultOf } from '../support/fault-of.ts';

const complete: PaymentFields = {
  amount: '100.50',
  currency: 'NOK',
  'to-name': 'Ola Eksempel',
  'to-bban': '86011117947',
  country: 'NO',
  'from-bban': '99901067291',
};
const body = {
  instructedAmount: { amount: '100.50', currency: 'NOK' },
  creditorName: 'Ola Eksempel',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '99901067291', currency: 'NOK' },
};

/** The body's bytes of a domestic payment. */
async function bytesOf(fields: PaymentFields, file?: string | Uint8Array, localChecks = true) {
  const { body: bytes } = await buildPayment({
    kind: 'domestic',
    fields,
    file: typeof file === 'string' ? Buffer.from(file) : file,
    localChecks,
  });
  return Buffer.from(bytes);
}

async function prepared(fields: PaymentFields, file?: string | Uint8Array, localChecks = true) {
  return JSON.parse((await bytesOf(fields, file, localChecks)).toString());
}

const refused = (fields: PaymentFields, file?: string) => faultOf(prepared(fields, file));

describe('a body of flags [C-create-flags, C-currency-defaults]', () => {
  it("has the given fields and both accounts' currency", async () => {
    expect(await prepared(complete)).toEqual(body);
    expect(
      await prepared({ ...complete, currency: 'SEK', 'from-currency': 'NOK', 'to-currency': 'NOK' }),
    ).toEqual({ ...body, instructedAmount: { amount: '100.50', currency: 'SEK' } });
  });

  it('is UTF-8', async () => {
    const { creditorName } = await prepared({ ...complete, 'to-name': 'Åse Øvrebø – “Prøve” €' });
    expect(creditorName).toBe('Åse Øvrebø – “Prøve” €');
  });
});

describe('what is given beside an example [C-local-checks]', () => {
  const given = (fields: PaymentFields, isExample: boolean) =>
    checkGiven({ kind: 'domestic', fields, localChecks: true }, isExample);

  it('is checked in the currency that the example fills, or in its own', async () => {
    await expect(given({ amount: '100.5' }, true)).rejects.toThrow('write 100.50');
    await expect(given({ amount: '250.5' }, true)).rejects.toThrow('write 250.50');
    await expect(given({ amount: '1.000' }, true)).rejects.toThrow(
      '--amount 1.000 can be read as 1.00 or as 1000.00: write one of them',
    );
    await expect(given({ amount: '100', currency: 'JPY' }, true)).resolves.toBeUndefined();
    await expect(given({ amount: '100.5', currency: 'NOK' }, true)).rejects.toThrow('write 100.50');
  });

  it('has no decimals to be held to where no example fills its currency', async () => {
    await expect(given({ amount: '100.5' }, false)).resolves.toBeUndefined();
  });
});

describe('local checks [C-local-checks, D2-null, D2-blank, D2-other-product, D4-iban-norway, D4-debtor-as-creditor, C-missing-input, C-missing-payment-flags]', () => {
  it.each([
    [{ amount: '100.5' }, /^instructedAmount\.amount .*2 decimals.*100\.50/, '--amount'],
    [{ amount: '0.00' }, /^instructedAmount\.amount .*above zero/, '--amount'],
    [{ currency: 'KRO' }, /^instructedAmount\.currency must be a three-letter currency code/m, '--currency'],
    [{ 'to-bban': '86011117948' }, /^creditorAccount\.bban has a wrong check digit/, '--to-bban'],
    [{ 'to-name': 'x'.repeat(71) }, /^creditorName has 71 characters, but at most 70/, '--to-name'],
    [{ message: 'Hei 😀' }, /^remittanceInformationUnstructured .*U\+1F600/, '--message'],
    [{ date: '2026-02-30' }, /^requestedExecutionDate must be a real date/, '--date'],
    [{ message: 'Hei', kid: '602243' }, /^remittanceInformationUnstructured can't be combined/, '--message'],
    [{ purpose: 'GIFT' }, /^purposeCode must be one of/, '--purpose'],
    [
      { reference: ['x'.repeat(36)] },
      /^remittanceInformationStructuredArray\[0\]\.reference has 36/,
      '--reference',
    ],
    [{ 'from-card': 'x' }, /^debtorAccount must have exactly one of bban and other/, '--from-bban'],
    [{ 'from-bban': '86011117947' }, /^creditorAccount must not be the debtor account$/, '--to-bban'],
    [{ 'to-name': ' \u00a0' }, /^creditorName must not be blank$/, '--to-name'],
  ])('refuse %j, naming field, rule and flag', async (fields, words, change) => {
    const fault = await refused({ ...complete, ...fields });
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.message).toMatch(words);
    expect(fault.details.hint).toContain(change);
    expect(fault.details.hint).toContain('--no-local-checks');
    expect(fault.details).not.toHaveProperty('missing');
  });

  it('refuse an IBAN whose bban is none, by the flag that gave it', async () => {
    const { 'to-bban': _, ...rest } = complete;
    const words = /^--to-iban contains a bban that has a wrong check digit/;
    expect((await refused({ ...rest, 'to-iban': 'NO6199901271949' })).message).toMatch(words);
    const beside = checkGiven({
      kind: 'domestic',
      fields: { 'to-iban': 'NO6199901271949' },
      localChecks: true,
    });
    await expect(beside).rejects.toThrow(words);
    const abroad = checkGiven(
      { kind: 'cross-border', fields: { 'to-iban': 'SE681' }, localChecks: true },
      false,
    );
    await expect(abroad).rejects.toThrow(/^creditorAccount\.iban has 5 characters, but one from SE has 24$/);
  });

  it('take null in a file for what is not there, and name it where it is required', async () => {
    const file = JSON.stringify({ ...body, purposeCode: null, creditorAgent: null });
    expect((await bytesOf({}, file)).toString()).toBe(file);
    expect(await refused({}, JSON.stringify({ ...body, creditorName: null }))).toMatchObject({
      code: 'INPUT_INVALID',
      message: 'creditorName is null',
      details: { hint: expect.stringMatching(/^Change --to-name,/) },
    });
  });

  it('leave a member of another product to the bank, which warns of it', async () => {
    const file = JSON.stringify({ ...body, serviceLevel: 'SDVA' });
    expect((await bytesOf({}, file)).toString()).toBe(file);
  });

  it('name every wrong field at once, a line each', async () => {
    const { message } = await refused({ ...complete, amount: '1.5', 'to-name': '', date: 'tomorrow' });
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'instructedAmount.amount',
      'creditorName',
      'requestedExecutionDate',
    ]);
  });

  it('know the debtor account as missing when only its currency is there', async () => {
    const { 'from-bban': _, ...rest } = complete;
    for (const fields of [rest, { ...rest, 'from-currency': 'NOK' }]) {
      expect(await refused(fields)).toMatchObject({
        code: 'INPUT_MISSING',
        details: { missing: ['--from-bban'] },
      });
    }
  });

  it("name the BIC of a currency account's bank", async () => {
    expect(await refused({ ...complete, 'to-currency': 'SEK' })).toMatchObject({
      code: 'INPUT_MISSING',
      details: { missing: ['--to-agent'] },
    });
  });

  it('say what is wrong and what is missing together', async () => {
    const fault = await refused({ amount: '100.5', currency: 'NOK', reference: [''] });
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.message.split('\n')).toEqual([
      expect.stringMatching(/^instructedAmount\.amount /),
      expect.stringMatching(/^remittanceInformationStructuredArray\[0\]\.reference /),
      'Missing: --to-name, --to-bban, --country, --from-bban.',
    ]);
    expect(fault.details.missing).toEqual(['--to-name', '--to-bban', '--country', '--from-bban']);
  });

  it('say that a type without its reference lacks one', async () => {
    expect((await refused({ ...complete, 'reference-type': ['SCOR'] })).message).toBe(
      'remittanceInformationStructuredArray[0].reference is required',
    );
  });

  it('are left out when asked, and what is given goes as it is', async () => {
    expect(await prepared({ amount: '100.5', currency: 'NOK' }, undefined, false)).toEqual({
      instructedAmount: { amount: '100.5', currency: 'NOK' },
      creditorAccount: { currency: 'NOK' },
      debtorAccount: { currency: 'NOK' },
    });
    expect(await prepared({}, undefined, false)).toEqual({});
  });
});

describe('a file [C-file-unchanged]', () => {
  const compact = JSON.stringify(body);
  const unchanged = async (text: string | Uint8Array, fields: PaymentFields = {}, localChecks = true) => {
    const file = Buffer.from(text);
    expect((await bytesOf(fields, file, localChecks)).equals(file)).toBe(true);
  };

  it.each([
    ['indented', JSON.stringify(body, null, 7)],
    ['with Windows line ends', JSON.stringify(body, null, 2).replaceAll('\n', '\r\n')],
    ['with spaces around it', ` \t\r\n${compact}\n\n`],
    ['with escapes', compact.replace('Ola', '\\u004fla')],
    ['with letters beyond ASCII', compact.replace('Ola', 'Åse “Ø”')],
    ['with members that nobody knows', compact.replace('{', '{"b":1.0e1,"a":{"z":1,"y":-0},')],
    ['with members in another order', JSON.stringify(Object.fromEntries(Object.entries(body).reverse()))],
    ['with a key __proto__', compact.replace('{', '{"__proto__":{"a":1},')],
  ])('that is %s is sent byte for byte', async (_, text) => {
    await unchanged(text);
  });

  it('is sent byte for byte when the flags say what it says already', async () => {
    await unchanged(JSON.stringify(body, null, 4), complete);
  });

  it.each([
    '',
    'no JSON',
    '[]',
    '{"cut":',
    Buffer.from([0xff, 0xfe, 0x7b]),
  ])('that is %j goes as it is without local checks', async (text) => {
    await unchanged(text, {}, false);
  });

  it('that flags change is written anew, with what it had besides', async () => {
    const file = `${JSON.stringify({ ...body, extra: ['kept'] }, null, 2)}\n`;
    expect((await bytesOf({ amount: '7.00' }, file)).toString()).toBe(
      JSON.stringify({ ...body, instructedAmount: { amount: '7.00', currency: 'NOK' }, extra: ['kept'] }),
    );
  });

  it('is checked like flags', async () => {
    const { creditorName: _, ...rest } = body;
    expect(await refused({}, JSON.stringify(rest))).toMatchObject({
      code: 'INPUT_MISSING',
      details: { missing: ['--to-name'] },
    });
    expect(await refused({}, JSON.stringify({ ...body, creditorName: 12 }))).toMatchObject({
      code: 'INPUT_INVALID',
      message: 'creditorName must be a string',
    });
    // [D4-amount-correction]
    const unquoted = { ...body, instructedAmount: { amount: 100.5, currency: 'NOK' } };
    expect(await refused({}, JSON.stringify(unquoted))).toMatchObject({
      message: 'instructedAmount.amount must be a string: write "100.50" with the quotes',
    });
    const { currency: __, ...account } = body.debtorAccount;
    expect(await refused({}, JSON.stringify({ ...body, debtorAccount: account }))).toMatchObject({
      details: { missing: ['--from-currency'] },
    });
  });

  it.each([
    ['', 'is empty'],
    ['no JSON', "isn't JSON"],
    ['\ufeff{}', "isn't JSON"],
    ['[]', "isn't a JSON object"],
    ['null', "isn't a JSON object"],
    ['"text"', "isn't a JSON object"],
  ])('of %j is unreadable, changed or not', async (text, words) => {
    for (const fields of [{}, complete]) {
      const fault = await refused(fields, text);
      expect(fault.code).toBe('FILE_UNREADABLE');
      expect(fault.message).toContain(words);
    }
  });
});
