import type { CallContext } from './operation.ts';

/** How a request names its PSU. */
export type PsuIdentifier = CallContext['psu'];

/** A PSU of whom an SCA is known, as the ledger keeps it. */
export interface KnownPsu {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  /** Context of the last SCA. */
  readonly context: 'PRIVATE' | 'CORPORATE';
}

/** The PSU as the command line names it. */
export interface WantedPsu {
  /** customerNumber. */
  readonly as?: string | undefined;
  readonly context?: 'PRIVATE' | 'CORPORATE' | undefined;
  /** customerNumber of the debtor account's owner: the likely PSU, though not named. */
  readonly owner?: string | undefined;
}

/**
 * The PSU of a creation: PSU-ID when it is stored, else X-PSU-IDENTITY when a number is given, else the context alone,
 * and the bank's page asks who it is. A stored PSU is left out where it can't be named in the context that is wanted.
 * @see C-psu-sent
 * @see D3-corporate-user
 */
export function resolveCreationPsu(
  { as, context, owner }: WantedPsu,
  stored: KnownPsu | undefined,
): PsuIdentifier {
  if (stored !== undefined && canBeNamed(stored, context)) return { ...identifyById(stored), context };
  if (as !== undefined) return { identity: as, context };
  return { context: context ?? 'PRIVATE', owner };
}

/** The PSU of other payment operations; named only if known. */
export function resolvePaymentPsu(
  customerNumber: string | undefined,
  stored: KnownPsu | undefined,
): PsuIdentifier {
  if (stored !== undefined) return identifyById(stored);
  return { identity: customerNumber };
}

/** Beside a PSU-ID, the corporate context needs the agreement, and the private one a session that is private. */
function canBeNamed(stored: KnownPsu, context: WantedPsu['context']): boolean {
  if (context === 'CORPORATE') return stored.psuCorporateId !== undefined;
  return context === undefined || stored.context === 'PRIVATE';
}

function identifyById({ psuId, psuCorporateId }: KnownPsu): PsuIdentifier {
  return { psuId, corporateId: psuCorporateId };
}
