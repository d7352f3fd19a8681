import type { CallContext } from './operation.ts';

/** How a request names its PSU. */
export type PsuNaming = CallContext['psu'];

/** A PSU of whom an SCA is known, as the ledger keeps it. */
export interface KnownPsu {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  /** Of the last SCA. */
  readonly context: 'PRIVATE' | 'CORPORATE';
}

/** What the command line says of the PSU. */
export interface WantedPsu {
  /** customerNumber. */
  readonly as?: string | undefined;
  readonly context?: 'PRIVATE' | 'CORPORATE' | undefined;
  /** customerNumber of the debtor account's owner: who it will be, though nobody has named them. */
  readonly owner?: string | undefined;
}

/**
 * The PSU of a creation: PSU-ID when it is stored, else X-PSU-IDENTITY when a number is given, else the context alone,
 * and the bank's page asks who it is. A stored PSU is left out where it can't be named in the context that is wanted.
 * @see C-psu-sent
 * @see D3-corporate-user
 */
export function psuOfCreation({ as, context, owner }: WantedPsu, stored: KnownPsu | undefined): PsuNaming {
  if (stored !== undefined && canBeNamed(stored, context)) return { ...byId(stored), context };
  if (as !== undefined) return { identity: as, context };
  return { context: context ?? 'PRIVATE', owner };
}

/** The PSU of any other payment operation; nobody is named who is not known. */
export function psuOfPayment(customerNumber: string | undefined, stored: KnownPsu | undefined): PsuNaming {
  if (stored !== undefined) return byId(stored);
  return { identity: customerNumber };
}

/** Beside a PSU-ID, the corporate context needs the agreement, and the private one a session that is private. */
function canBeNamed(stored: KnownPsu, context: WantedPsu['context']): boolean {
  if (context === 'CORPORATE') return stored.psuCorporateId !== undefined;
  return context === undefined || stored.context === 'PRIVATE';
}

function byId({ psuId, psuCorporateId }: KnownPsu): PsuNaming {
  return { psuId, corporateId: psuCorporateId };
}
