import type { ReleasedTpp, Snapshot } from '../wire/answers/operator.ts';
import type { FaultToAdd } from '../wire/faults.ts';
import type { ConsentGrant, ConsentRevocation, ScaAct } from '../wire/operator.ts';
import { defineOperation, withInput } from './operation.ts';

/**
 * The acts of the operator, who isn't a TPP: their requests aren't signed.
 * @see D11-operator-acts
 */

/** An authorisation; or a payment or a basket, whose last open one is meant. */
export interface ScaReference {
  readonly id: string;
}

/** An act in which the PSU identifies. */
export interface PsuAct extends ScaReference, ScaAct {}

export interface HeldPayment {
  readonly paymentId: string;
}

export interface AccountOfRight {
  /** Id of an account or card account. */
  readonly accountId: string;
}

/** @see D11-play-sca */
export const approveSca = defineOperation('approve SCA', withInput<PsuAct>());
export const declineSca = defineOperation('decline SCA', withInput<PsuAct>());
/** The PSU identifies and goes away: the SCA stays open until its 15 minutes are over. */
export const abandonSca = defineOperation('abandon SCA', withInput<PsuAct>());
export const expireSca = defineOperation('expire SCA', withInput<ScaReference>());
export const failSca = defineOperation('fail SCA', withInput<ScaReference>());

/** Runs the next scheduled run at once. @see D11-batch */
export const runBatch = defineOperation('run batch');

/** @see D11-bank-time */
export const showClock = defineOperation('show clock');
export const advanceClock = defineOperation('advance clock', withInput<{ readonly seconds: number }>());
/** Takes ISO 8601 with offset or Z. */
export const setClock = defineOperation('set clock', withInput<{ readonly now: string }>());
export const resetClock = defineOperation('reset clock');

/** Gives or takes back a consent directly with the bank, for one TPP or for all. @see D15-directly */
export const grantConsent = defineOperation('grant consent', withInput<ConsentGrant>());
export const revokeConsent = defineOperation('revoke consent', withInput<ConsentRevocation>());

/** @see D11-faults */
export const listFaults = defineOperation('list faults');
export const addFault = defineOperation('add fault', withInput<FaultToAdd>());
export const clearFaults = defineOperation('clear faults');
export const clearFault = defineOperation('clear fault', withInput<{ readonly faultId: number }>());

/** @see D6-consent, D11-payment-right */
export const takePaymentRight = defineOperation('take payment right', withInput<AccountOfRight>());
export const givePaymentRight = defineOperation('give payment right', withInput<AccountOfRight>());

/** @see D11-hold, D11-settle-late */
export const holdPayment = defineOperation('hold payment', withInput<HeldPayment>());
export const releasePayment = defineOperation('release payment', withInput<HeldPayment>());
export const rejectPayment = defineOperation('reject payment', withInput<HeldPayment>());
export const settlePaymentLate = defineOperation('settle payment late', withInput<HeldPayment>());
export const settlePayment = defineOperation('settle payment', withInput<HeldPayment>());

/** In a shared world the next key that comes with the organizationIdentifier owns it. @see S11-shared-world */
export const releaseTpp = defineOperation('release TPP', withInput<ReleasedTpp>());

/** Takes the bank's world by natural keys. @see D16-snapshot */
export const takeSnapshot = defineOperation('take snapshot');
/** @see D16-restore */
export const restoreSnapshot = defineOperation('restore snapshot', withInput<Snapshot>());
