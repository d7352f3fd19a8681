import type { Op } from '../../../store/contract.ts';
import type { ScaPlayed } from '../../../wire/operator.ts';
import type { ScaFailure } from '../../domain/authorisation.ts';
import type { Payer } from '../../domain/payer.ts';
import type { Payment } from '../../domain/payment.ts';
import type { DebtorObstacle } from '../../life/debtor.ts';
import type { ShownAccount } from '../../store/tables/accounts.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** Why what was confirmed does not happen. */
export type Obstacle = Exclude<ScaFailure, 'withdrawn'>;

/** What an SCA is about, with what becomes of it: a row of the table of purposes makes it. */
export interface Subject {
  /** Whether nothing of it waits for the PSU any more: it was booked or ended by itself. */
  readonly isOver: boolean;
  /** Whether one button of the app says all that there is to say once it is known who the PSU is. */
  readonly needsNoPage: boolean;
  /** customerNumber of whom the operator plays, where nobody is named. */
  likelyPsu(): Op<string | undefined>;
  /** What keeps a payer from signing for it. Nothing changes. */
  maySign(payer: Payer): Op<DebtorObstacle | undefined>;
  /** What the PSU gets to see before they say yes or no. */
  shown(world: WorldState): Op<Shown>;
  /** The PSU has confirmed: it happens. @returns why it does not */
  carryOut(world: WorldState, psu: string): Op<Obstacle | undefined>;
  /** The SCA has failed, and no other takes its place. */
  failed(world: WorldState, obstacle: Obstacle): Op<void>;
  /** How it stands now, as the operator is told. */
  readonly standing: Standing;
}

export type Standing = Pick<ScaPlayed, 'paymentId' | 'basketId' | 'transactionStatus'>;

/** What a page shows, before it has words. */
export type Shown =
  | { readonly kind: 'payments'; readonly payments: readonly ShownPayment[] }
  | { readonly kind: 'identity' };

export interface ShownPayment {
  readonly payment: Payment;
  /** When it will be executed, as far as that is known now. */
  readonly date: string;
  /** The account that it debits, where it is there. */
  readonly debtor: ShownAccount | undefined;
}
