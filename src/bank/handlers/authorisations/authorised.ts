import type { Op } from '../../../store/contract.ts';
import type { Refusal } from '../../answer.ts';
import type { Authorisation, Purpose } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import type { WorldState } from '../../store/tables/world.ts';

/**
 * What a TPP starts, lists and reads authorisations of: a row for each family of paths. What the SCA itself comes to is
 * another table's (sca/subjects).
 */
export interface Authorised<Own extends { readonly sequence: bigint }> {
  readonly purpose: Purpose;
  /** The resource of the path, when it is this TPP's and PSU's. */
  own(exchange: Exchange, world: WorldState): Op<Own | Refusal>;
  /** Of the resource; the authorisations are below it. */
  href(exchange: Exchange, own: Own): string;
  /** What becomes of an open SCA that was started the same way: another takes its place, or it is the answer. */
  readonly whenOpen: 'replace' | 'answer';
  refuseStart(exchange: Exchange, world: WorldState, own: Own): Op<Refusal | undefined>;
  /** Whether the bank asks for no SCA. */
  isExempt(exchange: Exchange, world: WorldState, own: Own): Op<boolean>;
  /** customerNumber, where it is known who the PSU is before they open the link. */
  identified(exchange: Exchange, world: WorldState): Op<string | undefined>;
  /** The SCA was started, or none is needed. */
  begun(exchange: Exchange, world: WorldState, own: Own, sca: Authorisation): Op<void>;
}
