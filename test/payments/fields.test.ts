import { describe, expect, it } from 'vitest';
import type { PaymentKind } from '../../src/client/payments.ts';
import { memberAt, withMember } from '../../src/core/json-object.ts';
import { Fault } from '../../src/errors.ts';
import { readBulkFile } from '../../src/payments/bulk-file.ts';
import {
  type BodyKind,
  buildBody,
  findFlag,
  listFlagsToChange,
  listMissingFlags,
  type PaymentFields,
  readFlagValues,
  readWrittenFields,
  refuseForeignIbans,
  refuseOtherKinds,
  type SentKind,
  withAccountCurrencies,
} from '../../src/payments/fields.ts';
import { buildPayment } from '../../src/payments/prepare.ts';

const iban = 'NO9386011117947';
const bban = '86011117947';

describe('fields of a domestic payment [C-create-flags, I-domestic-request]', () => {
  it('give nothing when none is given', () => {
    expect(buildBody('domestic', {})).toEqual({});
    expect(buildBody('domestic', { amount: undefined, reference: undefined })).toEqual({});
  });

  it('keep an empty text, which is not the same as none', () => {
    expect(buildBody('domestic', { 'to-name': '', message: '' })).toEqual({
      creditorName: '',
      remittanceInformationUnstructured: '',
    });
  });

  it('put the KID before other references', () => {
    expect(buildBody('domestic', { kid: '602243', reference: ['b'] })).toEqual({
      remittanceInformationStructuredArray: [
        { reference: '602243', referenceType: 'SCOR' },
        { reference: 'b' },
      ],
    });
  });

  it.each([
    ...['SE4550000000058398257466', 'NO0086011117947', 'no9386011117947', ''],
  ])("leave %j, which isn't a Norwegian IBAN, for the checks to refuse", (text) => {
    expect(buildBody('domestic', { 'to-iban': text, 'from-iban': text })).toEqual({
      creditorAccount: { bban: text },
      debtorAccount: { bban: text },
    });
  });
});

/** [kind, fields, the body that they make], of what only some kinds have. */
const placesOfKinds: readonly (readonly [BodyKind, PaymentFields, object])[] = [
  [
    'cross-border',
    { 'to-iban': iban, 'from-iban': iban },
    { creditorAccount: { iban }, debtorAccount: { iban } },
  ],
  [
    'cross-border',
    { 'to-bban': 'GB 123', 'to-agent': 'DEUTDEFF' },
    { creditorAccount: { bban: 'GB 123' }, creditorAgent: 'DEUTDEFF' },
  ],
  [
    'instant',
    { 'to-iban': iban, kid: '602243' },
    {
      creditorAccount: { bban },
      remittanceInformationStructuredArray: [{ reference: '602243', referenceType: 'SCOR' }],
    },
  ],
  ['periodic', { months: '1, 4,10' }, { monthsOfExecution: ['1', '4', '10'] }],
  [
    'bulk',
    { 'from-iban': iban, 'from-currency': 'NOK', date: '2026-12-01' },
    { debtorAccount: { bban, currency: 'NOK' }, requestedExecutionDate: '2026-12-01' },
  ],
  [
    'bulk-item',
    { amount: '1.00', 'to-iban': iban, 'ultimate-debtor': 'Kari' },
    { instructedAmount: { amount: '1.00' }, creditorAccount: { bban }, ultimateDebtor: 'Kari' },
  ],
  [
    'fees',
    { amount: '1.00', currency: 'NOK', 'to-iban': iban, 'from-card': 'r' },
    {
      amount: { amount: '1.00', currency: 'NOK' },
      creditorAccount: { bban },
      debtorAccount: { other: { identification: 'r', schemeNameProprietary: 'creditCardAccount' } },
    },
  ],
];

describe('fields of every kind [C-create-kinds]', () => {
  it.each(placesOfKinds)('of %s: %j stand at their member', (kind, fields, body) => {
    expect(buildBody(kind, fields)).toEqual(body);
  });

  it('have their flag in the body of their kind alone', () => {
    expect(findFlag('cross-border', 'creditorAccount.iban')).toBe('--to-iban');
    expect(findFlag('domestic', 'creditorAccount.iban')).toBeUndefined();
    expect(findFlag('fees', 'amount.amount')).toBe('--amount');
    expect(findFlag('periodic', 'monthsOfExecution')).toBe('--months');
    expect(findFlag('bulk', 'creditorName')).toBeUndefined();
  });

  /** [a kind, a field that it has not, its flag, the kinds that have it]. C-create-kinds, C-create-flags's list, by hand. */
  const strange: readonly (readonly [PaymentKind, PaymentFields, string, string])[] = [
    ['domestic', { 'start-date': '2026-12-01' }, '--start-date', '--periodic'],
    ['cross-border', { kid: '602243' }, '--kid', '--domestic, --instant and --periodic'],
    ['cross-border', { 'from-card': 'r' }, '--from-card', '--domestic, --instant, --periodic and --bulk'],
    ['instant', { date: '2026-12-01' }, '--date', '--domestic, --cross-border, --periodic and --bulk'],
    ['instant', { 'service-level': 'SDVA' }, '--service-level', '--cross-border'],
    ['periodic', { 'regulatory-info': 'Boat' }, '--regulatory-info', '--cross-border'],
    ['bulk', { amount: '1.00' }, '--amount', '--domestic, --cross-border, --instant and --periodic'],
    ['bulk', { months: '1' }, '--months', '--periodic'],
  ];

  it.each(
    strange,
  )('of %s: %j is refused, and the kinds that have %s are named', (kind, fields, flag, kinds) => {
    const refuse = () => refuseOtherKinds(kind, fields);
    expect(refuse).toThrowError(Fault);
    expect(refuse).toThrowError(
      expect.objectContaining({
        code: 'USAGE',
        message: `${flag} only works with ${kinds}, not with --${kind}.`,
      }),
    );
  });

  it('are refused all at once, with the way for what stands in the file of a bulk', () => {
    const fields = { 'to-name': 'Ola', kid: '602243', 'start-date': '2026-12-01' };
    const refuse = () => refuseOtherKinds('bulk', fields);
    expect(refuse).toThrowError(/^--to-name .*\n--start-date .*\n--kid /);
    expect(refuse).toThrowError(
      expect.objectContaining({ details: { hint: expect.stringContaining('--file') } }),
    );
    expect(() => refuseOtherKinds('periodic', fields)).not.toThrow();
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
    expect(buildBody('domestic', { 'to-name': 'Kari', 'to-currency': 'SEK', amount: '1.00' }, over)).toEqual({
      extra: { deep: [1] },
      creditorName: 'Kari',
      creditorAccount: { bban, currency: 'SEK', iban },
      instructedAmount: { amount: '1.00' },
    });
  });

  it('never change the given body', () => {
    const before = structuredClone(over);
    buildBody('domestic', { 'to-name': 'Kari', 'to-bban': '1' }, over);
    withAccountCurrencies('domestic', over);
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

describe('fields over a file [C-create-flags, C-file-unchanged]', () => {
  const file = {
    creditorAccount: { iban, currency: 'EUR' },
    debtorAccount: { currency: 'NOK', bban },
    remittanceInformationUnstructured: 'Hei',
  };

  it('take the place of whatever named the account, and leave the rest and its order', () => {
    const paid = buildBody('cross-border', { 'to-bban': '123' }, file);
    expect(paid.creditorAccount).toEqual({ currency: 'EUR', bban: '123' });
    expect(JSON.stringify(paid.debtorAccount)).toBe(JSON.stringify(file.debtorAccount));
    expect(buildBody('domestic', { 'from-card': 'ref' }, file).debtorAccount).toEqual({
      currency: 'NOK',
      other: { identification: 'ref', schemeNameProprietary: 'creditCardAccount' },
    });
    expect(JSON.stringify(buildBody('domestic', { 'from-bban': bban }, file))).toBe(JSON.stringify(file));
  });

  it('are a message for a reference and back, unless both are given', () => {
    const kid = buildBody('domestic', { kid: '602243' }, file);
    expect(kid).not.toHaveProperty('remittanceInformationUnstructured');
    expect(kid).toHaveProperty('remittanceInformationStructuredArray');
    const message = buildBody('domestic', { message: 'Ny' }, kid);
    expect(message).not.toHaveProperty('remittanceInformationStructuredArray');
    expect(Object.keys(buildBody('domestic', { message: 'Ny', kid: '602243' }, {}))).toHaveLength(2);
  });

  it('name the flag to change for an item of a list, too', () => {
    expect(listFlagsToChange('periodic', 'monthsOfExecution[2]')).toEqual(['--months']);
    expect(listFlagsToChange('domestic', 'remittanceInformationStructuredArray[0].reference')).toEqual([
      '--reference',
    ]);
    expect(listFlagsToChange('domestic', 'x[0]')).toEqual([]);
  });
});

it('an account at fault as a whole is changed by the flags that can name it [C-local-checks, D4-debtor-as-creditor]', () => {
  expect(listFlagsToChange('domestic', 'creditorAccount')).toEqual(['--to-bban']);
  expect(listFlagsToChange('cross-border', 'creditorAccount')).toEqual(['--to-bban', '--to-iban']);
  expect(listFlagsToChange('instant', 'debtorAccount')).toEqual(['--from-bban']);
});

describe('an IBAN where a bban is wanted [C-local-checks]', () => {
  const refused = (fields: PaymentFields, kind: BodyKind = 'domestic') => {
    try {
      refuseForeignIbans(kind, fields);
      return undefined;
    } catch (fault) {
      return fault instanceof Fault ? fault : undefined;
    }
  };

  it('is a Norwegian one, or refused by the flag that gave it', () => {
    expect(refused({ 'from-iban': iban, 'to-iban': iban })).toBeUndefined();
    expect(refused({ 'to-iban': 'DE89370400440532013000' })?.message).toBe(
      "--to-iban isn't a Norwegian IBAN",
    );
    expect(refused({ 'from-iban': 'NO9486011117947' })?.message).toMatch(
      /^--from-iban has wrong check digits/,
    );
    expect(refused({ 'from-iban': 'x' })?.details.hint).toContain('Change --from-iban,');
  });

  it('is any one across borders', () => {
    expect(refused({ 'to-iban': 'DE89370400440532013000' }, 'cross-border')).toBeUndefined();
  });
});

describe('account numbers as people write them [C-written-amounts]', () => {
  it.each(['9990.10.67291', '9990 10 67291', '9990\u00a010\u00a067291'])('are a bban: %s', (written) => {
    const bban = '99901067291';
    const { fields } = readWrittenFields({ 'from-bban': written, 'to-bban': written }, 'NOK');
    expect(fields).toEqual({ 'from-bban': bban, 'to-bban': bban });
    const { payments } = readBulkFile(`to-name;to-bban;amount;currency\nOla;${written};100,50;NOK\n`);
    expect(payments[0]).toMatchObject({ creditorAccount: { bban }, instructedAmount: { amount: '100.50' } });
  });

  it.each([
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['no93.8601.1117.947', 'NO9386011117947'],
    ['gb29 nwbk 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['not an IBAN', 'not an IBAN'],
  ])('are an IBAN: %s', (written, iban) => {
    const { fields } = readWrittenFields({ 'from-iban': written, 'to-iban': written }, 'NOK');
    expect(fields).toEqual({ 'from-iban': iban, 'to-iban': iban });
  });
});

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

describe('currencies of the accounts [C-currency-defaults]', () => {
  const currenciesOf = (fields: PaymentFields) => {
    const body = withAccountCurrencies('domestic', buildBody('domestic', fields));
    return ['creditorAccount', 'debtorAccount'].map((account) => memberAt(body, `${account}.currency`));
  };

  it("default to the amount's", () => {
    expect(currenciesOf({ currency: 'SEK' })).toEqual(['SEK', 'SEK']);
    expect(currenciesOf({ currency: 'SEK', 'to-bban': bban, 'from-bban': bban })).toEqual(['SEK', 'SEK']);
  });

  it('stay as they are given', () => {
    expect(currenciesOf({ currency: 'SEK', 'to-currency': 'EUR', 'from-currency': 'NOK' })).toEqual([
      'EUR',
      'NOK',
    ]);
  });

  it('stay out when there is none to take', () => {
    expect(withAccountCurrencies('domestic', buildBody('domestic', { 'to-bban': bban }))).toEqual({
      creditorAccount: { bban },
    });
  });
});

describe('currencies of the accounts of a bulk [C-currency-defaults]', () => {
  const item = (currency?: string, to?: string) => ({
    instructedAmount: { amount: '1.00', ...(currency === undefined ? {} : { currency }) },
    ...(to === undefined ? {} : { creditorAccount: { currency: to } }),
  });
  const filled = (...payments: readonly object[]) => withAccountCurrencies('bulk', { payments });

  it("are each amount's, and the debtor's is theirs where that is one", () => {
    expect(filled(item('SEK'), item('SEK', 'EUR'))).toEqual({
      payments: [item('SEK', 'SEK'), item('SEK', 'EUR')],
      debtorAccount: { currency: 'SEK' },
    });
  });

  it("leave the debtor's out where the payments have several, or one of them none", () => {
    expect(filled(item('SEK'), item('NOK'))).not.toHaveProperty('debtorAccount');
    expect(filled(item('SEK'), item())).toEqual({ payments: [item('SEK', 'SEK'), item()] });
    const absent = ['debtorAccount.currency'];
    expect(listMissingFlags('bulk', filled(item('SEK'), item('NOK')), absent)).toContain('--from-currency');
    expect(listMissingFlags('bulk', filled(item('SEK'), item()), absent)).not.toContain('--from-currency');
  });

  it('take whatever stands in place of payments as it is', () => {
    for (const payments of ['none', 3, null, [1, null, 'x']]) {
      expect(withAccountCurrencies('bulk', { payments })).toEqual({ payments });
    }
  });
});

describe('what each kind can not do without [C-missing-payment-flags]', () => {
  const missing = async (kind: SentKind, body: object = {}) => {
    const file = Buffer.from(JSON.stringify(body));
    const given = { kind, fields: {}, file: Object.keys(body).length === 0 ? undefined : file };
    const fault = await buildPayment({ ...given, localChecks: true }).catch((thrown: unknown) => thrown);
    return fault instanceof Fault ? fault.details.missing : [];
  };
  const amount = ['--amount', '--currency'];
  const norwegian = [...amount, '--to-name', '--to-bban', '--country'];

  it.each([
    ['domestic', [...norwegian, '--from-bban']],
    ['instant', [...norwegian, '--from-bban']],
    ['cross-border', [...amount, '--to-name', '--to-iban', '--from-bban']],
    ['periodic', [...norwegian, '--start-date', '--frequency', '--from-bban']],
    ['bulk', ['--file', '--from-bban']],
    ['fees', [...amount, '--to-bban', '--from-bban']],
  ] as const)('%s: all are named at once', async (kind, flags) => {
    expect(await missing(kind)).toEqual(flags);
  });

  it('is any of the names of an account across the border', async () => {
    const accounts = { creditorAccount: { bban: '1' }, debtorAccount: { iban } };
    expect(await missing('cross-border', accounts)).toEqual([...amount, '--to-name', '--to-agent']);
  });
});

describe('flags for what is missing [C-missing-input, C-missing-payment-flags]', () => {
  const complete: PaymentFields = {
    amount: '1.00',
    currency: 'NOK',
    'to-name': 'Ola',
    'to-bban': bban,
    country: 'NO',
    'from-bban': bban,
  };

  it('add what a schema found missing besides, once', () => {
    const { amount: _, ...rest } = complete;
    const absent = ['instructedAmount.amount', 'creditorAgent', 'instructedAmount'];
    expect(listMissingFlags('domestic', buildBody('domestic', rest), absent)).toEqual([
      ...['--amount', '--to-agent', '--currency'],
    ]);
  });

  it("do not name an account's currency while the amount's would be enough", () => {
    const { currency: _, ...rest } = complete;
    const absent = ['creditorAccount.currency', 'debtorAccount.currency'];
    expect(listMissingFlags('domestic', buildBody('domestic', rest), absent)).toEqual([]);
    expect(listMissingFlags('domestic', buildBody('domestic', complete), absent)).toEqual([
      '--to-currency',
      '--from-currency',
    ]);
  });
});
