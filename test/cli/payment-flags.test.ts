import { parse } from '@oclif/core/parser';
import { describe, expect, it } from 'vitest';
import { asParsed, globalFlags } from '../../src/cli/flags.ts';
import { domesticFields, domesticFlags } from '../../src/cli/payment-flags.ts';
import { domesticBody } from '../../src/client/domestic-fields.ts';

/** The body that a command line gives. */
async function bodyOf(argv: readonly string[]) {
  const { flags, baseFlags } = asParsed({ flags: domesticFlags, baseFlags: globalFlags });
  const parsed = await parse([...argv], { flags: { ...baseFlags, ...flags } });
  return domesticBody(domesticFields(parsed.flags as Parameters<typeof domesticFields>[0]));
}

/** [flag, value, the body that it makes], for each flag of cli.md that a domestic payment has. */
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

describe('flags of a domestic payment [C-create-flags]', () => {
  it('are those of cli.md, and each says what it is', () => {
    expect(Object.keys(domesticFlags).toSorted()).toEqual(flags.map(([flag]) => flag).toSorted());
    for (const flag of Object.values(domesticFlags)) expect(flag.description).toMatch(/^[A-Z].+\.$|: .+\.$/);
  });

  it.each(flags)('--%s %s stands at its member of the body', async (flag, value, body) => {
    expect(await bodyOf([`--${flag}`, value])).toEqual(body);
  });

  it('read references by their place', async () => {
    const argv = [
      '--reference',
      'a',
      '--reference-type',
      't1',
      '--reference',
      'b',
      '--reference-issuer',
      'i1',
    ];
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
