import type {
  AuthorisedBasket,
  CreatedBasket,
  DeletedBasket,
  PsuChoice,
  ReadBasket,
  ScaChoice,
  ShownBasketStatus,
} from '../app.ts';
import {
  type BasketReference,
  createBasket,
  deleteBasket,
  readBasket,
  readBasketStatus,
  startBasketAuthorisation,
} from '../client/baskets.ts';
import type { Operation } from '../client/operation.ts';
import type { At, AtBank } from './at-bank.ts';
import { knownBasket, namedForBasket } from './named-psu.ts';
import { isPlayed, needOf, playStarted } from './play-sca.ts';
import { sessionOptions } from './session-options.ts';
import { rememberBasket } from './started-sca.ts';

/** @see cli.md Commands, basket create; decisions.md §5 */
export function create(at: At, paymentIds: readonly string[], choice: PsuChoice): Promise<CreatedBasket> {
  return at(choice.settings, async (there) => {
    const { session, withMeta, notice } = there;
    const { psu, customerNumber } = await namedForBasket(session.ledger, paymentIds, choice);
    const created = await session.call(createBasket, { paymentIds }, psu, sessionOptions(choice, notice));
    const { basketId } = created.resource;
    await rememberBasket(there, {
      basketId,
      paymentIds,
      psu,
      customerNumber,
      tppSessionId: created.tppSessionId,
    });
    return withMeta(created);
  });
}

/** One SCA for every payment of a basket. @see cli.md Commands, basket authorise */
export function authorise(
  at: At,
  basketId: string,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<AuthorisedBasket> {
  const act = async (there: AtBank): Promise<AuthorisedBasket> => {
    const { session, withMeta, notice } = there;
    const { reference, psu, customerNumber } = await knownBasket(session.ledger, basketId, choice);
    const started = await session.call(
      startBasketAuthorisation,
      reference,
      psu,
      sessionOptions(choice, notice),
    );
    const { tppSessionId } = started;
    await rememberBasket(there, { basketId, psu, customerNumber, tppSessionId });
    const shown = withMeta(started);
    const { _links: links } = started.resource;
    if (!isPlayed(there, links, sca)) return shown;
    const asked = { kind: 'basket', id: basketId, links, tppSessionId, customerNumber } as const;
    const { outcome } = await playStarted(there, asked, sca, choice);
    return { ...shown, _meta: { ...shown._meta, sca: outcome } };
  };
  return at(choice.settings, act, needOf(sca));
}

export function read(at: At, basketId: string, choice: PsuChoice): Promise<ReadBasket> {
  return acting(at, readBasket, basketId, choice);
}

export function readStatus(at: At, basketId: string, choice: PsuChoice): Promise<ShownBasketStatus> {
  return acting(at, readBasketStatus, basketId, choice);
}

/** Before its SCA. */
export function remove(at: At, basketId: string, choice: PsuChoice): Promise<DeletedBasket> {
  return acting(at, deleteBasket, basketId, choice);
}

function acting<Resource extends object>(
  at: At,
  operation: Operation<BasketReference, Resource>,
  basketId: string,
  choice: PsuChoice,
) {
  return at(choice.settings, async ({ session, withMeta, notice }) => {
    const { reference, psu } = await knownBasket(session.ledger, basketId, choice);
    return withMeta(await session.call(operation, reference, psu, sessionOptions(choice, notice)));
  });
}
