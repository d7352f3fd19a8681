import type { Death } from '../../support/mortal-driver.ts';
import type { BasketOrder, Order } from '../model/order.ts';
import type { Model } from '../model/state.ts';
import type { Ids, Plan } from '../plan.ts';
import { type AgreementCommand, planOfAgreement } from './agreements.ts';
import type { BalanceCommand } from './balance.ts';
import {
  type BasketAgainCommand,
  type BasketCallCommand,
  type BasketCommand,
  basketOrderOf,
  changedBasket,
  planOfBasket,
  planOfBasketCall,
} from './baskets.ts';
import { type CallCommand, planOfCall } from './calls.ts';
import {
  type ClockCommand,
  planOfClock,
  planOfInitialise,
  planOfWrongClock,
  type WrongClockCommand,
} from './clock.ts';
import { type ConsentCommand, planOfConsent } from './consents.ts';
import { planOfOrder } from './creation.ts';
import { type DeleteCommand, type MakeCommand, planOfDelete, planOfMake } from './deleting.ts';
import { type FeesCommand, planOfFees } from './fees.ts';
import {
  type BatchCommand,
  type PaymentCommand,
  type PlayCommand,
  planOfBatch,
  planOfPayment,
  planOfPlay,
  planOfRight,
  type RightCommand,
} from './operator.ts';
import { planOfRead, type ReadCommand } from './reads.ts';
import { type Change, changed, orderOf, PLAIN, type Wish } from './wish.ts';

export interface CreateCommand {
  readonly do: 'create';
  readonly wish: Wish;
}

/** A creation once more, with its X-Request-ID; counted back from the last. */
export interface RepeatCommand {
  readonly do: 'repeat';
  readonly back: number;
  readonly change: Change;
}

/** Kari has open SCAs up to the last that she may have, and two creations come then. */
export interface BurstCommand {
  readonly do: 'burst';
  readonly tpp: number;
}

export interface InitialiseCommand {
  readonly do: 'initialise';
}

/** How a command comes about; plain data, so that a history can be printed and read again. */
export interface Manner {
  /** The bank dies on the way. */
  readonly die?: Death;
  /** A second process takes it, or asks for the time while the first takes it. */
  readonly via?: 'second' | 'both';
}

export type Act =
  | CreateCommand
  | RepeatCommand
  | BurstCommand
  | BasketCommand
  | BasketAgainCommand
  | BasketCallCommand
  | FeesCommand
  | RightCommand
  | AgreementCommand
  | ConsentCommand
  | BalanceCommand
  | DeleteCommand
  | MakeCommand
  | CallCommand
  | ReadCommand
  | PlayCommand
  | PaymentCommand
  | BatchCommand
  | ClockCommand
  | WrongClockCommand
  | InitialiseCommand;

export type Command = Act & Manner;

/** What making plans needs to know of the history so far. */
export interface Past {
  readonly model: Model;
  readonly ids: Ids;
  /** Every order so far, the last one last. */
  readonly orders: Order[];
  readonly baskets: BasketOrder[];
}

/** The requests of a command, each planned when the one before has been answered; undefined lets time pass. */
export function plansOf(command: Act): readonly ((past: Past) => Plan | undefined)[] {
  if (command.do !== 'burst') return [(past) => planOf(command, past)];
  const wish: Wish = { ...PLAIN, tpp: command.tpp, psu: 'kari' };
  return [1, 2].map(() => (past: Past) => planOfNew(past, wish));
}

function planOfNew(past: Past, wish: Wish): Plan {
  const order = orderOf(past.model, wish, `creation-${past.orders.length}`);
  past.orders.push(order);
  return planOfOrder(past.model, order, past.ids);
}

function planOfNewBasket(past: Past, command: BasketCommand): Plan {
  const order = basketOrderOf(past.model, command, `basket-${past.baskets.length}`);
  past.baskets.push(order);
  return planOfBasket(past.model, order, past.ids, command.fault);
}

function planOf(command: Exclude<Act, BurstCommand>, past: Past): Plan | undefined {
  const { model, ids, orders, baskets } = past;
  switch (command.do) {
    case 'create':
      return planOfNew(past, command.wish);
    case 'repeat': {
      const order = orders.at(-1 - command.back) ?? orders.at(-1);
      return order && planOfOrder(model, changed(order, command.change), ids);
    }
    case 'basket':
      return planOfNewBasket(past, command);
    case 'basket-again': {
      const order = baskets.at(-1 - command.back) ?? baskets.at(-1);
      return order && planOfBasket(model, changedBasket(order, command.change), ids);
    }
    case 'basket-call':
      return planOfBasketCall(model, command, ids);
    case 'fees':
      return planOfFees(model, command, ids);
    case 'right':
      return planOfRight(model, command, ids);
    case 'agreement':
      return planOfAgreement(model, command, ids);
    case 'consent':
      return planOfConsent(model, command, ids);
    case 'balance':
      return undefined;
    case 'call':
      return planOfCall(model, command, ids);
    case 'read':
      return planOfRead(model, command, ids);
    case 'play':
      return planOfPlay(model, command, ids);
    case 'payment':
      return planOfPayment(model, command, ids);
    case 'batch':
      return planOfBatch(command);
    case 'delete':
      return planOfDelete(model, command, ids);
    case 'make':
      return planOfMake(model, command);
    case 'clock':
      return planOfClock(model, command);
    case 'wrong-clock':
      return planOfWrongClock(command);
    case 'initialise':
      return planOfInitialise();
  }
}
