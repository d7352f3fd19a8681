import { readInformation } from '../accounts/read.ts';
import { type BasketReference, createBasket } from '../client/baskets.ts';
import { readUser } from '../client/information.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { psuOfPayment } from '../client/name-psu.ts';
import type { Operation } from '../client/operation.ts';
import {
  type Authorised,
  begunOf,
  needOf,
  rememberAndPlay,
  rememberedOf,
  startAndPlay,
} from '../sca/authorise.ts';
import { type AsPsu, type InformationChoice, knownReading, readAgain } from '../sca/read-again.ts';
import { BASKET } from '../sca/targets.ts';
import type { MetaWithSca, ScaChoice } from '../sca/types.ts';
import type { CommandContext } from '../session/context.ts';
import {
  type Known,
  type PsuChoice,
  resolveBasket,
  resolvePsuForBasket,
  sessionOptions,
} from '../session/psu.ts';
import { type Meta, type SessionContext, withLedger, withSession } from '../session/with-session.ts';
import type { BasketCreated, BasketRead, BasketStatus } from '../wire/answers/payments.ts';

export type AuthorisedBasket = Authorised;

/** One SCA for every payment of a basket. @see C-basket, C-basket-psu-id */
export async function authorise(
  context: CommandContext,
  basketId: string,
  asked: PsuChoice,
  sca: ScaChoice,
): Promise<AuthorisedBasket> {
  const { choice, find } = await readMissingPsuId(context, {
    ...{ choice: asked, sca },
    find: (ledger) => resolveBasket(ledger, basketId, asked),
  });
  const act = async (there: SessionContext): Promise<AuthorisedBasket> => {
    const known = { reference: { basketId }, ...(await find(there.session.ledger)) };
    return startAndPlay(there, BASKET, known, { choice, sca, options: sessionOptions(choice, there.notice) });
  };
  return withSession(context, choice.settings, act, needOf(sca));
}

export type CreatedBasket = BasketCreated & MetaWithSca;

/**
 * A creation starts no SCA: where `--sca` says what becomes of one, it is started here. A bank may have started it all
 * the same, and then its link is in the answer.
 * @see C-basket, C-basket-psu-id, D5-basket-created, I-authentication-5
 */
export async function create(
  context: CommandContext,
  paymentIds: readonly string[],
  asked: PsuChoice,
  sca: ScaChoice,
): Promise<CreatedBasket> {
  const given: WithPsuId = {
    choice: asked,
    find: (ledger) => resolvePsuForBasket(ledger, paymentIds, asked),
  };
  const { choice, find } = sca.way === 'none' ? given : await readMissingPsuId(context, { ...given, sca });
  const act = async (there: SessionContext): Promise<CreatedBasket> => {
    const { session, withMeta, notice } = there;
    const { psu, customerNumber } = await find(session.ledger);
    const created = await session.call(createBasket, { paymentIds }, psu, sessionOptions(choice, notice));
    const { tppSessionId } = created;
    const { basketId, _links: links } = created.resource;
    const whose = rememberedOf({ psu, customerNumber, tppSessionId });
    await there.remember((ledger) => ledger.rememberBasket({ basketId, paymentIds, ...whose }));
    const known = { reference: { basketId }, psu, customerNumber };
    const shown = withMeta(created);
    if (links.scaRedirect !== undefined) {
      const begun = begunOf(BASKET, known, { links, tppSessionId, isEnded: false });
      return rememberAndPlay(there, shown, begun, sca, choice);
    }
    if (sca.way === 'none') return shown;
    const played = await startAndPlay(there, BASKET, known, { choice, sca, options: {} });
    if (played._meta.sca === undefined) return shown;
    const { _meta, ...read } = played;
    const { _meta: shownMeta, ...answer } = shown;
    return { ...read, _meta: { ...shownMeta, sca: _meta.sca, created: answer } } as unknown as CreatedBasket;
  };
  return withSession(context, choice.settings, act, needOf(sca));
}

export type ReadBasket = BasketRead & Meta;
export type ShownBasketStatus = BasketStatus & Meta;
/** Nothing beside `_meta`. */
export type DeletedBasket = Meta;

/** Reads a basket or its status, or deletes it. @see C-basket */
export function actOnBasket<Resource extends object>(
  context: CommandContext,
  operation: Operation<BasketReference, Resource>,
  basketId: string,
  { choice, sca }: { readonly choice: PsuChoice; readonly sca: ScaChoice },
) {
  const act = async (there: SessionContext) => {
    const reading = knownReading(choice, sca, (ledger) => resolveBasket(ledger, basketId, choice));
    return there.withMeta(await readAgain(there, reading, (as) => as.call(operation, { basketId })));
  };
  return withSession(context, choice.settings, act, needOf(sca));
}

type Whose = Omit<Known<never>, 'reference'>;

interface Acting {
  readonly choice: PsuChoice;
  readonly sca: ScaChoice;
  /** Finds how the profile names the PSU. */
  readonly find: (ledger: Ledger) => Promise<Whose>;
}

/** The rest of the command: with the psu-id that was read, and in the session of that SCA. */
interface WithPsuId {
  readonly choice: PsuChoice;
  readonly find: Acting['find'];
}

/**
 * Reads the PSU's psu-id with GET /v1/user and an SCA of its own, unless the profile has it: to start a basket's
 * authorisation the bank takes no other name.
 * @throws Fault SCA_NEEDED with the link, where `--sca none` leaves the SCA to the PSU
 * @see D3-basket-authorisation-psu, C-basket-psu-id
 */
async function readMissingPsuId(context: CommandContext, { choice, sca, find }: Acting): Promise<WithPsuId> {
  const known = await withLedger(context, choice.settings, find);
  if (known?.psu.psuId !== undefined) return { choice, find };
  context.io.notice(
    "This profile has no psu-id for the basket's PSU, and the bank requires it here. GET /v1/user comes first, with an SCA of its own.",
  );
  const reading: InformationChoice = {
    ...choice,
    as: known?.customerNumber ?? choice.as,
    agreement: sca.agreement,
    // The PSU who declines the basket still says who they are.
    sca: sca.way === 'decline' ? { ...sca, way: 'approve' } : sca,
    psuAbsent: false,
    accounts: undefined,
  };
  const read = (bank: AsPsu) => bank.call(readUser, undefined);
  const { psuId } = await readInformation(context, reading, read, { kind: 'session' });
  return {
    choice: { ...choice, newSession: false },
    find: async (ledger) => {
      const { customerNumber } = await find(ledger);
      const stored = await ledger.psuById(psuId);
      const psu = stored === undefined ? { psuId } : psuOfPayment(customerNumber, stored);
      return { psu, customerNumber };
    },
  };
}
