import type { Ledger } from '../client/ledger/ledger.ts';
import type { RememberedPsu } from '../client/ledger/types.ts';
import type { InputOf } from '../client/operation.ts';
import { KINDS, type PaymentReference, type ProductPath } from '../client/payments.ts';
import { type PsuIdentifier, resolveCreationPsu, resolvePaymentPsu } from '../client/psu-identifier.ts';
import type { CallOptions } from '../client/session.ts';
import { isUuid } from '../core/uuid.ts';
import { parseProductFlag } from '../payments/product.ts';
import type { GivenFlags } from '../settings/precedence.ts';

/** The PSU that a command acts for, and the settings from its flags. */
export interface PsuChoice {
  /** The PSU's customerNumber. */
  readonly as: string | undefined;
  readonly context: 'PRIVATE' | 'CORPORATE' | undefined;
  /** True if the command begins a new TPP-Session-ID. */
  readonly newSession: boolean;
  readonly settings: GivenFlags;
}

/**
 * Creates the options for a new TPP-Session-ID if requested, and the notice for the session that it replaces.
 * @see S10-new-session, I-authentication-7
 */
export function createSessionOptions({ newSession }: PsuChoice, notice: (text: string) => void): CallOptions {
  return {
    newSession,
    onSessionEnded: (tppSessionId) =>
      notice(
        `TPP-Session-ID ${tppSessionId} is no longer used. It ends when the PSU authorises under the new one.`,
      ),
  };
}

/** A payment in the flags of a command. */
export interface PaymentOwnerInput {
  readonly paymentId: string;
  /** A kind, a product, or service/product; absent: the stored one, else domestic. */
  readonly product: string | undefined;
}

/**
 * Resolves the PSU of a creation.
 * @param owner customerNumber of the debtor account's owner, if known: the PSU unless --as names another
 * @see C-psu-sent
 */
export async function resolvePsuForCreation(
  ledger: Ledger,
  choice: PsuChoice,
  owner: string | undefined,
): Promise<PsuIdentifier> {
  return resolveCreationPsu({ ...choice, owner }, await ledger.psu(choice.as ?? owner));
}

/** The PSU of a read or consent, from flags. */
export interface ReadingChoice extends PsuChoice {
  /** A PSU-Corporate-ID, or the sandbox's id of the agreement. */
  readonly agreement: string | undefined;
}

/**
 * Resolves the PSU of a read: the stored one in the context of the last SCA, in the chosen agreement, or none. A PSU
 * that isn't stored, or not in that context, is named by number; without a number, the bank's page asks for it.
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

/** The PSU of a known resource. */
export interface KnownOwner {
  readonly psu: PsuIdentifier;
  /** The customerNumber of its PSU, if the profile knows it. */
  readonly customerNumber: string | undefined;
}

/** A known resource and its PSU. */
export interface KnownResource<Reference> extends KnownOwner {
  readonly reference: Reference;
}

export type KnownPayment = KnownResource<PaymentReference>;

/** A payment in a command's arguments, with its product parsed before a bank is opened. */
export interface PaymentSelector {
  readonly paymentId: string;
  readonly product: ProductPath | undefined;
}

/** Parses the arguments that select a payment. @throws Fault USAGE for an unknown --product */
export function parsePaymentSelector({ paymentId, product }: PaymentOwnerInput): PaymentSelector {
  return { paymentId, product: product === undefined ? undefined : parseProductFlag(product) };
}

/**
 * Resolves a payment for further operations: its product, which `--product` overrides, and its PSU, which `--as`
 * overrides. Defaults for an unknown payment: domestic, and the PSU of the last SCA.
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

/** Resolves a basket as `resolvePayment` does a payment. @see C-basket-remembered */
export async function resolveBasket(
  ledger: Ledger,
  basketId: string,
  choice: PsuChoice,
): Promise<KnownResource<InputOf<'read basket'>>> {
  return {
    reference: { basketId },
    ...(await resolveNamedPsu(ledger, choice, await ledger.basket(basketId))),
  };
}

/** Resolves the PSU of a basket: the PSU of its first payment that the profile knows. */
export async function resolvePsuForBasket(
  ledger: Ledger,
  paymentIds: readonly string[],
  choice: PsuChoice,
): Promise<KnownOwner> {
  const remembered: RememberedPsu[] = [];
  for (const paymentId of paymentIds) remembered.push((await ledger.payment(paymentId)) ?? {});
  const isKnown = ({ psuId, customerNumber }: RememberedPsu) =>
    psuId !== undefined || customerNumber !== undefined;
  const whose = remembered.find(isKnown) ?? remembered.find((one) => one.tppSessionId !== undefined);
  return resolveNamedPsu(ledger, choice, whose);
}

/** Resolves the PSU of an existing resource from the ledger; `--as` overrides it. */
export async function resolveNamedPsu(
  ledger: Ledger,
  choice: Pick<PsuChoice, 'as'>,
  remembered: RememberedPsu | undefined,
): Promise<KnownOwner> {
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
