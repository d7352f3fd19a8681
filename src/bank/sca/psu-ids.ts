import { seededUuid } from '../domain/ids.ts';

/**
 * The psu-id of a TPP and PSU: unchanging, and the same after initialise.
 * @see I-authentication-5
 * @see D6-psu-id, D3-psu-id-of-tpp
 */
export function psuIdOf(seed: string, tpp: string, customerNumber: string): string {
  return seededUuid(seed, 'psu-id', tpp, customerNumber);
}

/** The psu-corporate-id of a TPP, PSU and agreement. @see D6-psu-corporate-id */
export function corporateIdOf(seed: string, tpp: string, customerNumber: string, agreement: string): string {
  return seededUuid(seed, 'psu-corporate-id', tpp, customerNumber, agreement);
}
