import type { Op } from '../../../store/contract.ts';
import type { ScaPlayed } from '../../../wire/operator.ts';
import type { Progress, ScaFailure } from '../../domain/authorisation.ts';
import type { AskedAccounts, ConsentAccount } from '../../domain/consent.ts';
import type { Payer } from '../../domain/payer.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Consentable } from '../../life/consent.ts';
import type { DebtorObstacle } from '../../life/debtor.ts';
import type { ShownAccount } from '../../store/tables/accounts.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** Why what was confirmed does not happen. */
export type Obstacle = Exclude<ScaFailure, 'withdrawn'>;

/** What the PSU has chosen in step 3. */
export type Chosen = Pick<Progress, 'accounts'>;

/** What an SCA is about, with what becomes of it: a row of the table of purposes makes it. */
export interface Subject {
  /** Whether nothing of it waits for the PSU any more: it was booked or ended by itself. */
  readonly isOver: boolean;
  /** Whether one button of the app says all that there is to say once it is known who the PSU is. */
  readonly needsNoPage: boolean;
  /** Whether the PSU says in step 3 which accounts. */
  readonly asksForAccounts: boolean;
  /** customerNumber of whom the operator plays, where nobody is named. */
  likelyPsu(): Op<string | undefined>;
  /** What keeps a payer from signing for it. Nothing changes. */
  maySign(payer: Payer): Op<DebtorObstacle | undefined>;
  /** Step 3: what of it is to be kept with the SCA; or the place of the first account that is not the PSU's to choose. */
  choose(asked: AskedAccounts): Op<Chosen | { readonly unlisted: number }>;
  /** What the PSU gets to see before they say yes or no. */
  shown(world: WorldState): Op<Shown>;
  /** The PSU has confirmed: it happens. @returns why it does not */
  carryOut(world: WorldState, psu: string): Op<Obstacle | undefined>;
  /** The SCA has failed, and no other takes its place. */
  failed(world: WorldState, obstacle: Obstacle): Op<void>;
  /** How it stands now, as the operator is told. */
  readonly standing: Standing;
}

export type Standing = Pick<ScaPlayed, 'paymentId' | 'basketId' | 'transactionStatus' | 'accounts'>;

/** Of a subject of which nothing is chosen. */
export const NOTHING_TO_CHOOSE: Pick<Subject, 'asksForAccounts' | 'choose'> = {
  asksForAccounts: false,
  // biome-ignore lint/correctness/useYield: a row of the table is a generator, and this one asks the store for nothing
  *choose() {
    return {};
  },
};

/** What a page shows, before it has words. */
export type Shown =
  | { readonly kind: 'payments'; readonly payments: readonly ShownPayment[] }
  | ({ readonly kind: 'choice' } & Consentable)
  | {
      readonly kind: 'accounts';
      readonly accounts: readonly ConsentAccount[];
      readonly granted: ReadonlySet<string>;
    }
  | { readonly kind: 'identity' };

export interface ShownPayment {
  readonly payment: Payment;
  /** When it will be executed, as far as that is known now. */
  readonly date: string;
  /** The account that it debits, where it is there. */
  readonly debtor: ShownAccount | undefined;
}
