import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkKid,
  computeKidCheckCharacter,
  isKid,
  type KidPolicy,
  listKidCandidates,
} from '../../src/values/kid.ts';

const REQUIRED: KidPolicy = {
  use: 'required',
  rules: [
    { length: 12, method: 'MOD10' },
    { length: 16, method: 'MOD10' },
  ],
};
const ALLOWED: KidPolicy = {
  use: 'allowed',
  rules: [
    { length: 8, method: 'MOD11' },
    { length: 12, method: 'MOD11' },
  ],
};
const NONE: KidPolicy = { use: 'none', rules: [] };

const array = (...references: string[]) => ({
  remittanceInformationStructuredArray: references.map((reference) => ({ reference })),
});

describe('KID check characters [D4-kid-check]', () => {
  it.each(['602243', '000123456782', '1234567890123452'])('MOD10 takes %s', (kid) => {
    expect(isKid(kid, 'MOD10')).toBe(true);
  });

  it.each(['1009-', '000123456785', '1234567890123456789012341'])('MOD11 takes %s', (kid) => {
    expect(isKid(kid, 'MOD11')).toBe(true);
  });

  it.each([
    '602244',
    '620243',
    '1-',
    '602 243',
    '12345678901234567890123456',
    '1',
    '',
    '-',
    '10-9-',
    '602243\n',
  ])('neither method takes %j', (kid) => {
    expect(isKid(kid, 'MOD10')).toBe(false);
    expect(isKid(kid, 'MOD11')).toBe(false);
  });

  it('26 characters are refused even when the check character fits', () => {
    const digits = '1234567890123456789012345';
    for (const method of ['MOD10', 'MOD11'] as const) {
      expect(isKid(digits + computeKidCheckCharacter(method, digits), method)).toBe(false);
      const shorter = digits.slice(1);
      expect(isKid(shorter + computeKidCheckCharacter(method, shorter), method)).toBe(true);
    }
  });

  it('a made check character is the only one that is taken', () => {
    const digits = fc.stringMatching(/^[0-9]{1,24}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom('MOD10' as const, 'MOD11' as const), (text, method) => {
        const taken = [...'0123456789-'].filter((character) => isKid(text + character, method));
        expect(taken).toEqual([computeKidCheckCharacter(method, text)]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('KID candidates [D4-kid-candidates]', () => {
  it('are array items of type SCOR, whoever issued them, or of no type and no issuer', () => {
    expect(
      listKidCandidates({
        remittanceInformationStructuredArray: [
          { reference: '1' },
          { reference: '2', referenceType: 'SCOR' },
          { reference: '3', referenceType: 'SCOR', referenceIssuer: 'ISO' },
          { reference: '4', referenceIssuer: 'NO' },
          { reference: '5', referenceType: 'RADM' },
          { reference: '6', referenceType: 'scor' },
        ],
      }),
    ).toEqual(['1', '2', '3']);
  });

  it('the single object counts as one item', () => {
    expect(listKidCandidates({ remittanceInformationStructured: { reference: '602243' } })).toEqual([
      '602243',
    ]);
    expect(
      listKidCandidates({ remittanceInformationStructured: { reference: '602243', referenceType: 'CINV' } }),
    ).toEqual([]);
  });

  it('the array wins over the single object, an empty one too', () => {
    const single = { remittanceInformationStructured: { reference: '1' } };
    expect(listKidCandidates({ ...single, ...array('2') })).toEqual(['2']);
    expect(listKidCandidates({ ...single, ...array() })).toEqual([]);
  });

  it('there are none without structured remittance information', () => {
    expect(listKidCandidates({})).toEqual([]);
  });
});

const foreignType = { remittanceInformationStructuredArray: [{ reference: '1', referenceType: 'CINV' }] };

it.each([
  ['no entry, no KID', undefined, {}, undefined],
  ['no entry, any text', undefined, array('602244', 'x'), undefined],
  ['required, a KID of the first length', REQUIRED, array('000123456782'), undefined],
  ['required, a KID of the second length', REQUIRED, array('1234567890123452'), undefined],
  [
    'required, as the single object',
    REQUIRED,
    { remittanceInformationStructured: { reference: '000123456782' } },
    undefined,
  ],
  ['required, nothing', REQUIRED, {}, 'KID_MISSING'],
  ['required, an empty array', REQUIRED, array(), 'KID_MISSING'],
  ['required, only an invoice reference', REQUIRED, foreignType, 'KID_MISSING'],
  ['required, right digit, length of no rule', REQUIRED, array('602243'), 'KID_INVALID'],
  ['required, wrong digit', REQUIRED, array('000123456783'), 'KID_INVALID'],
  ['required, right by the other method', REQUIRED, array('000123456785'), 'KID_INVALID'],
  ['required, two right ones', REQUIRED, array('000123456782', '000123456782'), 'KID_INVALID'],
  ['allowed, nothing', ALLOWED, {}, undefined],
  ['allowed, only an invoice reference', ALLOWED, foreignType, undefined],
  ['allowed, a KID', ALLOWED, array('000123456785'), undefined],
  ['allowed, wrong digit', ALLOWED, array('000123456782'), 'KID_INVALID'],
  ['none, nothing', NONE, {}, undefined],
  ['none, only an invoice reference', NONE, foreignType, undefined],
  ['none, a KID', NONE, array('000123456782'), 'KID_INVALID'],
] as const)('KID verdict: %s [D4-kid-verdict, I-kid-error]', (_, policy, remittance, verdict) => {
  expect(checkKid(policy, remittance)).toBe(verdict);
});
