import { addFault, clearFault, clearFaults, listFaults } from '../client/operator.ts';
import type { FaultToAdd } from '../wire/faults.ts';
import type { BankFaults } from './bank-types.ts';
import type { Operate } from './operate.ts';

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
