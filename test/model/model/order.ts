import type { Kind } from './products.ts';
import type { Caller } from './psu.ts';

/** What is asked for, with all that the model looks at. */

/** Creditors at other banks, and what they take as KID. */
export const CREDITORS = {
  elsewhere: { bban: '99950512349', kid: 'unchecked' },
  needsKid: { bban: '99911200011', kid: 'required' },
  takesNone: { bban: '99930700017', kid: 'none' },
} as const;

export type CreditorName = keyof typeof CREDITORS;

/** References by what is right about them: 12 digits of MOD10, and 6. */
export const KIDS = { right: '000123456782', wrong: '000123456783' } as const;

/** One transfer of an order. */
export interface Item {
  readonly creditor: number | CreditorName;
  readonly amount: string;
  readonly currency: 'NOK' | 'EUR';
  readonly text: string;
  readonly kid?: keyof typeof KIDS;
}

/** From which account. */
export interface Debit {
  readonly kind: Kind;
  readonly caller: Caller;
  /** Place of the account, or none that this bank has. */
  readonly debtor: number | 'nowhere';
  readonly debtorBy: 'bban' | 'iban' | 'both';
  readonly debtorCurrency: 'NOK' | 'EUR';
}

/** A creation. */
export interface Order extends Debit {
  readonly requestId: string;
  /** One, but for a bulk. */
  readonly items: readonly Item[];
  readonly asked?: string;
  /** Of a periodic payment. */
  readonly starts?: string;
  /** By the other name of the instant product. */
  readonly isAlias: boolean;
  readonly isExplicit: boolean;
  readonly rejectsNoFunds: boolean;
  readonly allowsDuplicate: boolean;
}

export interface BasketOrder {
  readonly caller: Caller;
  readonly requestId: string;
  readonly members: readonly (number | 'nobody')[];
  readonly hasConsents: boolean;
}

/** What makes two requests the same one. @see S1-request-record */
export function fingerprintOf(order: Order | BasketOrder): string {
  if ('members' in order) return JSON.stringify({ ...order, requestId: undefined });
  const { isExplicit, rejectsNoFunds, requestId, ...telling } = order;
  return JSON.stringify(telling);
}
