import { describe, expect, it } from 'vitest';
import type { DomesticFields } from '../../src/client/domestic-fields.ts';
import { prepareDomestic } from '../../src/client/prepare-domestic.ts';
import { Fault } from '../../src/errors.ts';

const complete: DomesticFields = {
  amount: '100.50',
  currency: 'NOK',
  toName: 'Ola Eksempel',
  toBban: '86011117947',
  country: 'NO',
  fromBban: '99901067291',
};
const body = {
  instructedAmount: { amount: '100.50', currency: 'NOK' },
  creditorName: 'Ola Eksempel',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '99901067291', currency: 'NOK' },
};

function prepared(fields: DomesticFields, file?: string | Uint8Array, localChecks = true) {
  const bytes = prepareDomestic({
    fields,
    file: typeof file === 'string' ? Buffer.from(file) : file,
    localChecks,
  });
  return JSON.parse(Buffer.from(bytes).toString());
}

function faultOf(fields: DomesticFields, file?: string): Fault {
  try {
    prepared(fields, file);
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
  throw new Error('no fault');
}

describe('a body of flags [C-create-flags, C-currency-defaults]', () => {
  it("has the given fields and both accounts' currency", () => {
    expect(prepared(complete)).toEqual(body);
    expect(prepared({ ...complete, currency: 'SEK', fromCurrency: 'NOK', toCurrency: 'NOK' })).toEqual({
      ...body,
      instructedAmount: { amount: '100.50', currency: 'SEK' },
    });
  });

  it('is UTF-8', () => {
    expect(prepared({ ...complete, toName: 'Åse Øvrebø – “Prøve” €' }).creditorName).toBe(
      'Åse Øvrebø – “Prøve” €',
    );
  });
});

describe('local checks [C-local-checks, C-missing-input, C-missing-payment-flags]', () => {
  it.each([
    [{ amount: '100.5' }, /^instructedAmount\.amount .*2 decimals.*100\.50/, '--amount'],
    [{ amount: '0.00' }, /^instructedAmount\.amount .*above zero/, '--amount'],
    [{ currency: 'KRO' }, /^instructedAmount\.currency must be a currency code/m, '--currency'],
    [{ toBban: '86011117948' }, /^creditorAccount\.bban has a last digit/, '--to-bban'],
    [{ toName: 'x'.repeat(71) }, /^creditorName has 71 characters, at most 70/, '--to-name'],
    [{ message: 'Hei 😀' }, /^remittanceInformationUnstructured .*U\+1F600/, '--message'],
    [{ date: '2026-02-30' }, /^requestedExecutionDate must be a real date/, '--date'],
    [
      { message: 'Hei', kid: '602243' },
      /^remittanceInformationUnstructured must not be set together/,
      '--message',
    ],
    [{ purpose: 'GIFT' }, /^purposeCode must be one of/, '--purpose'],
    [
      { references: [{ reference: 'x'.repeat(36) }] },
      /^remittanceInformationStructuredArray\[0\]\.reference has 36/,
      'body',
    ],
    [{ fromCard: 'x' }, /^debtorAccount must have exactly one of bban and other/, 'body'],
  ])('refuse %j, naming field, rule and flag', (fields, words, change) => {
    const fault = faultOf({ ...complete, ...fields });
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.message).toMatch(words);
    expect(fault.details.hint).toContain(change);
    expect(fault.details.hint).toContain('--no-local-checks');
    expect(fault.details).not.toHaveProperty('missing');
  });

  it('name every wrong field at once, a line each', () => {
    const { message } = faultOf({ ...complete, amount: '1', toName: '', date: 'tomorrow' });
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'instructedAmount.amount',
      'creditorName',
      'requestedExecutionDate',
    ]);
  });

  it('name every missing flag', () => {
    const missing = ['--amount', '--currency', '--to-name', '--to-bban', '--country', '--from-bban'];
    expect(faultOf({})).toMatchObject({ code: 'INPUT_MISSING', details: { missing } });
    expect(faultOf({}).message).toBe(`Required and not given: ${missing.join(', ')}.`);
  });

  it('know the debtor account as missing when only its currency is there', () => {
    const { fromBban: _, ...rest } = complete;
    for (const fields of [rest, { ...rest, fromCurrency: 'NOK' }]) {
      expect(faultOf(fields)).toMatchObject({ code: 'INPUT_MISSING', details: { missing: ['--from-bban'] } });
    }
  });

  it("name the BIC of a currency account's bank", () => {
    expect(faultOf({ ...complete, toCurrency: 'SEK' })).toMatchObject({
      code: 'INPUT_MISSING',
      details: { missing: ['--to-agent'] },
    });
  });

  it('say what is wrong and what is missing together', () => {
    const fault = faultOf({ amount: '100.5', currency: 'NOK', references: [{ reference: '' }] });
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.message.split('\n')).toEqual([
      expect.stringMatching(/^instructedAmount\.amount /),
      expect.stringMatching(/^remittanceInformationStructuredArray\[0\]\.reference /),
      'Required and not given: --to-name, --to-bban, --country, --from-bban.',
    ]);
    expect(fault.details.missing).toEqual(['--to-name', '--to-bban', '--country', '--from-bban']);
  });

  it('say that a type without its reference lacks one', () => {
    expect(faultOf({ ...complete, references: [{ referenceType: 'SCOR' }] }).message).toBe(
      'remittanceInformationStructuredArray[0].reference is required',
    );
  });

  it('are left out when asked, and what is given goes as it is', () => {
    expect(prepared({ amount: '100.5', currency: 'NOK' }, undefined, false)).toEqual({
      instructedAmount: { amount: '100.5', currency: 'NOK' },
      creditorAccount: { currency: 'NOK' },
      debtorAccount: { currency: 'NOK' },
    });
    expect(prepared({}, undefined, false)).toEqual({});
  });
});

describe('a file [C-file-unchanged]', () => {
  const compact = JSON.stringify(body);
  const unchanged = (text: string | Uint8Array, fields: DomesticFields = {}, localChecks = true) => {
    const file = Buffer.from(text);
    const bytes = prepareDomestic({ fields, file, localChecks });
    expect(Buffer.from(bytes).equals(file)).toBe(true);
  };

  it.each([
    ['indented', JSON.stringify(body, null, 7)],
    ['with Windows line ends', JSON.stringify(body, null, 2).replaceAll('\n', '\r\n')],
    ['with blanks around it', ` \t\r\n${compact}\n\n`],
    ['with escapes', compact.replace('Ola', '\\u004fla')],
    ['with letters beyond ASCII', compact.replace('Ola', 'Åse “Ø”')],
    ['with members that nobody knows', compact.replace('{', '{"b":1.0e1,"a":{"z":1,"y":-0},')],
    ['with members in another order', JSON.stringify(Object.fromEntries(Object.entries(body).reverse()))],
    ['with a key __proto__', compact.replace('{', '{"__proto__":{"a":1},')],
  ])('that is %s is sent byte for byte', (_, text) => {
    unchanged(text);
  });

  it('is sent byte for byte when the flags say what it says already', () => {
    unchanged(JSON.stringify(body, null, 4), complete);
  });

  it.each([
    '',
    'no JSON',
    '[]',
    '{"cut":',
    Buffer.from([0xff, 0xfe, 0x7b]),
  ])('that is %j goes as it is without local checks', (text) => {
    unchanged(text, {}, false);
  });

  it('that flags change is written anew, with what it had besides', () => {
    const file = `${JSON.stringify({ ...body, extra: ['kept'] }, null, 2)}\n`;
    const bytes = prepareDomestic({ fields: { amount: '7.00' }, file: Buffer.from(file), localChecks: true });
    expect(Buffer.from(bytes).toString()).toBe(
      JSON.stringify({ ...body, instructedAmount: { amount: '7.00', currency: 'NOK' }, extra: ['kept'] }),
    );
  });

  it('is checked like flags', () => {
    const { creditorName: _, ...rest } = body;
    expect(faultOf({}, JSON.stringify(rest))).toMatchObject({
      code: 'INPUT_MISSING',
      details: { missing: ['--to-name'] },
    });
    expect(faultOf({}, JSON.stringify({ ...body, creditorName: 12 }))).toMatchObject({
      code: 'INPUT_INVALID',
      message: 'creditorName must be a string',
    });
    const { currency: __, ...account } = body.debtorAccount;
    expect(faultOf({}, JSON.stringify({ ...body, debtorAccount: account }))).toMatchObject({
      details: { missing: ['--from-currency'] },
    });
  });

  it.each([
    ['', 'is not JSON'],
    ['no JSON', 'is not JSON'],
    ['\ufeff{}', 'is not JSON'],
    ['[]', 'holds no JSON object'],
    ['null', 'holds no JSON object'],
    ['"text"', 'holds no JSON object'],
  ])('of %j is unreadable, changed or not', (text, words) => {
    for (const fields of [{}, complete]) {
      const fault = faultOf(fields, text);
      expect(fault.code).toBe('FILE_UNREADABLE');
      expect(fault.message).toContain(words);
    }
  });
});
