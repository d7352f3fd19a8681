import { describe, expect, it } from 'vitest';
import {
  type DomesticFields,
  domesticBody,
  flagOf,
  hasFlag,
  memberAt,
  missingFlags,
  withAccountCurrencies,
  withMember,
} from '../../src/client/domestic-fields.ts';

const iban = 'NO9386011117947';
const bban = '86011117947';

/** [fields, the body that they make] */
const places: readonly (readonly [DomesticFields, object])[] = [
  [{ amount: '100.50' }, { instructedAmount: { amount: '100.50' } }],
  [{ currency: 'NOK' }, { instructedAmount: { currency: 'NOK' } }],
  [{ toName: 'Ola' }, { creditorName: 'Ola' }],
  [{ toAgent: 'DNBANOKK' }, { creditorAgent: 'DNBANOKK' }],
  [{ toBban: bban }, { creditorAccount: { bban } }],
  [{ toIban: iban }, { creditorAccount: { bban } }],
  [{ toCurrency: 'SEK' }, { creditorAccount: { currency: 'SEK' } }],
  [{ street: 'Gata' }, { creditorAddress: { street: 'Gata' } }],
  [{ buildingNumber: '1b' }, { creditorAddress: { buildingNumber: '1b' } }],
  [{ postalCode: '0001' }, { creditorAddress: { postalCode: '0001' } }],
  [{ city: 'Oslo' }, { creditorAddress: { city: 'Oslo' } }],
  [{ country: 'NO' }, { creditorAddress: { country: 'NO' } }],
  [{ fromBban: bban }, { debtorAccount: { bban } }],
  [{ fromIban: iban }, { debtorAccount: { bban } }],
  [
    { fromCard: 'reference' },
    { debtorAccount: { other: { identification: 'reference', schemeNameProprietary: 'creditCardAccount' } } },
  ],
  [{ fromCurrency: 'EUR' }, { debtorAccount: { currency: 'EUR' } }],
  [{ ultimateDebtor: 'Kari' }, { ultimateDebtor: 'Kari' }],
  [{ message: 'Hei' }, { remittanceInformationUnstructured: 'Hei' }],
  [
    { kid: '602243' },
    { remittanceInformationStructuredArray: [{ reference: '602243', referenceType: 'SCOR' }] },
  ],
  [
    { references: [{ reference: 'a', referenceType: 't', referenceIssuer: 'i' }, { reference: 'b' }] },
    {
      remittanceInformationStructuredArray: [
        { reference: 'a', referenceType: 't', referenceIssuer: 'i' },
        { reference: 'b' },
      ],
    },
  ],
  [{ purpose: 'SALA' }, { purposeCode: 'SALA' }],
  [{ date: '2026-11-20' }, { requestedExecutionDate: '2026-11-20' }],
  [{ endToEndId: 'e2e' }, { endToEndIdentification: 'e2e' }],
];

describe('fields of a domestic payment [C-create-flags, I-domestic-request]', () => {
  it.each(places)('%j stand at their member', (fields, body) => {
    expect(domesticBody(fields)).toEqual(body);
  });

  it('make one body together', () => {
    const { fromIban: _, toIban: __, ...fields } = Object.assign({}, ...places.map(([field]) => field));
    const body = domesticBody(fields);
    expect(body).toMatchObject({
      instructedAmount: { amount: '100.50', currency: 'NOK' },
      creditorAccount: { bban, currency: 'SEK' },
      creditorAddress: {
        street: 'Gata',
        buildingNumber: '1b',
        postalCode: '0001',
        city: 'Oslo',
        country: 'NO',
      },
      debtorAccount: { bban, currency: 'EUR' },
    });
  });

  it('give nothing when none is given', () => {
    expect(domesticBody({})).toEqual({});
    expect(domesticBody({ amount: undefined, references: undefined })).toEqual({});
  });

  it('keep an empty text, which is not the same as none', () => {
    expect(domesticBody({ toName: '', message: '' })).toEqual({
      creditorName: '',
      remittanceInformationUnstructured: '',
    });
  });

  it('put the KID before other references', () => {
    expect(domesticBody({ kid: '602243', references: [{ reference: 'b' }] })).toEqual({
      remittanceInformationStructuredArray: [
        { reference: '602243', referenceType: 'SCOR' },
        { reference: 'b' },
      ],
    });
  });

  it.each([
    'SE4550000000058398257466',
    'NO0086011117947',
    'no9386011117947',
    '',
  ])('leave %j, which is no Norwegian IBAN, for the checks to refuse', (text) => {
    expect(domesticBody({ toIban: text, fromIban: text })).toEqual({
      creditorAccount: { bban: text },
      debtorAccount: { bban: text },
    });
  });
});

describe('fields over a body [C-create-flags, C-file-unchanged]', () => {
  const over = {
    extra: { deep: [1] },
    creditorName: 'Ola',
    creditorAccount: { bban, currency: 'NOK', iban },
    instructedAmount: 'no object',
  };

  it('replace their own members and leave the others', () => {
    expect(domesticBody({ toName: 'Kari', toCurrency: 'SEK', amount: '1.00' }, over)).toEqual({
      extra: { deep: [1] },
      creditorName: 'Kari',
      creditorAccount: { bban, currency: 'SEK', iban },
      instructedAmount: { amount: '1.00' },
    });
  });

  it('never change the given body', () => {
    const before = structuredClone(over);
    domesticBody({ toName: 'Kari', toBban: '1' }, over);
    withAccountCurrencies(over);
    expect(over).toEqual(before);
  });

  it('reads and sets members at any depth', () => {
    expect(memberAt(withMember({}, 'a.b.c', 1), 'a.b.c')).toBe(1);
    expect(memberAt({ list: [{ name: 'x' }] }, 'list[0].name')).toBe('x');
    expect(memberAt({ list: [{ name: 'x' }] }, 'list[1].name')).toBeUndefined();
    expect(memberAt({ a: null }, 'a.b')).toBeUndefined();
    expect(withMember({ a: 1 }, 'a', undefined)).toEqual({ a: 1 });
  });
});

describe('currencies of the accounts [C-currency-defaults]', () => {
  const currenciesOf = (fields: DomesticFields) => {
    const body = withAccountCurrencies(domesticBody(fields));
    return ['creditorAccount', 'debtorAccount'].map((account) => memberAt(body, `${account}.currency`));
  };

  it("default to the amount's", () => {
    expect(currenciesOf({ currency: 'SEK' })).toEqual(['SEK', 'SEK']);
    expect(currenciesOf({ currency: 'SEK', toBban: bban, fromBban: bban })).toEqual(['SEK', 'SEK']);
  });

  it('stay as they are given', () => {
    expect(currenciesOf({ currency: 'SEK', toCurrency: 'EUR', fromCurrency: 'NOK' })).toEqual(['EUR', 'NOK']);
  });

  it('stay out when there is none to take', () => {
    expect(withAccountCurrencies(domesticBody({ toBban: bban }))).toEqual({ creditorAccount: { bban } });
  });
});

describe('flags for what is missing [C-missing-input, C-missing-payment-flags]', () => {
  const all = ['--amount', '--currency', '--to-name', '--to-bban', '--country', '--from-bban'];
  const complete: DomesticFields = {
    amount: '1.00',
    currency: 'NOK',
    toName: 'Ola',
    toBban: bban,
    country: 'NO',
    fromBban: bban,
  };

  it('are all named at once', () => {
    expect(missingFlags({})).toEqual(all);
    expect(missingFlags(domesticBody(complete))).toEqual([]);
  });

  it.each(Object.keys(complete) as (keyof DomesticFields)[])('name the one for %s alone', (field) => {
    const { [field]: _, ...rest } = complete;
    expect(missingFlags(domesticBody(rest))).toEqual([all[Object.keys(complete).indexOf(field)]]);
  });

  it('take a card or an IBAN for the debtor account', () => {
    const { fromBban: _, toBban: __, ...rest } = complete;
    expect(missingFlags(domesticBody({ ...rest, toIban: iban, fromCard: 'reference' }))).toEqual([]);
    expect(missingFlags(domesticBody({ ...rest, toIban: iban, fromIban: iban }))).toEqual([]);
  });

  it('add what a schema found missing besides, once', () => {
    const { amount: _, ...rest } = complete;
    expect(missingFlags(domesticBody(rest), ['instructedAmount.amount', 'creditorAgent'])).toEqual([
      '--amount',
      '--to-agent',
    ]);
  });

  it("do not name an account's currency while the amount's would be enough", () => {
    const { currency: _, ...rest } = complete;
    const absent = ['creditorAccount.currency', 'debtorAccount.currency'];
    expect(missingFlags(domesticBody(rest), absent)).toEqual(['--currency']);
    expect(missingFlags(domesticBody(complete), absent)).toEqual(['--to-currency', '--from-currency']);
  });

  it('are known by the member that they set', () => {
    expect(flagOf('creditorAccount.bban')).toBe('--to-bban');
    expect(flagOf('creditorAccount')).toBeUndefined();
    expect(hasFlag('creditorAccount')).toBe(true);
    expect(hasFlag('creditor')).toBe(false);
    expect(hasFlag('remittanceInformationStructuredArray[0].reference')).toBe(false);
  });
});
