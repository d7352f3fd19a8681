import { describe, expect, it } from 'vitest';
import type { PaymentKind } from '../../src/client/payments.ts';
import { memberAt, withMember } from '../../src/core/json-object.ts';
import { Fault } from '../../src/errors.ts';
import {
  type BodyKind,
  buildBody,
  findFlag,
  type PaymentFields,
  refuseOtherKinds,
  withAccountCurrencies,
} from '../../src/payments/fields.ts';

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
    'SE4550000000058398257466',
    'NO0086011117947',
    'no9386011117947',
    '',
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
    'cross-border',
    { 'regulatory-code': '14', 'regulatory-info': 'Boat' },
    { regulatoryReportingCode: '14', regulatoryReportingInformation: 'Boat' },
  ],
  [
    'cross-border',
    { 'service-level': 'SDVA', date: '2026-12-01' },
    { serviceLevel: 'SDVA', requestedExecutionDate: '2026-12-01' },
  ],
  [
    'instant',
    { 'to-iban': iban, kid: '602243' },
    {
      creditorAccount: { bban },
      remittanceInformationStructuredArray: [{ reference: '602243', referenceType: 'SCOR' }],
    },
  ],
  [
    'periodic',
    { 'start-date': '2026-12-01', 'end-date': '2027-12-01' },
    { startDate: '2026-12-01', endDate: '2027-12-01' },
  ],
  [
    'periodic',
    { frequency: 'Monthly', 'execution-rule': 'following', day: '31' },
    { frequency: 'Monthly', executionRule: 'following', dayOfExecution: '31' },
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
    ['domestic', { 'regulatory-code': '14' }, '--regulatory-code', '--cross-border'],
    ['cross-border', { kid: '602243' }, '--kid', '--domestic, --instant and --periodic'],
    ['cross-border', { reference: ['a'] }, '--reference', '--domestic, --instant and --periodic'],
    [
      'cross-border',
      { 'ultimate-debtor': 'Kari' },
      '--ultimate-debtor',
      '--domestic, --instant and --periodic',
    ],
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
