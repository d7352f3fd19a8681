import type { Ledger } from '../client/ledger/ledger.ts';
import type { RememberedPsu } from '../client/ledger/types.ts';
import type { InputOf } from '../client/operation.ts';
import { KINDS, type PaymentReference, type ProductPath } from '../client/payments.ts';
import { type PsuIdentifier, resolveCreationPsu, resolvePaymentPsu } from '../client/psu-identifier.ts';
import type { CallOptions } from '../client/session.ts';
import { isUuid } from '../core/uuid.ts';
import { parseProductFlag } from '../payments/product.ts';
import type { GivenFlags } from '../settings/precedence.ts';

/** Whom a command acts for, and the settings that its flags give. */
export interface PsuChoice {
  /** customerNumber. */
  readonly as: string | undefined;
  readonly context: 'PRIVATE' | 'CORPORATE' | undefined;
  /** Begins a new TPP-Session-ID. */
  readonly newSession: boolean;
  readonly settings: GivenFlags;
}

/** A new TPP-Session-ID where that is asked for, and what it ends. @see S10-new-session, I-authentication-7 */
export function createSessionOptions({ newSession }: PsuChoice, notice: (text: string) => void): CallOptions {
  return {
    newSession,
    onSessionEnded: (tppSessionId) =>
      notice(
        `TPP-Session-ID ${tppSessionId} is no longer used. It ends when the PSU authorises under the new one.`,
      ),
  };
}

/** A payment as a command line names it. */
export interface PaymentAsked {
  readonly paymentId: string;
  /** A kind, a product, or service/product; absent: the remembered one, else domestic. */
  readonly product: string | undefined;
}

/**
 * How a creation names its PSU.
 * @param owner customerNumber of the debtor account's owner, where that is known: the PSU unless --as names another
 * @see C-psu-sent
 */
export async function resolvePsuForCreation(
  ledger: Ledger,
  choice: PsuChoice,
  owner: string | undefined,
): Promise<PsuIdentifier> {
  return resolveCreationPsu({ ...choice, owner }, await ledger.psu(choice.as ?? owner));
}

/** The PSU of a read or consent. */
export interface ReadingChoice extends PsuChoice {
  /** A PSU-Corporate-ID, or what who plays the PSU calls the agreement. */
  readonly agreement: string | undefined;
}

/**
 * How a read names its PSU: the stored one in the context of the last SCA, in the agreement that is chosen, or without
 * one. A PSU that isn't stored, or not in that context, is named by number, and else the bank's page asks.
 * @see D3-corporate-user
 */
export async function resolvePsuForRead(ledger: Ledger, choice: ReadingChoice): Promise<PsuIdentifier> {
  const { agreement } = choice;
  const stored = await ledger.psu(choice.as);
  const context = choice.context ?? (agreement === undefined ? undefined : 'CORPORATE');
  const byNumber = { identity: choice.as ?? stored?.customerNumber, context };
  if (stored === undefined) return byNumber;
  if (agreement !== undefined) {
    const known = await ledger.agreement(stored.psuId, agreement);
    const corporateId = known?.psuCorporateId ?? (isUuid(agreement) ? agreement : undefined);
    return corporateId === undefined ? byNumber : { psuId: stored.psuId, corporateId };
  }
  const { psuId, corporateId } = resolveCreationPsu({ as: byNumber.identity, context }, stored);
  return psuId === undefined ? byNumber : { psuId, corporateId };
}

/** A known resource and its PSU. */
export interface Known<Reference> {
  readonly reference: Reference;
  readonly psu: PsuIdentifier;
  /** customerNumber of its PSU, as far as the profile knows it. */
  readonly customerNumber: string | undefined;
}

export type KnownPayment = Known<PaymentReference>;

/** A payment as a command names it, its product understood before anything is opened. */
export interface PaymentSelector {
  readonly paymentId: string;
  readonly product: ProductPath | undefined;
}

/** @throws Fault USAGE for a --product that names none */
export function parsePaymentSelector({ paymentId, product }: PaymentAsked): PaymentSelector {
  return { paymentId, product: product === undefined ? undefined : parseProductFlag(product) };
}

/**
 * A payment as its other operations need it: its product, which `--product` overrides, and its PSU, which `--as`
 * overrides. Of a payment that this profile does not know, domestic and the PSU of the last SCA are assumed.
 * @see C-payment-product
 */
export async function resolvePayment(
  ledger: Ledger,
  { paymentId, product }: PaymentSelector,
  choice: PsuChoice,
): Promise<KnownPayment> {
  const remembered = await ledger.payment(paymentId);
  const { service, product: name } = product ?? remembered ?? KINDS.domestic;
  return {
    reference: { service, product: name, paymentId },
    ...(await resolveNamedPsu(ledger, choice, remembered)),
  };
}

/** As of a payment. @see C-basket-remembered */
export async function resolveBasket(
  ledger: Ledger,
  basketId: string,
  choice: PsuChoice,
): Promise<Known<InputOf<'read basket'>>> {
  return {
    reference: { basketId },
    ...(await resolveNamedPsu(ledger, choice, await ledger.basket(basketId))),
  };
}

/** A basket's PSU is the one of its payments, as far as the profile knows one of them. */
export async function resolvePsuForBasket(
  ledger: Ledger,
  paymentIds: readonly string[],
  choice: PsuChoice,
): Promise<Omit<Known<never>, 'reference'>> {
  const remembered: RememberedPsu[] = [];
  for (const paymentId of paymentIds) remembered.push((await ledger.payment(paymentId)) ?? {});
  const isKnown = ({ psuId, customerNumber }: RememberedPsu) =>
    psuId !== undefined || customerNumber !== undefined;
  const whose = remembered.find(isKnown) ?? remembered.find((one) => one.tppSessionId !== undefined);
  return resolveNamedPsu(ledger, choice, whose);
}

/** The PSU of what is there, by what is remembered of it; `--as` overrides. */
export async function resolveNamedPsu(
  ledger: Ledger,
  choice: Pick<PsuChoice, 'as'>,
  remembered: RememberedPsu | undefined,
): Promise<Omit<Known<never>, 'reference'>> {
  const customerNumber = choice.as ?? remembered?.customerNumber;
  return {
    psu: resolvePaymentPsu(customerNumber, await findStoredPsu(ledger, choice, remembered)),
    customerNumber,
  };
}

function findStoredPsu(ledger: Ledger, { as }: Pick<PsuChoice, 'as'>, remembered: RememberedPsu | undefined) {
  if (as !== undefined) return ledger.psu(as);
  if (remembered === undefined) return ledger.psu();
  const { psuId, customerNumber } = remembered;
  if (psuId !== undefined) return ledger.psuById(psuId);
  return customerNumber === undefined ? undefined : ledger.psu(customerNumber);
}
