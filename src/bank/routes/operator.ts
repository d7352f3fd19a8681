import { clockAdvance, clockSet, scaAct } from '../../wire/operator.ts';
import { runBatch } from '../handlers/operator/batch.ts';
import { advanceClock, resetClock, setClockTo, showClock } from '../handlers/operator/clock.ts';
import { givePaymentRight, takePaymentRight } from '../handlers/operator/payment-right.ts';
import {
  holdPayment,
  rejectPayment,
  releasePayment,
  settlePayment,
  settlePaymentLate,
} from '../handlers/operator/payments.ts';
import { abandonSca, approveSca, declineSca, expireSca, faultSca } from '../handlers/operator/sca.ts';
import type { Handler, Route } from './route.ts';

const OPERATOR_RULES = {
  door: 'operator',
  required: [],
  corporateIdRequired: false,
  digestRequired: false,
  query: [],
  access: 'write',
  answersRepeats: false,
  statefulGuards: [],
} as const satisfies Partial<Route>;

/** The sandbox's own controls. @see decisions.md §11 */
export const OPERATOR_ROUTES: readonly Route[] = [
  playing('approve', approveSca),
  playing('decline', declineSca),
  playing('abandon', abandonSca),
  act('expire sca', '/operator/sca/{id}/expire', expireSca),
  act('fail sca', '/operator/sca/{id}/fail', faultSca),
  act('run batch', '/operator/batch/run', runBatch),
  {
    ...OPERATOR_RULES,
    operation: 'show clock',
    method: 'GET',
    path: '/operator/clock',
    access: 'read',
    handler: showClock,
  },
  { ...act('advance clock', '/operator/clock/advance', advanceClock), body: () => clockAdvance },
  { ...act('set clock', '/operator/clock/set', setClockTo), body: () => clockSet },
  act('reset clock', '/operator/clock/reset', resetClock),
  act('hold payment', '/operator/payments/{paymentId}/hold', holdPayment),
  act('release payment', '/operator/payments/{paymentId}/release', releasePayment),
  act('reject payment', '/operator/payments/{paymentId}/reject', rejectPayment),
  act('settle payment late', '/operator/payments/{paymentId}/settle-late', settlePaymentLate),
  act('settle payment', '/operator/payments/{paymentId}/settle', settlePayment),
  act('take payment right', '/operator/accounts/{accountId}/payment-right/take', takePaymentRight),
  act('give payment right', '/operator/accounts/{accountId}/payment-right/give', givePaymentRight),
];

function act(operation: string, path: string, handler: Handler): Route {
  return { ...OPERATOR_RULES, operation, method: 'POST', path, handler };
}

function playing(verb: string, handler: Handler): Route {
  return { ...act(`${verb} sca`, `/operator/sca/{id}/${verb}`, handler), body: () => scaAct };
}
