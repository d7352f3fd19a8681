/** What the model is told of the initial data: which accounts there are and what is on them. Nothing else is taken
 * from the bank. */

export const KARI = '15813963008';
export const OLA = '01929010120';
export const FIRM = '310999016';
export const NOBODY = '15813963016';

/** An account or card account; money in øre. */
export interface AccountFact {
  readonly id: string;
  /** The bban, or the reference of a card account. */
  readonly number: string;
  /** The number as IBAN; none for a card. */
  readonly iban: string;
  readonly owner: string;
  readonly opening: number;
  /** Credit line or limit. */
  readonly credit: number;
  readonly isCard: boolean;
}

export type Facts = readonly AccountFact[];

/** Places in `Facts`: two accounts each of Kari, Ola and two firms, then the cards of Kari and Ola. */
export const PLACES = {
  kari: 0,
  kariOther: 1,
  ola: 2,
  olaOther: 3,
  firm: 4,
  firmOther: 5,
  kariCard: 8,
  olaCard: 9,
} as const;

interface Listed {
  readonly id?: string;
  readonly resourceId?: string;
  readonly customerNumber: string;
  readonly bban?: string;
  readonly iban?: string;
  readonly relatedAccount?: { readonly identification: string };
  readonly creditLine?: number;
  readonly creditLimit?: { readonly amount: number };
  readonly balances: readonly {
    readonly balanceType: string;
    readonly balanceAmount: { readonly amount: number };
  }[];
}

export interface InitialData {
  readonly accounts: readonly Listed[];
  readonly cardAccounts: readonly Listed[];
}

/** The initial balances are whole kroner, as the sandbox shows them. */
export function factsOf({ accounts, cardAccounts }: InitialData): Facts {
  return [...accounts, ...cardAccounts].map((one) => ({
    id: one.id ?? one.resourceId ?? '',
    number: one.bban ?? one.relatedAccount?.identification ?? '',
    iban: one.iban ?? '',
    owner: one.customerNumber,
    opening:
      100 *
      (one.balances.find(({ balanceType }) => balanceType === 'closingBooked')?.balanceAmount.amount ?? 0),
    credit: 100 * (one.creditLine ?? one.creditLimit?.amount ?? 0),
    isCard: one.bban === undefined,
  }));
}
