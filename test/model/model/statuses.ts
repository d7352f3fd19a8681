import { type Basket, isFinal, type Life, type Model, type Payment, type Status } from './state.ts';

/** One status for several: of a bulk's items, of a basket's payments. @see D4-bulk-status, D5-basket-status */

const WORST_FIRST = [
  ...['RJCT', 'CANC', 'ACCP without funds', 'PDNG', 'RCVD', 'PART'],
  ...['ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACWP', 'ACSC'],
];

type Standing = Pick<Life, 'funds'> & { readonly status: Status | 'PART' };

function rank({ status, funds }: Standing): number {
  return WORST_FIRST.indexOf(status === 'ACCP' && funds === false ? 'ACCP without funds' : status);
}

function worst(several: readonly Standing[]): Standing {
  return several.reduce((one, other) => (rank(other) < rank(one) ? other : one));
}

/** Status and funds of a payment: the worst of its items while any is open; ended and unlike, PART. */
export function standingOf({ lives }: Payment): Standing {
  const [first] = lives;
  if (!first) throw new Error('a payment of nothing');
  if (lives.every(({ status }) => status === first.status)) return worst(lives);
  return lives.every(isFinal) ? { status: 'PART', funds: undefined } : worst(lives);
}

export function statusOf(payment: Payment): Status | 'PART' {
  return standingOf(payment).status;
}

export function isReceived(payment: Payment): boolean {
  return statusOf(payment) === 'RCVD';
}

export function canBeCancelled(life: Life): boolean {
  return !isFinal(life) && life.status !== 'ACWP';
}

export function membersOf({ payments }: Model, { members }: Basket): Payment[] {
  return members.map((place) => payments[place]).filter((payment) => payment !== undefined);
}

export function statusOfBasket(model: Model, basket: Basket): Status | 'PART' {
  return basket.isDeleted ? 'CANC' : worst(membersOf(model, basket).map(standingOf)).status;
}
