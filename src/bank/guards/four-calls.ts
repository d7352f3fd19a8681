import { osloDateTime } from '../../values/oslo.ts';
import { refuse } from '../answer.ts';
import { freeFrom, freePlace } from '../domain/authorisation.ts';
import { CALL_COUNTED_MILLISECONDS } from '../domain/world.ts';
import type { Handler } from '../routes/route.ts';
import { isWithinHour } from '../session-of.ts';
import { keepCall, listCalls } from '../store/tables/psus.ts';

/**
 * After the hour, and without PSU-IP-Address, four calls of an operation on an account are answered in 24 hours. Those
 * alone that are answered count, so it is asked what the answer is first. Whoever finds a place free takes it in the same
 * transaction, under the write lock: a read is run again as a write for that.
 * @param account the path's parameter that has its id
 * @see D6-four-calls, D7-page-token
 * @see ../../../docs/adr/0035-what-a-read-of-an-account-asks-first.md
 * @see ../../../docs/adr/0007-a-read-that-must-write-runs-again.md
 */
export function fourCalls(account: string, handler: Handler): Handler {
  return function* (exchange, world) {
    const outcome = yield* handler(exchange, world);
    if (!('status' in outcome) || outcome.status !== 200) return outcome;
    if (exchange.isContinued) return outcome;
    if (exchange.header('PSU-IP-Address') !== undefined) return outcome;
    if (yield* isWithinHour(exchange, world)) return outcome;
    const { tpp, psu = '', route } = exchange;
    const call = { tpp, psu, account: exchange.param(account), operation: route.operation };
    const calls = yield* listCalls(call);
    const place = freePlace(calls, world.bankNow, CALL_COUNTED_MILLISECONDS);
    if (place === undefined) return refuseFifth(freeFrom(calls, CALL_COUNTED_MILLISECONDS));
    yield* keepCall(call, place, world.bankNow);
    return outcome;
  };
}

function refuseFifth(next: number) {
  const text = `the limit of 4 calls in 24 hours without PSU-IP-Address is reached for this account and operation: the next one is possible from ${osloDateTime(next)}`;
  return refuse(429, 'ACCESS_EXCEEDED', text);
}
