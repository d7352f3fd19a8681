import { defineOperation, type InputOf } from './operation.ts';

/**
 * The acts of the operator, who isn't a TPP: their requests aren't signed.
 * @see D11-operator-acts
 */

/** An authorisation; or a payment or a basket, whose last open one is meant. */
export type ScaReference = InputOf<'fail SCA'>;
/** An act in which the PSU identifies. */
export type PsuAct = InputOf<'approve SCA'>;
export type HeldPayment = InputOf<'hold payment'>;
/** `accountId` is the id of an account or card account. */
export type AccountOfRight = InputOf<'take payment right'>;

/** @see D11-play-sca */
export const approveSca = defineOperation('approve SCA');
export const declineSca = defineOperation('decline SCA');
/** The PSU identifies and goes away: the SCA stays open until its 15 minutes are over. */
export const abandonSca = defineOperation('abandon SCA');
export const expireSca = defineOperation('expire SCA');
export const failSca = defineOperation('fail SCA');

/** Runs the next scheduled run at once. @see D11-batch */
export const runBatch = defineOperation('run batch');

/** @see D11-bank-time */
export const showClock = defineOperation('show clock');
export const advanceClock = defineOperation('advance clock');
/** Takes ISO 8601 with offset or Z. */
export const setClock = defineOperation('set clock');
export const resetClock = defineOperation('reset clock');

/** Gives or takes back a consent directly with the bank, for one TPP or for all. @see D15-directly */
export const grantConsent = defineOperation('grant consent');
export const revokeConsent = defineOperation('revoke consent');

/** @see D11-faults */
export const listFaults = defineOperation('list faults');
export const addFault = defineOperation('add fault');
export const clearFaults = defineOperation('clear faults');
export const clearFault = defineOperation('clear fault');

/** @see D6-consent, D11-payment-right */
export const takePaymentRight = defineOperation('take payment right');
export const givePaymentRight = defineOperation('give payment right');

/** @see D11-hold, D11-settle-late */
export const holdPayment = defineOperation('hold payment');
export const releasePayment = defineOperation('release payment');
export const rejectPayment = defineOperation('reject payment');
export const settlePaymentLate = defineOperation('settle payment late');
export const settlePayment = defineOperation('settle payment');

/** In a shared world the next key that comes with the organizationIdentifier owns it. @see S11-shared-world */
export const releaseTpp = defineOperation('release TPP');

/** Takes the bank's world by natural keys. @see D16-snapshot */
export const takeSnapshot = defineOperation('take snapshot');
/** @see D16-restore */
export const restoreSnapshot = defineOperation('restore snapshot');
