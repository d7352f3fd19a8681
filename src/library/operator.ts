import { call } from '../client/call.ts';
import type { Operation } from '../client/operation.ts';
import {
  addFault,
  advanceClock,
  approveSca,
  clearFault,
  clearFaults,
  declineSca,
  listFaults,
  type PsuAct,
  resetClock,
  setClock,
  showClock,
} from '../client/operator.ts';
import { stopwatch } from '../clock.ts';
import { freshId } from '../core/uuid.ts';
import { Fault } from '../errors.ts';
import type { Transport } from '../transport/transport.ts';
import { parseDuration } from '../values/duration.ts';
import type { BankClock as ShownClock } from '../wire/answers/operator.ts';
import type { FaultToAdd } from '../wire/faults.ts';
import type { Bank, BankClock, BankFaults, Psu } from './bank-types.ts';

/**
 * Calls acts of the operator.
 * @throws Fault BANK_REFUSED, BANK_FAILED
 */
type Operate = <Input, Resource>(operation: Operation<Input, Resource>, input: Input) => Promise<Resource>;

/** What belongs to a TPP and its session: an act has neither. @see D11-not-signed */
const OF_NO_TPP = { acceptFix: '', tppSessionId: '', tppRedirectUri: '', psu: {} };

/** The operator at a bank's door. */
export function operatorAt(transport: Transport, basePath: string): Operate {
  return async (operation, input) => {
    const context = { ...OF_NO_TPP, basePath, requestId: freshId() };
    return (await call({ transport, stopwatch }, operation, input, context)).resource;
  };
}

/** @see D11-clock, A-library-operator */
export function clockOf(operate: Operate): BankClock {
  return {
    now: async () => timeOf(await operate(showClock, undefined)),
    advance: async (duration) => timeOf(await operate(advanceClock, { seconds: secondsOf(duration) })),
    set: async (now) => timeOf(await operate(setClock, { now: textOf(now) })),
    reset: async () => timeOf(await operate(resetClock, undefined)),
  };
}

const timeOf = ({ now }: ShownClock) => new Date(now);

function secondsOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds !== undefined) return seconds;
  throw new Fault('INPUT_INVALID', `${JSON.stringify(duration)} isn't a duration.`, {
    hint: 'Use 90s, 15m, 2h, 3d or 1d12h, or ISO 8601: PT15M or P3D.',
  });
}

/** A text is the bank's to judge. */
function textOf(now: Date | string): string {
  if (typeof now === 'string') return now;
  if (!Number.isNaN(now.getTime())) return now.toISOString();
  throw new Fault('INPUT_INVALID', "The date for the bank's clock is invalid.");
}

/** @see D11-faults, A-library-operator */
export function faultsAt(operate: Operate): BankFaults {
  return {
    add: (fault) => operate(addFault, fault as FaultToAdd),
    list: async () => (await operate(listFaults, undefined)).faults,
    clear: async (faultId) => {
      await (faultId === undefined ? operate(clearFaults, undefined) : operate(clearFault, { faultId }));
    },
  };
}

/** @see D11-play-sca, A-library-operator */
export function psuAt(operate: Operate): Pick<Bank, 'approve' | 'decline'> {
  return {
    approve: (id, psu = {}) => operate(approveSca, actOf(id, psu)),
    decline: (id, psu = {}) => operate(declineSca, actOf(id, psu)),
  };
}

function actOf(id: string, { accounts, ...psu }: Psu): PsuAct {
  const chosen = accounts === undefined ? {} : { accounts: accounts === 'all' ? accounts : [...accounts] };
  return { ...psu, ...chosen, id: authorisationIn(id) ?? id };
}

/** Of a link scaRedirect. */
function authorisationIn(link: string): string | undefined {
  return /^https?:\/\/.*\/sca\/([^/?#]+)\/[^/?#]+$/.exec(link)?.[1];
}
