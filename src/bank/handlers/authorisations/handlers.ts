import type { Op } from '../../../store/contract.ts';
import { type Refusal, type Result, unknownResource } from '../../answer.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import { sequenceOf } from '../../domain/ids.ts';
import type { Exchange } from '../../exchange.ts';
import type { Handler } from '../../routes/route.ts';
import { listOpen, withdrawOpen } from '../../sca/end.ts';
import { answerStarted, isSameStart, linksOfSca, refuseTooManyOpen } from '../../sca-link.ts';
import { findAuthorisation, listAuthorisations } from '../../store/tables/authorisations.ts';
import type { WorldState } from '../../store/tables/world.ts';
import type { Authorised } from './authorised.ts';
import { begin } from './begin.ts';

/** The three operations of a family of authorisations. @see D1-authorisations */
export interface AuthorisationHandlers {
  readonly start: Handler;
  readonly list: Handler;
  readonly read: Handler;
}

export function handlersOf<Own extends { readonly sequence: bigint }>(
  row: Authorised<Own>,
): AuthorisationHandlers {
  return { start: startOf(row), list: listOf(row), read: readOf(row) };
}

/**
 * Starts an SCA. The open one of the same kind ends, what it is about untouched; or, where a retry must come back to the
 * TPP, the open one is the answer when it was started the same way.
 * @see D4-start-authorisation
 * @see D5-authorisation, D2-same-authorisation, I-basket-authorisation
 */
function startOf<Own extends { readonly sequence: bigint }>(row: Authorised<Own>): Handler {
  return function* (exchange, world) {
    const own = yield* row.own(exchange, world);
    if ('messages' in own) return own;
    const open = yield* listOpen(own.sequence, row.purpose);
    const same = row.whenOpen === 'answer' ? open.find((sca) => isSameStart(exchange, sca)) : undefined;
    if (same) return answerStarted(exchange, row.href(exchange, own), same);
    const refusal = yield* row.refuseStart(exchange, world, own);
    if (refusal) return refusal;
    const isExempt = yield* row.isExempt(exchange, world, own);
    const tooMany = isExempt ? undefined : yield* refuseTooManyOpen(exchange, open);
    if (tooMany) return tooMany;
    yield* withdrawOpen(world, own.sequence, row.purpose);
    const sca = yield* begin(exchange, world, row, { own, isExempt });
    return answerStarted(exchange, row.href(exchange, own), sca);
  };
}

/** The ids, the first started first. */
function listOf<Own extends { readonly sequence: bigint }>({ own: find, purpose }: Authorised<Own>): Handler {
  return function* (exchange, world) {
    const own = yield* find(exchange, world);
    if ('messages' in own) return own;
    const all = yield* listAuthorisations(own.sequence, purpose);
    return { status: 200, json: { authorisationIds: all.map(({ authorisationId }) => authorisationId) } };
  };
}

function readOf<Own extends { readonly sequence: bigint }>(row: Authorised<Own>): Handler {
  return function* (exchange, world) {
    const own = yield* row.own(exchange, world);
    if ('messages' in own) return own;
    const sca = yield* findOwnSca(exchange, world, row, own);
    return 'messages' in sca ? sca : answerSca(exchange, row.href(exchange, own), sca);
  };
}

/** The SCA of the path, when it is one of the resource before it. */
function* findOwnSca<Own extends { readonly sequence: bigint }>(
  exchange: Exchange,
  { seed }: WorldState,
  { purpose }: Authorised<Own>,
  { sequence: subject }: Own,
): Op<Authorisation | Refusal> {
  const sequence = sequenceOf(seed, 'authorisation', exchange.param('authorisationId'));
  const sca = sequence === undefined ? undefined : yield* findAuthorisation(sequence);
  return sca?.subject === subject && sca.purpose === purpose ? sca : unknownResource('authorisation');
}

function answerSca(exchange: Exchange, subject: string, sca: Authorisation): Result {
  return { status: 200, json: { scaStatus: sca.scaStatus, _links: linksOfSca(exchange, subject, sca) } };
}
