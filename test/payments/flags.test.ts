import { parse } from '@oclif/core/parser';
import { describe, expect, it } from 'vitest';
import { globalFlags, prepareDeclared } from '../../src/cli/flags.ts';
import { type BodyKind, buildBody as bodyOfFields } from '../../src/payments/fields.ts';
import {
  accountFlags,
  createKindMissing,
  kindFlags,
  parseKind,
  paymentFlags,
  pickFields,
} from '../../src/payments/flags.ts';

/** The body that a command line gives. */
async function bodyOf(argv: readonly string[], kind: BodyKind = 'domestic') {
  const { flags, baseFlags } = prepareDeclared({ flags: paymentFlags, baseFlags: globalFlags });
  const parsed = await parse([...argv], { flags: { ...baseFlags, ...flags } });
  return bodyOfFields(kind, pickFields(parsed.flags));
}

/** [flag, value, the body that it makes], for each flag of C-create-flags that a domestic payment has. */
const flags: readonly (readonly [string, string, object])[] = [
  ['from-bban', '99901067291', { debtorAccount: { bban: '99901067291' } }],
  ['from-iban', 'NO9386011117947', { debtorAccount: { bban: '86011117947' } }],
  [
    'from-card',
    'reference',
    { debtorAccount: { other: { identification: 'reference', schemeNameProprietary: 'creditCardAccount' } } },
  ],
  ['from-currency', 'NOK', { debtorAccount: { currency: 'NOK' } }],
  ['to-bban', '86011117947', { creditorAccount: { bban: '86011117947' } }],
  ['to-iban', 'NO9386011117947', { creditorAccount: { bban: '86011117947' } }],
  ['to-currency', 'NOK', { creditorAccount: { currency: 'NOK' } }],
  ['to-name', 'Ola Eksempel', { creditorName: 'Ola Eksempel' }],
  ['to-agent', 'DNBANOKK', { creditorAgent: 'DNBANOKK' }],
  ['country', 'NO', { creditorAddress: { country: 'NO' } }],
  ['street', 'Gata', { creditorAddress: { street: 'Gata' } }],
  ['building-number', '1b', { creditorAddress: { buildingNumber: '1b' } }],
  ['postal-code', '0001', { creditorAddress: { postalCode: '0001' } }],
  ['city', 'Oslo', { creditorAddress: { city: 'Oslo' } }],
  ['amount', '100.50', { instructedAmount: { amount: '100.50' } }],
  ['currency', 'NOK', { instructedAmount: { currency: 'NOK' } }],
  ['message', 'Hei', { remittanceInformationUnstructured: 'Hei' }],
  [
    'kid',
    '602243',
    { remittanceInformationStructuredArray: [{ reference: '602243', referenceType: 'SCOR' }] },
  ],
  ['reference', 'a', { remittanceInformationStructuredArray: [{ reference: 'a' }] }],
  ['reference-type', 't', { remittanceInformationStructuredArray: [{ referenceType: 't' }] }],
  ['reference-issuer', 'i', { remittanceInformationStructuredArray: [{ referenceIssuer: 'i' }] }],
  ['purpose', 'SALA', { purposeCode: 'SALA' }],
  ['date', '2026-11-20', { requestedExecutionDate: '2026-11-20' }],
  ['end-to-end-id', 'e2e', { endToEndIdentification: 'e2e' }],
  ['ultimate-debtor', 'Kari', { ultimateDebtor: 'Kari' }],
];

/** Those that only some kinds have: [kind, flag, value, body]. */
const flagsOfKinds: readonly (readonly [BodyKind, string, string, object])[] = [
  ['cross-border', 'regulatory-code', '14', { regulatoryReportingCode: '14' }],
  ['cross-border', 'regulatory-info', 'Boat', { regulatoryReportingInformation: 'Boat' }],
  ['cross-border', 'service-level', 'SDVA', { serviceLevel: 'SDVA' }],
  ['periodic', 'start-date', '2026-12-01', { startDate: '2026-12-01' }],
  ['periodic', 'end-date', '2026-12-01', { endDate: '2026-12-01' }],
  ['periodic', 'frequency', 'Monthly', { frequency: 'Monthly' }],
  ['periodic', 'execution-rule', 'preceding', { executionRule: 'preceding' }],
  ['periodic', 'day', '31', { dayOfExecution: '31' }],
  ['periodic', 'months', '1,12', { monthsOfExecution: ['1', '12'] }],
];

describe('flags of a payment [C-create-flags]', () => {
  it('are those of C-create-flags and each says what it is', () => {
    const listed = [...flags.map(([flag]) => flag), ...flagsOfKinds.map(([, flag]) => flag)];
    expect(Object.keys(paymentFlags).toSorted()).toEqual(listed.toSorted());
    for (const flag of Object.values({ ...paymentFlags, ...kindFlags }))
      expect(flag.description).toMatch(/^[A-Z].+\.$|: .+\.$/);
  });

  it.each(flags)('--%s %s stands at its member of the body', async (flag, value, body) => {
    expect(await bodyOf([`--${flag}`, value])).toEqual(body);
  });

  it.each(
    flagsOfKinds,
  )('of %s: --%s %s stands at its member of the body', async (kind, flag, value, body) => {
    expect(await bodyOf([`--${flag}`, value], kind)).toEqual(body);
  });

  it('are the amount and the two accounts of a question for fees', () => {
    const names = ['amount', 'currency', 'to-bban', 'to-iban', 'to-currency'];
    const from = ['from-bban', 'from-iban', 'from-card', 'from-currency'];
    expect(Object.keys(accountFlags).toSorted()).toEqual([...names, ...from].toSorted());
  });

  it('read references by their place', async () => {
    const argv = '--reference a --reference-type t1 --reference b --reference-issuer i1'.split(' ');
    expect(await bodyOf([...argv, '--reference-type', 't2', '--reference', 'c'])).toEqual({
      remittanceInformationStructuredArray: [
        { reference: 'a', referenceType: 't1', referenceIssuer: 'i1' },
        { reference: 'b', referenceType: 't2' },
        { reference: 'c' },
      ],
    });
  });

  it('keep values as they are typed', async () => {
    expect(await bodyOf(['--amount', ' 1,00 ', '--message=--takk', '--to-name', ''])).toEqual({
      instructedAmount: { amount: ' 1,00 ' },
      remittanceInformationUnstructured: '--takk',
      creditorName: '',
    });
  });
});

describe('the kind of a payment [C-one-kind]', () => {
  const none = { domestic: false, 'cross-border': false, instant: false, periodic: false, bulk: false };
  const all = ['--domestic', '--cross-border', '--instant', '--periodic', '--bulk'];

  it.each(Object.keys(kindFlags) as (keyof typeof none)[])('is --%s', (kind) => {
    expect(parseKind({ ...none, [kind]: true }, [`--${kind}`])).toBe(kind);
  });

  it('is one of five that are all named when none is given', () => {
    expect(parseKind(none, ['--example'])).toBe(undefined);
    expect(createKindMissing()).toMatchObject({
      code: 'INPUT_MISSING',
      message: `Missing: one of ${all.join(', ')}.`,
      details: { missing: all },
    });
  });

  it('is not two', () => {
    expect(() => parseKind({ ...none, bulk: true, instant: true }, ['--bulk', '--instant'])).toThrowError(
      expect.objectContaining({
        code: 'USAGE',
        message: expect.stringMatching(/^--instant and --bulk /),
        details: { hint: `Choose exactly one of ${all.join(', ')}.` },
      }),
    );
  });

  it('of the command line goes before one of the environment', () => {
    expect(parseKind({ ...none, domestic: true, bulk: true }, ['--bulk'])).toBe('bulk');
    expect(parseKind({ ...none, domestic: true }, [])).toBe('domestic');
    expect(() => parseKind({ ...none, domestic: true, bulk: true }, [])).toThrowError(
      /^--domestic and --bulk /,
    );
  });
});
