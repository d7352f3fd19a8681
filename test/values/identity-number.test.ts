import { describe, expect, it } from 'vitest';
import { isPossiblyLivingPerson } from '../../src/values/identity-number.ts';

describe('numbers that may be a living person’s [D8-living-person]', () => {
  it.each([
    ['a national identity number', '15013963008', true],
    ['one of 29 February', '29020012345', true],
    ['a D-number', '55013963008', true],
    ['the last day of a D-number', '71123963008', true],
    ['month + 40', '15413963008', false],
    ['month + 80', '15813963008', false],
    ['a D-number with month + 80', '55813963008', false],
    ['no such day', '31043963008', false],
    ['no such day of a D-number', '72013963008', false],
    ['day 0', '00013963008', false],
    ['month 0', '15003963008', false],
    ['month 13', '15133963008', false],
    ['an organisation number', '310999016', false],
    ['letters', '1501396300A', false],
  ])('%s: %s', (_, number, looks) => {
    expect(isPossiblyLivingPerson(number)).toBe(looks);
  });
});
