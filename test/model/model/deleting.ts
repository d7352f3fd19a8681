import { accountAt, isCustomer, madeAt } from './accounts.ts';
import { endAgreements, endEngagements } from './agreements.ts';
import { isLive, scasOf, waitingIn } from './baskets.ts';
import { endConsents, leave } from './consents.ts';
import { endOf } from './creation.ts';
import { FIRM } from './facts.ts';
import { fail, goRejected } from './life.ts';
import { balanceOf } from './money.ts';
import { isFinal, isOpen, type Life, type Model, type Payment, refused, type Said } from './state.ts';

/** Accounts and customers go, and what hangs on them ends; and they are made again. @see D8-deleting-customer */

const UNKNOWN = refused(404, 'RESOURCE_UNKNOWN');
const DONE: Said = { status: 204 };

export function deleteAccount(model: Model, place: number | 'nowhere'): Said {
  if (place === 'nowhere' || !accountAt(model, place)) return UNKNOWN;
  endOfAccount(model, place, takeAway(model, place));
  return DONE;
}

export function deleteCustomer(model: Model, customer: string): Said {
  if (!isCustomer(model, customer)) return UNKNOWN;
  const taken = [...model.facts.keys()].filter(
    (place) => model.facts[place]?.owner === customer && accountAt(model, place),
  );
  const made = taken.map((place) => takeAway(model, place));
  model.goneCustomers.push(customer);
  endEngagements(model, ({ psu }) => psu === customer);
  if (customer === FIRM) endAgreements(model);
  for (const [index, place] of taken.entries()) endOfAccount(model, place, made[index]!);
  endOfCustomer(model, customer);
  return DONE;
}

/** What is on it goes to SUSPENSE. @returns the how manieth account of its number it was */
function takeAway(model: Model, place: number): number {
  model.suspense += balanceOf(model, place) - (model.changes[place] ?? 0);
  delete model.changes[place];
  model.rightless = model.rightless.filter((other) => other !== place);
  stamp(model, place, madeAt(model, place));
  model.holdings[place] = { made: madeAt(model, place), isGone: true };
  endEngagements(model, ({ account }) => account === place);
  return madeAt(model, place);
}

/** From now on it is known who got what was paid to this number so far. */
function stamp(model: Model, place: number, paidTo: number | 'gone'): void {
  for (const life of model.payments.flatMap(({ lives }) => lives)) {
    if (life.creditor === place && life.status === 'ACSC') life.paidTo ??= paidTo;
  }
}

function endOfAccount(model: Model, account: number, made: number): void {
  const from = model.payments.filter(
    ({ debtor, since }) => debtor === account && (since === made || since === undefined),
  );
  for (const payment of from)
    for (const life of payment.lives) if (!isFinal(life)) endLife(model, payment, life);
  leave(model, { account, made });
}

function endLife(model: Model, payment: Payment, life: Life): void {
  for (const sca of model.scas) if (sca.payment === payment.place && isOpen(sca)) sca.status = 'FAILED';
  if (life.status === 'RCVD') endBasketWith(model, payment);
  life.lapsesAt = undefined;
  life.funds = undefined;
  goRejected(life, 'BAD_REQUEST');
}

/** Its other payments are free: over at the end of their day, unless somebody authorises them. */
function endBasketWith(model: Model, { place }: Payment): void {
  for (const basket of model.baskets.filter(({ members }) => members.includes(place))) {
    if (!isLive(model, basket)) continue;
    for (const life of waitingIn(model, basket).flatMap(({ lives }) => lives))
      life.lapsesAt ??= endOf(life.day);
    for (const sca of scasOf(model, basket)) if (isOpen(sca)) sca.status = 'FAILED';
    basket.isEnded = true;
  }
}

function endOfCustomer(model: Model, customer: string): void {
  const gone = (number: string | undefined) => number !== undefined && model.goneCustomers.includes(number);
  const open = model.scas
    .filter((sca) => isOpen(sca) && (gone(sca.psu) || gone(sca.identified)))
    .sort((one, other) => one.startedAt - other.startedAt || one.place - other.place);
  for (const sca of open) fail(model, sca, 'BAD_REQUEST');
  endConsents(model, ({ psu }) => psu === customer);
  model.sessions = model.sessions.filter(({ psu }) => psu !== customer);
  model.lastScas = model.lastScas.filter(({ psu }) => psu !== customer);
}

/** With nothing on it; what was paid to the number meanwhile stays where it is. */
export function makeAccount(model: Model, place: number): Said {
  const owner = model.facts[place]?.owner ?? '';
  if (!isCustomer(model, owner)) return refused(400, 'RESOURCE_UNKNOWN customerNumber');
  if (accountAt(model, place)) return refused(409, 'CONFLICT bban');
  stamp(model, place, 'gone');
  model.holdings[place] = { made: madeAt(model, place) + 1, isGone: false };
  return { status: 201, links: 'self transactions' };
}

export function makeCustomer(model: Model, customer: string): Said {
  if (isCustomer(model, customer)) return refused(409, 'CONFLICT customerNumber');
  model.goneCustomers = model.goneCustomers.filter((number) => number !== customer);
  return { status: 201, links: 'self' };
}
