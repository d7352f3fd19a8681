import { lastScaOf } from '../model/baskets.ts';
import { actOn, type PaymentAct, runBatch, setRight } from '../model/operator.ts';
import { CONFLICT, type Given, type Play, play } from '../model/play.ts';
import { isOpen, type Model, refused, type Sca } from '../model/state.ts';
import {
  choose,
  chooseBasket,
  type Ids,
  NOT_MADE,
  once,
  operatorSent,
  type Plan,
  type Target,
} from '../plan.ts';
import { accountsIn } from './consents.ts';

/** Commands of the operator: as the PSU, on a payment, the batch. */

export interface PlayCommand {
  readonly do: 'play';
  readonly act: Play;
  /** By the payment or basket, or by the id of an SCA: open ones first, counted from the last. */
  readonly at: Target | { readonly sca: number } | { readonly basket: number } | 'nobody';
  readonly given?: Given;
}

export interface PaymentCommand {
  readonly do: 'payment';
  readonly act: PaymentAct;
  readonly at: Target | 'nobody';
}

/** The bank takes the right to pay from an account, or gives it back. */
export interface RightCommand {
  readonly do: 'right';
  readonly way: 'take' | 'give';
  readonly account: number | 'nowhere';
}

export interface BatchCommand {
  readonly do: 'batch';
  /** As one who is no operator: the path is not there. */
  readonly isStranger?: boolean;
}

/** The last open SCA of a payment, else its last. */
function scaOfPayment({ scas }: Model, payment: number | undefined): Sca | undefined {
  const own = scas.filter((sca) => sca.payment === payment && payment !== undefined);
  const inOrder = [
    ...own.filter(({ purpose }) => purpose === 'payment'),
    ...own.filter(({ purpose }) => purpose === 'cancellation'),
  ];
  return inOrder.findLast(isOpen) ?? inOrder.at(-1);
}

function scaCounted({ scas }: Model, back: number): Sca | undefined {
  const ordered = [...scas.filter((sca) => !isOpen(sca)), ...scas.filter(isOpen)];
  return ordered.at(-1 - (back % Math.max(ordered.length, 1)));
}

/** What an id means: an SCA, or what has some. */
interface Named {
  readonly id: string | undefined;
  readonly sca: (model: Model) => Sca | undefined;
}

function named(model: Model, at: PlayCommand['at'], ids: Ids): Named {
  if (at === 'nobody') return { id: undefined, sca: () => undefined };
  if ('sca' in at) {
    const place = scaCounted(model, at.sca)?.place ?? -1;
    return { id: ids.scas[place], sca: ({ scas }) => scas[place] };
  }
  if ('basket' in at) {
    const place = chooseBasket(model, at.basket)?.place ?? -1;
    return { id: ids.baskets[place], sca: (then) => lastScaOf(then, then.baskets[place]) };
  }
  const place = choose(model, at)?.place;
  return { id: ids.payments[place ?? -1], sca: (then) => scaOfPayment(then, place) };
}

export function planOfPlay(model: Model, { act, at, given = {} }: PlayCommand, ids: Ids): Plan {
  const { id, sca } = named(model, at, ids);
  const { agreement, accounts, ...said } = given;
  const agreementId = ids.agreements[agreement as number] ?? NOT_MADE;
  const body = {
    ...said,
    ...(agreement === undefined ? {} : { agreementId }),
    ...(accounts === undefined ? {} : { accounts: accountsIn(model, accounts, ids) }),
  };
  const hasBody = act !== 'expire' && act !== 'fail';
  return {
    sent: operatorSent('POST', `/operator/sca/${id ?? NOT_MADE}/${act}`, hasBody ? body : undefined),
    act: once((then) => {
      const found = sca(then);
      return found || id === undefined ? play(then, act, found, given) : CONFLICT;
    }),
  };
}

export function planOfPayment(model: Model, { act, at }: PaymentCommand, ids: Ids): Plan {
  const payment = at === 'nobody' ? undefined : choose(model, at);
  const id = ids.payments[payment?.place ?? -1] ?? NOT_MADE;
  return {
    sent: operatorSent('POST', `/operator/payments/${id}/${act}`),
    act: once((then) => actOn(then, act, payment && then.payments[payment.place])),
  };
}

export function planOfBatch({ isStranger = false }: BatchCommand): Plan {
  const sent = operatorSent('POST', '/operator/batch/run');
  if (!isStranger) return { sent, act: runBatch };
  return { sent: { ...sent, signer: 'nobody' }, atOnce: refused(404, 'NOT_FOUND'), act: runBatch };
}

export function planOfRight({ facts }: Model, { way, account }: RightCommand, ids: Ids): Plan {
  const number = account === 'nowhere' ? undefined : facts[account]?.number;
  const id = ids.sandbox.get(number ?? '') ?? NOT_MADE;
  return {
    sent: operatorSent('POST', `/operator/accounts/${id}/payment-right/${way}`),
    act: once((then) => setRight(then, way, account)),
  };
}
