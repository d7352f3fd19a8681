import { expect, onTestFinished } from 'vitest';
import type { AccessLogEntry } from '../../../src/bank/settings.ts';
import { openBank } from '../../../src/library.ts';
import type { FaultSet } from '../../../src/wire/answers/operator.ts';
import { openTestBank, type TestBank } from '../bank.ts';
import { ask } from './operator.ts';

/** A bank that tells what it answered, and how long it would have waited before. */
export async function faultyBank() {
  const told: AccessLogEntry[] = [];
  const waits: number[] = [];
  const open: typeof openBank = (options) =>
    openBank({
      ...options,
      onAnswered: (one) => void told.push(one),
      wait: async (milliseconds) => void waits.push(milliseconds),
    });
  const bank = await openTestBank({ open });
  onTestFinished(() => bank.close());
  return { bank, told, waits };
}

/** Has the operator set a fault. */
export async function setFault(bank: Pick<TestBank, 'handle'>, asked: object): Promise<FaultSet> {
  const { status, json, text } = await ask(bank, 'POST', '/operator/faults', asked);
  expect(status, text).toBe(201);
  return json;
}

export async function faultsOf(bank: Pick<TestBank, 'handle'>): Promise<readonly FaultSet[]> {
  const { status, json, text } = await ask(bank, 'GET', '/operator/faults');
  expect(status, text).toBe(200);
  return json.faults;
}

export async function clearFaults(bank: Pick<TestBank, 'handle'>, id?: number): Promise<number> {
  const path = id === undefined ? '/operator/faults' : `/operator/faults/${id}`;
  const { status, json, text } = await ask(bank, 'DELETE', path);
  expect(status, text).toBe(200);
  return json.cleared;
}
