import type { StoredPsu } from './ledger/types.ts';
import type { CallContext } from './operation.ts';

/** The identification of a PSU in a request. */
export type PsuIdentifier = CallContext['psu'];

/** A PSU with a known SCA, as stored in the ledger. */
export type KnownPsu = Pick<StoredPsu, 'psuId' | 'psuCorporateId' | 'context'>;

/** The PSU as the command line identifies it. */
export interface PsuSelector {
  /** The customerNumber. */
  readonly as?: string | undefined;
  readonly context?: 'PRIVATE' | 'CORPORATE' | undefined;
  /** The customerNumber of the debtor account's owner: the likely PSU, though not named. */
  readonly owner?: string | undefined;
}

/**
 * Returns the PSU of a creation: PSU-ID when it is stored, else X-PSU-IDENTITY when a number is given, else only the
 * context, in which case the bank's page identifies the PSU. A stored PSU is left out if it can't be named in the
 * wanted context.
 * @see C-psu-sent
 * @see D3-corporate-user
 */
export function resolveCreationPsu(
  { as, context, owner }: PsuSelector,
  stored: KnownPsu | undefined,
): PsuIdentifier {
  if (stored !== undefined && canBeNamed(stored, context)) return { ...identifyById(stored), context };
  if (as !== undefined) return { identity: as, context };
  return { context: context ?? 'PRIVATE', owner };
}

/** Returns the PSU of other payment operations; named only if known. */
export function resolvePaymentPsu(
  customerNumber: string | undefined,
  stored: KnownPsu | undefined,
): PsuIdentifier {
  if (stored !== undefined) return identifyById(stored);
  return { identity: customerNumber };
}

/**
 * Checks whether a stored PSU can be named: with a PSU-ID, the corporate context needs the agreement, and the private
 * one a private session.
 */
function canBeNamed(stored: KnownPsu, context: PsuSelector['context']): boolean {
  if (context === 'CORPORATE') return stored.psuCorporateId !== undefined;
  return context === undefined || stored.context === 'PRIVATE';
}

function identifyById({ psuId, psuCorporateId }: KnownPsu): PsuIdentifier {
  return { psuId, corporateId: psuCorporateId };
}
