import * as z from 'zod/mini';
import { CASH_ACCOUNT_TYPES } from '../../values/cash-account-types.ts';
import { bbanOfIban, isElevenDigits } from '../../values/iban.ts';
import type { KidPolicy } from '../../values/kid.ts';
import type { TppMessage } from '../errors.ts';
import { filledText, object, oneOfAnyCase, rule, stringThat } from '../field.ts';
import type { Links } from '../link.ts';
import { UNLIMITED } from '../payment-members.ts';
import { openingBalances, type SandboxBalance } from './balance.ts';
import { kidPolicy } from './kid.ts';
import { int32, NAME_LIMIT, sandboxCurrency } from './members.ts';

/** @see D8-account-members, D8-bban-and-iban, D8-account-kid */
export const sandboxAccount = object({
  customerNumber: filledText(UNLIMITED),
  accountName: filledText(NAME_LIMIT),
  currency: sandboxCurrency,
  bban: z.optional(stringThat(isElevenDigits, '11 digits without spaces or dots')),
  iban: z.optional(
    stringThat(
      (value) => bbanOfIban(value) !== undefined,
      'a Norwegian IBAN: NO and 13 digits, with correct check digits',
    ),
  ),
  product: z.optional(filledText(UNLIMITED)),
  cashAccountType: z.optional(oneOfAnyCase(CASH_ACCOUNT_TYPES, `one of ${CASH_ACCOUNT_TYPES.join(' ')}`)),
  creditLine: z.optional(int32),
  balances: z.optional(openingBalances),
  kid: z.optional(kidPolicy),
}).check(
  rule(({ bban, iban }) => {
    if (typeof bban !== 'string' || typeof iban !== 'string') return undefined;
    const inIban = bbanOfIban(iban);
    return inIban === undefined || inIban === bban
      ? undefined
      : { at: ['iban'], text: 'must be the IBAN of bban: set only one of them, and the other follows' };
  }),
);

export type SandboxAccountRequest = z.infer<typeof sandboxAccount>;

/** @see I-sandbox-account */
export interface SandboxAccount {
  readonly id: string;
  readonly customerNumber: string;
  readonly accountName: string;
  readonly bban: string;
  readonly iban: string;
  readonly currency: string;
  readonly product: string;
  readonly cashAccountType: string;
  readonly creditLine: number;
  readonly balances: readonly SandboxBalance[];
  /** Where it was made with one. @see D8-account-kid */
  readonly kid?: KidPolicy;
  /** Warnings, where it was made. */
  readonly tppMessages?: readonly TppMessage[];
  readonly _links: Links;
}
