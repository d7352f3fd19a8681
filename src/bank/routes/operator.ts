import { faultToAdd } from '../../wire/fault-to-add.ts';
import { clockAdvance, clockSet, consentGrant, consentRevocation, scaAct } from '../../wire/operator.ts';
import { SNAPSHOT_LIMIT_BYTES, snapshotBody } from '../../wire/snapshot.ts';
import { runBatch } from '../handlers/operator/batch.ts';
import { advanceClock, resetClock, setClockTo, showClock } from '../handlers/operator/clock.ts';
import { grantConsent, revokeConsent } from '../handlers/operator/consents.ts';
import { addFault, clearFault, clearFaults, showFaults } from '../handlers/operator/faults.ts';
import { givePaymentRight, takePaymentRight } from '../handlers/operator/payment-right.ts';
import {
  holdPayment,
  rejectPayment,
  releasePayment,
  settlePayment,
  settlePaymentLate,
} from '../handlers/operator/payments.ts';
import { releaseTpp } from '../handlers/operator/release-tpp.ts';
import { abandonSca, approveSca, declineSca, expireSca, faultSca } from '../handlers/operator/sca.ts';
import { restoreWorld, takeWorld } from '../handlers/operator/snapshots.ts';
import { listWorlds } from '../handlers/operator/worlds.ts';
import type { Handler, Route } from './route.ts';
import { rowOf } from './row.ts';

const OPERATOR_RULES = {
  required: [],
  corporateIdRequired: false,
  query: [],
  access: 'write',
  statefulGuards: [],
} as const satisfies Partial<Route>;

/** The sandbox's own controls. @see D11-operator-acts */
export const OPERATOR_ROUTES: readonly Route[] = [
  playing('approve', approveSca),
  playing('decline', declineSca),
  playing('abandon', abandonSca),
  act('expire SCA', expireSca),
  act('fail SCA', faultSca),
  act('run batch', runBatch),
  { ...act('show clock', showClock), access: 'read', answersWhileDue: true },
  { ...act('advance clock', advanceClock), body: () => clockAdvance },
  { ...act('set clock', setClockTo), body: () => clockSet },
  act('reset clock', resetClock),
  act('hold payment', holdPayment),
  act('release payment', releasePayment),
  act('reject payment', rejectPayment),
  act('settle payment late', settlePaymentLate),
  act('settle payment', settlePayment),
  act('take payment right', takePaymentRight),
  act('give payment right', givePaymentRight),
  { ...act('take snapshot', takeWorld), access: 'read' },
  {
    ...act('restore snapshot', restoreWorld),
    body: snapshotBody,
    bodyLimitBytes: SNAPSHOT_LIMIT_BYTES,
    endsWorld: true,
  },
  act('release TPP', releaseTpp),
  { ...act('list worlds', listWorlds), access: 'read', answersWhileDue: true },
  { ...act('grant consent', grantConsent), body: () => consentGrant },
  { ...act('revoke consent', revokeConsent), body: () => consentRevocation },
  { ...act('list faults', showFaults), access: 'read' },
  { ...act('add fault', addFault), body: () => faultToAdd },
  act('clear fault', clearFault),
  act('clear faults', clearFaults),
];

function act(name: string, handler: Handler): Route {
  return { ...OPERATOR_RULES, ...rowOf(name), handler };
}

function playing(verb: string, handler: Handler): Route {
  return { ...act(`${verb} SCA`, handler), body: () => scaAct };
}
