import type { SearchLimits } from './budget.ts';

const KIB = 1024;
const MIB = KIB * KIB;

/** What `psd2 verify` searches. @see G3-search-limit */
export const VERIFY_SEARCH: SearchLimits = {
  hashedBytes: 512 * MIB,
  milliseconds: 30_000,
  bytes: MIB,
};

/**
 * What the bank searches: bytes end the search, so that answers depend on the request alone; the time is a ceiling for
 * what is slow to make.
 * @see S12-signature-search
 */
export const BANK_SEARCH: SearchLimits = { hashedBytes: 2 * MIB, milliseconds: 20, bytes: 64 * KIB };

/** Where the library's caller says nothing: no request takes long. @see G2-hostile-strings */
export const DEFAULT_SEARCH: SearchLimits = { hashedBytes: 8 * MIB, milliseconds: 100, bytes: MIB };

/** So many times the bytes, and the ceiling with them. @see G3-search-limit */
export function timesLimits(limits: SearchLimits, times: number): SearchLimits {
  return {
    ...limits,
    hashedBytes: times * limits.hashedBytes,
    milliseconds: times * limits.milliseconds,
  };
}
