import { parseAmount } from '../../../values/money.ts';
import { minorOfWhole } from '../../../values/whole-units.ts';
import { fixInForce } from '../../../wire/accept-fix.ts';
import type { CardTransaction } from '../../../wire/information/card-transaction.ts';
import type { CardTransaction as Given } from '../../domain/transactions.ts';
import type { CardAccount } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { shownAmount } from '../../shown-amount.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { LIMITS, saidUpTo } from './fitting.ts';
import type { ToPresent } from './present-transaction.ts';

/** How the transactions of one card are shown. */
export interface CardPresenter {
  /** One that was made by hand. */
  readonly given: (given: Given) => CardTransaction;
  /** One that was paid from the card, or is to be. */
  readonly paid: (paid: ToPresent) => CardTransaction;
}

/** @see D7-card-transaction, D7-left-out */
export function cardPresenter(
  exchange: Exchange,
  world: WorldState,
  { maskedPan }: Pick<CardAccount, 'maskedPan'>,
): CardPresenter {
  const shown = (minor: bigint, currency: Given['markupFee']['currency']) =>
    shownAmount(exchange, world, minor, currency);
  const whole = ({ amount, currency }: Given['markupFee']) => shown(minorOfWhole(amount, currency), currency);
  const switched = amountsSwitched(exchange, world);
  return {
    given: (given) => ({
      ...withoutAmounts(given, maskedPan),
      ...switched(whole(given.transactionAmount), whole(given.originalAmount)),
      markupFee: whole(given.markupFee),
    }),
    paid: ({ transactionId, bookingDate, amountMinor, currency, details, references }) => {
      const amount = shown(amountMinor, currency);
      const { amount: text, currency: instructed } = references?.instructed ?? amount;
      const minor = parseAmount(text, instructed);
      const original = minor === undefined ? amount : shown(-minor, instructed);
      return {
        cardTransactionId: transactionId,
        transactionDate: bookingDate,
        bookingDate,
        ...switched(amount, original),
        maskedPAN: saidUpTo(LIMITS.maskedPan, maskedPan),
        transactionDetails: saidUpTo(
          LIMITS.cardDetails,
          details.remittanceInformationUnstructured || details.creditorName,
        ),
        proprietaryBankTransactionCode: details.bankTransactionCode,
      };
    },
  };
}

type Amounts = Pick<CardTransaction, 'transactionAmount' | 'originalAmount'>;
type Amount = CardTransaction['transactionAmount'];

/** Each stood in the other's place before the fix was the default. @see D3-accept-fix-card-amounts */
function amountsSwitched(exchange: Exchange, { bankNow }: WorldState) {
  const isRight = fixInForce('cardAmounts', exchange.headerList('x-accept-fix'), bankNow);
  return (transactionAmount: Amount, originalAmount: Amount): Amounts =>
    isRight
      ? { transactionAmount, originalAmount }
      : { transactionAmount: originalAmount, originalAmount: transactionAmount };
}

/** As the standard has it. */
const MERCHANT_CODE_LENGTH = 4;

function withoutAmounts(given: Given, maskedPan: string): Omit<CardTransaction, keyof Amounts> {
  const { cardTransactionId, merchantCategoryCode, invoiced } = given;
  const isCode = [...merchantCategoryCode].length === MERCHANT_CODE_LENGTH;
  return {
    cardTransactionId: cardTransactionId || undefined,
    terminalId: saidUpTo(LIMITS.terminal, given.terminalId),
    transactionDate: given.transactionDate || undefined,
    bookingDate: given.bookingDate || undefined,
    markupFeePercentage: given.markupFeePercentage || undefined,
    cardAcceptorId: saidUpTo(LIMITS.terminal, given.cardAcceptorId),
    cardAcceptorAddress: shownAddress(given.cardAcceptorAddress),
    merchantCategoryCode: isCode ? merchantCategoryCode : undefined,
    maskedPAN: saidUpTo(LIMITS.maskedPan, given.maskedPan || maskedPan),
    transactionDetails: saidUpTo(LIMITS.cardDetails, given.transactionDetails),
    invoiced: invoiced === '' ? undefined : invoiced === 'true',
    proprietaryBankTransactionCode: saidUpTo(LIMITS.proprietaryCode, given.proprietaryBankTransactionCode),
  };
}

/** By the standard's names; it has no address without a country. */
function shownAddress(given: Given['cardAcceptorAddress']): CardTransaction['cardAcceptorAddress'] {
  const { street, buildingNumber, city, postalCode, country } = given;
  if (!country) return undefined;
  return {
    streetName: saidUpTo(LIMITS.street, street),
    buildingNumber: buildingNumber || undefined,
    townName: city || undefined,
    postCode: postalCode || undefined,
    country,
  };
}
