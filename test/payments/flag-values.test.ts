import { describe, expect, it } from 'vitest';
import { buildBody, readFlagValues } from '../../src/payments/fields.ts';

describe('a body read back as flags [C-payment-summary]', () => {
  it('is what the flags gave, each once', () => {
    const given = {
      amount: '1.00',
      currency: 'NOK',
      'to-bban': '86011117947',
      'to-name': 'Ola',
      kid: '602243',
    };
    expect(readFlagValues('domestic', buildBody('domestic', given))).toEqual({
      amount: '1.00',
      currency: 'NOK',
      'to-bban': '86011117947',
      'to-name': 'Ola',
      kid: '602243',
    });
  });

  it('has the months of a periodic payment as they are typed, and an IBAN abroad', () => {
    const months = { frequency: 'MonthlyVariable', months: '1, 7' };
    expect(readFlagValues('periodic', buildBody('periodic', months))).toMatchObject({ months: '1,7' });
    const abroad = buildBody('cross-border', { 'to-iban': 'SE4550000000058398257466' });
    expect(readFlagValues('cross-border', abroad)).toEqual({ 'to-iban': 'SE4550000000058398257466' });
  });

  it('calls a KID what is one reference of the type SCOR, and nothing else', () => {
    const reference = (remittanceInformationStructuredArray: unknown) =>
      readFlagValues('domestic', { remittanceInformationStructuredArray });
    const kid = { reference: '602243', referenceType: 'SCOR' };
    expect(reference([kid])).toEqual({ kid: '602243' });
    expect(reference([kid, { reference: 'a', referenceIssuer: 'b' }])).toEqual({
      reference: 'SCOR 602243, a b',
    });
    expect(readFlagValues('domestic', { remittanceInformationStructured: kid })).toEqual({ kid: '602243' });
  });
});
