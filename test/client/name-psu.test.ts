import { expect, it } from 'vitest';
import { type KnownPsu, resolveCreationPsu, resolvePaymentPsu } from '../../src/client/psu-identifier.ts';

const psuId = 'a6920608-8f02-4bdb-8114-fa4632dbdfa4';
const psuCorporateId = '0a6d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22';
const as = '15813963008';
const nobody = undefined;
const person: KnownPsu = { psuId, context: 'PRIVATE' };
const corporate: KnownPsu = { psuId, psuCorporateId, context: 'CORPORATE' };

it.each([
  ['nobody is known', {}, nobody, { context: 'PRIVATE' }],
  ['the context alone is given', { context: 'CORPORATE' }, nobody, { context: 'CORPORATE' }],
  ['a number is given', { as }, nobody, { identity: as }],
  ['number and context are given', { as, context: 'PRIVATE' }, nobody, { identity: as, context: 'PRIVATE' }],
  ['the PSU is stored', {}, person, { psuId }],
  ['the PSU of the number is stored', { as }, person, { psuId }],
  ['the PSU is stored and its context given', { context: 'PRIVATE' }, person, { psuId, context: 'PRIVATE' }],
  ['the PSU is stored with an agreement', {}, corporate, { psuId, corporateId: psuCorporateId }],
  [
    'the corporate context of a stored agreement is given',
    { context: 'CORPORATE' },
    corporate,
    { psuId, corporateId: psuCorporateId, context: 'CORPORATE' },
  ],
  [
    'a context is given that the stored PSU has no agreement for',
    { context: 'CORPORATE' },
    person,
    { context: 'CORPORATE' },
  ],
  [
    'the private context is given and the last SCA was corporate',
    { as, context: 'PRIVATE' },
    corporate,
    { identity: as, context: 'PRIVATE' },
  ],
] as const)('the PSU of a creation when %s [C-psu-sent, D3-corporate-user]', (_, wanted, stored, named) => {
  expect(resolveCreationPsu(wanted, stored)).toEqual(named);
});

it.each([
  ['nobody is known', undefined, nobody, {}],
  ['a number is known', as, nobody, { identity: as }],
  ['the PSU is stored', as, person, { psuId }],
  ['the PSU is stored with an agreement', undefined, corporate, { psuId, corporateId: psuCorporateId }],
] as const)('the PSU of another operation when %s [C-psu-sent]', (_, number, stored, named) => {
  expect(resolvePaymentPsu(number, stored)).toEqual(named);
});
