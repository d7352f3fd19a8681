import { accountAt, isCustomer, madeAt } from './accounts.ts';
import { endAgreements, endEngagements } from './agreements.ts';
import { isLive, scasOf, waitingIn } from './baskets.ts';
import { endConsents, leave } from './consents.ts';
import { endOf } from './creation.ts';
import { FIRM } from './facts.ts';
import { fail, goRejected, waitingFor } from './life.ts';
import { balanceOf } from './money.ts';
import {
  type Deletion,
  type GoneAccount,
  type GoneCustomer,
  isFinal,
  isOpen,
  type Life,
  type Model,
  type Payment,
  refused,
  type Said,
} from './state.ts';

/** Accounts and customers go, and what hangs on them ends; and they are made again. @see D8-deleting-customer */

const UNKNOWN = refused(404, 'RESOURCE_UNKNOWN');
const DONE: Said = { status: 204 };

export function deleteAccount(model: Model, place: number | 'nowhere'): Said {
  if (place === 'nowhere' || !accountAt(model, place)) return UNKNOWN;
  takeAway(model, place);
  endPiece(model);
  return DONE;
}

export function deleteCustomer(model: Model, customer: string): Said {
  if (!isCustomer(model, customer)) return UNKNOWN;
  for (const [place, { owner }] of model.facts.entries()) {
    if (owner === customer && accountAt(model, place)) takeAway(model, place);
  }
  model.goneCustomers.push(customer);
  endEngagements(model, ({ psu }) => psu === customer);
  if (customer === FIRM) endAgreements(model);
  model.deletions.push({ customer });
  endPiece(model);
  return DONE;
}

/** What is on it goes to SUSPENSE. */
function takeAway(model: Model, place: number): void {
  model.suspense += balanceOf(model, place) - (model.changes[place] ?? 0);
  delete model.changes[place];
  model.rightless = model.rightless.filter((other) => other !== place);
  stamp(model, place, madeAt(model, place));
  model.holdings[place] = { made: madeAt(model, place), isGone: true };
  model.deletions.push({ account: place, made: madeAt(model, place) });
  endEngagements(model, ({ account }) => account === place);
}

/** From now on it is known who got what was paid to this number so far. */
function stamp(model: Model, place: number, paidTo: number | 'gone'): void {
  for (const life of model.payments.flatMap(({ lives }) => lives)) {
    if (life.creditor === place && life.status === 'ACSC') life.paidTo ??= paidTo;
  }
}

/** So many payments and SCAs end at once; the rest before the next request is answered. @see S3-short-lock */
const AT_ONCE = 100;

export function endPiece(model: Model): void {
  for (let ended = 0; ended < AT_ONCE; ) {
    const [first] = model.deletions;
    if (!first) return;
    const piece = endOfOne(model, first, AT_ONCE - ended);
    if (!piece.isDone) return;
    model.deletions.shift();
    ended += piece.ended;
  }
}

interface Piece {
  readonly ended: number;
  readonly isDone: boolean;
}

function endOfOne(model: Model, deletion: Deletion, most: number): Piece {
  return 'account' in deletion ? endOfAccount(model, deletion, most) : endOfCustomer(model, deletion, most);
}

function endOfAccount(model: Model, { account, made }: GoneAccount, most: number): Piece {
  const from = model.payments.filter(
    ({ debtor, since }) => debtor === account && (since === made || since === undefined),
  );
  const open = from.flatMap((payment) => payment.lives.map((life) => ({ payment, life })));
  const some = open.filter(({ life }) => !isFinal(life)).slice(0, most);
  for (const { payment, life } of some) endLife(model, payment, life);
  if (some.length < most) leave(model, { account, made });
  return { ended: some.length, isDone: some.length < most };
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

function endOfCustomer(model: Model, { customer }: GoneCustomer, most: number): Piece {
  const gone = (number: string | undefined) => number !== undefined && model.goneCustomers.includes(number);
  const open = model.scas
    .filter((sca) => isOpen(sca) && (gone(sca.psu) || gone(sca.identified)))
    .sort((one, other) => one.startedAt - other.startedAt || one.place - other.place)
    .slice(0, most);
  let ended = 0;
  for (const sca of open) {
    if (ended >= most) return { ended, isDone: false };
    ended += 1 + waitingFor(model, sca).length;
    fail(model, sca, 'BAD_REQUEST');
  }
  if (open.length === most) return { ended, isDone: false };
  endConsents(model, ({ psu }) => psu === customer);
  model.sessions = model.sessions.filter(({ psu }) => psu !== customer);
  model.lastScas = model.lastScas.filter(({ psu }) => psu !== customer);
  return { ended, isDone: true };
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
