import { createSandboxCustomer } from '../../client/sandbox/customers.ts';
import type { SandboxCustomer } from '../../wire/sandbox/customer.ts';
import type { SeedCustomer } from '../world.ts';
import { bodyOf, type Hand, send } from './hand.ts';
import { differing } from './tally.ts';
import { forEachOf } from './workers.ts';

/** A customer of the files; `atBank` is absent where a plan would make it. */
export interface HeldCustomer {
  readonly seed: SeedCustomer;
  readonly atBank: SandboxCustomer | undefined;
}

/** What a customer at the bank has otherwise than the files: no operation changes it. @see D16-seed-differs */
export function customerDiffers(seed: SeedCustomer, there: SandboxCustomer): string | undefined {
  return differing([
    ['name', there.customerName, seed.name],
    ['type', there.customerType, seed.type],
  ]);
}

/** @returns by customerNumber */
export async function convergeCustomers(
  hand: Hand,
  customers: readonly SeedCustomer[],
  there: readonly SandboxCustomer[],
): Promise<ReadonlyMap<string, HeldCustomer>> {
  const known = new Map(there.map((one) => [one.customerNumber, one]));
  const held = new Map<string, HeldCustomer>();
  await forEachOf(customers, async (seed) => {
    const atBank = known.get(seed.number);
    held.set(seed.number, {
      seed,
      atBank: atBank === undefined ? await make(hand, seed) : compare(hand, seed, atBank),
    });
  });
  return held;
}

function make(hand: Hand, seed: SeedCustomer): Promise<SandboxCustomer | undefined> {
  const { place, number: customerNumber, name, type } = seed;
  hand.tally.add({ fate: 'created', sort: 'customers', what: customerInWords(seed), place });
  return send(hand, createSandboxCustomer, bodyOf({ customerNumber, name, type }), place);
}

function compare({ tally }: Hand, seed: SeedCustomer, there: SandboxCustomer): SandboxCustomer {
  const why = customerDiffers(seed, there);
  if (why === undefined) tally.unchanged('customers');
  else tally.add({ fate: 'differs', sort: 'customers', what: customerInWords(seed), why, place: seed.place });
  return there;
}

export function customerInWords({ number }: Pick<SeedCustomer, 'number'>): string {
  return `customer ${number}`;
}
