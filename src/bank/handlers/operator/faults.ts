import type { FaultList, FaultSet, FaultsCleared } from '../../../wire/answers/operator.ts';
import { type FaultName, type FaultToAdd, reachOf } from '../../../wire/faults.ts';
import { faultToAdd } from '../../../wire/operator.ts';
import { answerOk, refuse, unknownResource } from '../../answer.ts';
import type { SetFault } from '../../domain/world.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { insertFault, listFaults, removeFault, removeFaults } from '../../store/tables/faults.ts';

/** How many are set at a time: each is looked at with each call. @see D11-fault-life */
const MOST_SET = 100;

export const showFaults: Handler = function* () {
  return answerOk<FaultList>({ faults: (yield* listFaults()).map(shown) });
};

/** @see D11-faults */
export const addFault: Handler = function* (exchange) {
  const asked = exchange.body as FaultToAdd;
  const { fault, operation } = asked;
  if (operation !== undefined && !reachOf(fault).includes(operation)) {
    const text = `${fault} can't strike this operation, or the bank doesn't have it`;
    return refuse(400, 'FORMAT_ERROR', text, 'operation');
  }
  if ((yield* listFaults()).length >= MOST_SET)
    return refuse(409, 'CONFLICT', `${MOST_SET} faults are set, the most there may be: clear some`);
  const json = shown(yield* insertFault(asked));
  return { status: 201, json };
};

export const clearFault: Handler = function* (exchange) {
  const given = exchange.param('faultId');
  const isSet = /^[1-9][0-9]{0,8}$/.test(given) && (yield* removeFault(Number(given)));
  const json: FaultsCleared = { cleared: 1 };
  return isSet ? { status: 200, json } : unknownResource('fault');
};

export const clearFaults: Handler = function* () {
  return answerOk<FaultsCleared>({ cleared: yield* removeFaults() });
};

/** Its name was one when it was set. */
function shown(set: SetFault): FaultSet {
  return { ...set, fault: set.fault as FaultName };
}

/** @see D11-faults */
export const FAULT_ROUTES: readonly Route[] = [
  defineRoute('list faults', showFaults),
  defineRoute('add fault', addFault, { body: () => faultToAdd }),
  defineRoute('clear fault', clearFault),
  defineRoute('clear faults', clearFaults),
];
