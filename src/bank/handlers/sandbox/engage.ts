import type { Op } from '../../../store/contract.ts';
import { AGREEMENT_ROLES } from '../../../values/agreement-roles.ts';
import type { SandboxEngagementRequest } from '../../../wire/sandbox/agreement.ts';
import {
  type Engaged,
  type EngagementFault,
  engagementFaults,
  repeatedFault,
} from '../../domain/engagement.ts';
import { idOfUse, naturalKey } from '../../domain/ids.ts';
import type { Engagement } from '../../domain/world.ts';
import { findAccountOfIban } from '../../store/tables/accounts.ts';
import { findNamedCustomer, insertEngagements, type NewEngagement } from '../../store/tables/customers.ts';
import { countUses } from '../../store/tables/numbers.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** An engagement that is asked for, with what the bank has of what it names. */
export interface Found extends Engaged {
  readonly asked: SandboxEngagementRequest;
}

interface Looked {
  readonly found: readonly Found[];
  readonly faults: readonly EngagementFault[];
}

/**
 * What engagements name, or what is wrong with them.
 * @param owner customerNumber of the agreement's owner; absent when that is not known itself
 * @param placeOf where each stands in the body
 */
export function* findEngaged(
  engagements: readonly SandboxEngagementRequest[],
  owner: string | undefined,
  placeOf: (index: number) => string,
): Op<Looked> {
  const customerOf = remembered(findNamedCustomer);
  const accountOf = remembered(findAccountOfIban);
  const found: Found[] = [];
  const faults: EngagementFault[] = [];
  const places = new Map<string, string>();
  for (const [index, asked] of engagements.entries()) {
    const customer = yield* customerOf(asked.customer);
    const account = yield* accountOf(asked.account.iban);
    const at = placeOf(index);
    faults.push(...engagementFaults({ customerNumber: customer?.customerNumber, account, owner }, at));
    if (customer === undefined || account === undefined) continue;
    const { customerNumber } = customer;
    const pair = JSON.stringify([customerNumber, account.id]);
    const first = places.get(pair);
    if (first === undefined) places.set(pair, at);
    else faults.push(repeatedFault(at, first));
    found.push({ asked, customerNumber, account });
  }
  return { found, faults };
}

/** Asks for each name once: many engagements name few customers and accounts. */
function remembered<T>(find: (name: string) => Op<T>): (name: string) => Op<T> {
  const known = new Map<string, T>();
  return function* (name) {
    const before = known.get(name);
    if (before !== undefined) return before;
    const one = yield* find(name);
    known.set(name, one);
    return one;
  };
}

/** Stores engagements of an agreement. */
export function* engage(
  world: WorldState,
  agreementId: string,
  found: readonly Found[],
): Op<readonly Engagement[]> {
  const keyOf = ({ customerNumber, account }: Found) =>
    naturalKey('engagement', agreementId, customerNumber, account.id);
  const uses = yield* countUses(found.map(keyOf));
  const made = found.map((one): NewEngagement & Engagement => {
    const { asked, customerNumber, account } = one;
    const { roles, registerLimit, approvalLimit } = asked;
    const key = keyOf(one);
    return {
      engagementId: idOfUse(world.seed, key, uses.of(key)),
      agreementId,
      customerNumber,
      account: account.id,
      iban: account.iban,
      roles: AGREEMENT_ROLES.filter((role) => roles.includes(role)),
      ...(registerLimit === undefined ? {} : { registerLimit }),
      ...(approvalLimit === undefined ? {} : { approvalLimit }),
    };
  });
  yield* insertEngagements(made);
  return made;
}
