import { type Op, type Row, run } from '../../../store/contract.ts';
import { integer, optionalText, parseStored, small, text } from '../../../store/row.ts';
import type { DetailsOfBalances } from '../../domain/sandbox-balances.ts';
import type { CardAccount } from '../../domain/world.ts';
import type { KeptBalances } from './accounts.ts';
import { currencyOf } from './currency.ts';

/** A card account, and what its bookings and pending payments add up to. */
export interface CardWithBalance extends KeptBalances {
  readonly card: Omit<CardAccount, 'openingMinor'>;
  readonly details: DetailsOfBalances;
}

const READ_CARDS = `SELECT id, customer_number, masked_pan, card_accounts.currency, credit_limit, card_id, card_id_v_no,
    account_number, expiry, name, product, status, related_account, balance_details, pending_adjustment_minor,
    COALESCE(balance_minor, 0) AS balance_minor, COALESCE(pending_minor, 0) AS pending_minor
  FROM card_accounts LEFT JOIN balances
    ON balances.account = card_accounts.id AND balances.currency = card_accounts.currency`;

/** All card accounts. */
export function* listCards(): Op<CardWithBalance[]> {
  const rows = yield* run(READ_CARDS);
  return rows.map(readCard);
}

/** The card accounts of a customer, by masked PAN. @see D8-list-order */
export function* listCardsOf(customerNumber: string): Op<CardWithBalance[]> {
  const rows = yield* run(`${READ_CARDS} WHERE customer_number = ? ORDER BY masked_pan, id`, customerNumber);
  return rows.map(readCard);
}

export function* findCardWithBalance(id: string): Op<CardWithBalance | undefined> {
  const [row] = yield* run(`${READ_CARDS} WHERE id = ?`, id);
  return row && readCard(row);
}

/** Inserts a card account; its balance is a booking. */
export function* insertCard(card: Omit<CardAccount, 'openingMinor'>): Op<void> {
  yield* run(
    `INSERT INTO card_accounts (place, id, customer_number, masked_pan, currency, credit_limit, card_id, card_id_v_no,
       account_number, expiry, name, product, status, related_account)
     SELECT COALESCE(MAX(place), -1) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM card_accounts`,
    card.resourceId,
    card.customerNumber,
    card.maskedPan,
    card.currency,
    card.creditLimit,
    card.cardId ?? null,
    card.cardIdVNo ?? null,
    card.accountNumber ?? null,
    card.expiry ?? null,
    card.name ?? null,
    card.product ?? null,
    card.status ?? null,
    card.relatedAccount,
  );
}

/** What a card account expects beside its pending payments, and what its balances say. @see D8-both-balances */
export function* keepCardBalances(id: string, adjustmentMinor: bigint, details: DetailsOfBalances): Op<void> {
  yield* run(
    'UPDATE card_accounts SET pending_adjustment_minor = ?, balance_details = ? WHERE id = ?',
    adjustmentMinor,
    JSON.stringify(details),
    id,
  );
}

function readCard(row: Row): CardWithBalance {
  return {
    card: {
      resourceId: text(row, 'id'),
      customerNumber: text(row, 'customer_number'),
      maskedPan: text(row, 'masked_pan'),
      currency: currencyOf(row, 'account'),
      creditLimit: small(row, 'credit_limit'),
      cardId: optionalText(row, 'card_id'),
      cardIdVNo: optionalText(row, 'card_id_v_no'),
      accountNumber: optionalText(row, 'account_number'),
      expiry: optionalText(row, 'expiry'),
      name: optionalText(row, 'name'),
      product: optionalText(row, 'product'),
      status: optionalText(row, 'status') as CardAccount['status'],
      relatedAccount: text(row, 'related_account'),
    },
    details: parseStored(
      optionalText(row, 'balance_details') ?? '{}',
      'balance_details',
    ) as DetailsOfBalances,
    balanceMinor: integer(row, 'balance_minor'),
    pendingMinor: integer(row, 'pending_minor'),
    adjustmentMinor: integer(row, 'pending_adjustment_minor'),
  };
}
