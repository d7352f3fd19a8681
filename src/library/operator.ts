import { call } from '../client/call.ts';
import { getOperation, type InputOf, type Operation } from '../client/operation.ts';
import { measureTime } from '../clock.ts';
import { freshId } from '../core/uuid.ts';
import { Fault } from '../errors.ts';
import type { Transport } from '../transport/transport.ts';
import { parseDuration } from '../values/duration.ts';
import type { BankClock as ShownClock } from '../wire/answers/operator.ts';
import type { FaultToAdd } from '../wire/faults.ts';
import type { Bank, BankClock, BankFaults, Psu } from './bank-types.ts';

/**
 * The function that calls operations of the operator.
 * @throws Fault BANK_REFUSED, BANK_FAILED
 */
type Operate = <Input, Resource>(operation: Operation<Input, Resource>, input: Input) => Promise<Resource>;

/** The context of an operator's call, which has no TPP and no session. @see D11-not-signed */
const OF_NO_TPP = { acceptFix: '', tppSessionId: '', tppRedirectUri: '', psu: {} };

/** Creates the operator of a bank, by its transport. */
export function createOperator(transport: Transport, basePath: string): Operate {
  return async (operation, input) => {
    const context = { ...OF_NO_TPP, basePath, requestId: freshId() };
    return (await call({ transport, stopwatch: measureTime }, operation, input, context)).resource;
  };
}

/** @see D11-clock, A-library-operator */
export function createClock(operate: Operate): BankClock {
  return {
    now: async () => parseTime(await operate(getOperation('show clock'), undefined)),
    advance: async (duration) =>
      parseTime(await operate(getOperation('advance clock'), { seconds: parseSeconds(duration) })),
    set: async (now) => parseTime(await operate(getOperation('set clock'), { now: formatTime(now) })),
    reset: async () => parseTime(await operate(getOperation('reset clock'), undefined)),
  };
}

const parseTime = ({ now }: ShownClock) => new Date(now);

function parseSeconds(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds !== undefined) return seconds;
  throw new Fault('INPUT_INVALID', `${JSON.stringify(duration)} isn't a duration.`, {
    hint: 'Use 90s, 15m, 2h, 3d or 1d12h, or ISO 8601: PT15M or P3D.',
  });
}

/** Formats a time; the bank validates a text. */
function formatTime(now: Date | string): string {
  if (typeof now === 'string') return now;
  if (!Number.isNaN(now.getTime())) return now.toISOString();
  throw new Fault('INPUT_INVALID', "The date for the bank's clock is invalid.");
}

/** @see D11-faults, A-library-operator */
export function createFaults(operate: Operate): BankFaults {
  return {
    add: (fault) => operate(getOperation('add fault'), fault as FaultToAdd),
    list: async () => (await operate(getOperation('list faults'), undefined)).faults,
    clear: async (faultId) => {
      await (faultId === undefined
        ? operate(getOperation('clear faults'), undefined)
        : operate(getOperation('clear fault'), { faultId }));
    },
  };
}

/** @see D11-play-sca, A-library-operator */
export function createPsuActs(operate: Operate): Pick<Bank, 'approve' | 'decline'> {
  return {
    approve: (id, psu = {}) => operate(getOperation('approve SCA'), buildPsuAct(id, psu)),
    decline: (id, psu = {}) => operate(getOperation('decline SCA'), buildPsuAct(id, psu)),
  };
}

function buildPsuAct(id: string, { accounts, ...psu }: Psu): InputOf<'approve SCA'> {
  const chosen = accounts === undefined ? {} : { accounts: accounts === 'all' ? accounts : [...accounts] };
  return { ...psu, ...chosen, id: parseAuthorisation(id) ?? id };
}

/** Parses the authorisation of a scaRedirect link. */
function parseAuthorisation(link: string): string | undefined {
  return /^https?:\/\/.*\/sca\/([^/?#]+)\/[^/?#]+$/.exec(link)?.[1];
}
