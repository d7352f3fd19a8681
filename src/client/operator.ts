import type {
  BankClock,
  BatchRun,
  ConsentGranted,
  FaultList,
  FaultSet,
  FaultsCleared,
  PaymentMoved,
  PaymentRight,
  ReleasedTpp,
  RestoredWorld,
  ScaPlayed,
  Snapshot,
} from '../wire/answers/operator.ts';
import type { FaultToAdd } from '../wire/faults.ts';
import { operationNamed } from '../wire/operations.ts';
import type { ConsentGrant, ConsentRevocation, ScaAct } from '../wire/operator.ts';
import type { OperationThatAnswers } from './answers.ts';
import { bareOperation, JSON_BODY, type Operation, plainHeaders } from './operation.ts';

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
export const approveSca = act<PsuAct, ScaPlayed>('approve SCA');
export const declineSca = act<PsuAct, ScaPlayed>('decline SCA');
/** The PSU identifies and goes away: the SCA stays open until its 15 minutes are over. */
export const abandonSca = act<PsuAct, ScaPlayed>('abandon SCA');
export const expireSca = act<ScaReference, ScaPlayed>('expire SCA');
export const failSca = act<ScaReference, ScaPlayed>('fail SCA');

/** Runs the next scheduled run at once. @see D11-batch */
export const runBatch = act<void, BatchRun>('run batch');

/** @see D11-bank-time */
export const showClock = act<void, BankClock>('show clock');
export const advanceClock = act<{ readonly seconds: number }, BankClock>('advance clock');
/** Takes ISO 8601 with offset or Z. */
export const setClock = act<{ readonly now: string }, BankClock>('set clock');
export const resetClock = act<void, BankClock>('reset clock');

/** Gives or takes back a consent directly with the bank, for one TPP or for all. @see D15-directly */
export const grantConsent = act<ConsentGrant, ConsentGranted>('grant consent');
export const revokeConsent = act<ConsentRevocation, Record<string, never>>('revoke consent');

/** @see D11-faults */
export const listFaults = act<void, FaultList>('list faults');
export const addFault = act<FaultToAdd, FaultSet>('add fault');
export const clearFaults = act<void, FaultsCleared>('clear faults');
export const clearFault = act<{ readonly faultId: number }, FaultsCleared>('clear fault');

/** @see D6-consent, D11-payment-right */
export const takePaymentRight = act<AccountOfRight, PaymentRight>('take payment right');
export const givePaymentRight = act<AccountOfRight, PaymentRight>('give payment right');

/** @see D11-hold, D11-settle-late */
export const holdPayment = act<HeldPayment, PaymentMoved>('hold payment');
export const releasePayment = act<HeldPayment, PaymentMoved>('release payment');
export const rejectPayment = act<HeldPayment, PaymentMoved>('reject payment');
export const settlePaymentLate = act<HeldPayment, PaymentMoved>('settle payment late');
export const settlePayment = act<HeldPayment, PaymentMoved>('settle payment');

/** In a shared world the next key that comes with the organizationIdentifier owns it. @see S11-shared-world */
export const releaseTpp = act<ReleasedTpp, ReleasedTpp>('release TPP');

/** Takes the bank's world by natural keys. @see D16-snapshot */
export const takeSnapshot = act<void, Snapshot>('take snapshot');
/** @see D16-restore */
export const restoreSnapshot = act<Snapshot, RestoredWorld>('restore snapshot');

/** Builds an act: the parts of the input that its path doesn't name are its body, where it takes one. */
function act<Input, Resource>(name: OperationThatAnswers<Resource>): Operation<Input, Resource> {
  const bare = bareOperation<Input, Resource>(name, plainHeaders);
  if (!operationNamed(name).takesBody) return bare;
  return {
    ...bare,
    request: (input, context) => {
      const { headers, ...rest } = bare.request(input, context);
      const members = Object.entries(input ?? {}).filter(([member]) => !bare.path.includes(`{${member}}`));
      const body = Buffer.from(JSON.stringify(Object.fromEntries(members)), 'utf8');
      return { ...rest, headers: [...headers, JSON_BODY], body };
    },
  };
}
