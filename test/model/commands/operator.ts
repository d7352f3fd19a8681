import {
  actOn,
  CONFLICT,
  type Given,
  type PaymentAct,
  type Play,
  play,
  runBatch,
} from '../model/operator.ts';
import { isOpen, type Model, refused, type Sca } from '../model/state.ts';
import { choose, type Ids, NOT_MADE, once, operatorSent, type Plan, type Target } from '../plan.ts';

/** Commands of the operator: as the PSU, on a payment, the batch. */

export interface PlayCommand {
  readonly do: 'play';
  readonly act: Play;
  /** By the payment, or by the id of an SCA: open ones first, counted from the last. */
  readonly at: Target | { readonly sca: number } | 'nobody';
  readonly given?: Given;
}

export interface PaymentCommand {
  readonly do: 'payment';
  readonly act: PaymentAct;
  readonly at: Target | 'nobody';
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

export function planOfPlay(model: Model, { act, at, given = {} }: PlayCommand, ids: Ids): Plan {
  const bySca = typeof at === 'object' && 'sca' in at;
  const counted = bySca ? scaCounted(model, at.sca) : undefined;
  const payment = bySca || at === 'nobody' ? undefined : choose(model, at);
  const id = (bySca ? ids.scas[counted?.place ?? -1] : ids.payments[payment?.place ?? -1]) ?? NOT_MADE;
  const { agreement, ...said } = given;
  const body = { ...said, ...(agreement ? { agreementId: NOT_MADE } : {}) };
  const hasBody = act !== 'expire' && act !== 'fail';
  return {
    sent: operatorSent('POST', `/operator/sca/${id}/${act}`, hasBody ? body : undefined),
    act: once((then) => {
      const sca = bySca ? then.scas[counted?.place ?? -1] : scaOfPayment(then, payment?.place);
      return sca || !payment ? play(then, act, sca, given) : CONFLICT;
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
