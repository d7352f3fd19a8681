import { type Op, run } from '../../../store/contract.ts';
import type { Account, CardAccount, World } from '../../domain/world.ts';
import { book } from './ledger.ts';

/** Inserts a world's data in the order given; balances are bookings against OPENING (decisions.md §9). */
export function* insertWorldData(data: World, bookedAt: number): Op<void> {
  for (const [place, customer] of data.customers.entries()) {
    yield* run(
      'INSERT INTO customers (place, id, number, type, name) VALUES (?, ?, ?, ?, ?)',
      place,
      customer.customerId,
      customer.customerNumber,
      customer.customerType,
      customer.customerName,
    );
  }
  for (const [place, account] of data.accounts.entries()) yield* insertAccount(place, account);
  for (const [place, card] of data.cardAccounts.entries()) yield* insertCardAccount(place, card);
  for (const [place, agreement] of data.agreements.entries()) {
    yield* run(
      'INSERT INTO agreements (place, id, type, owner_number, name) VALUES (?, ?, ?, ?, ?)',
      place,
      agreement.agreementId,
      agreement.type,
      agreement.ownerNumber,
      agreement.name,
    );
  }
  for (const { bban, ...policy } of data.kidEntries) {
    yield* run('INSERT INTO kid_entries (bban, entry) VALUES (?, ?)', bban, JSON.stringify(policy));
  }
  const opened = [
    ...data.accounts.map(({ id, currency, openingMinor }) => ({ id, currency, openingMinor })),
    ...data.cardAccounts.map(({ resourceId: id, currency, openingMinor }) => ({
      id,
      currency,
      openingMinor,
    })),
  ];
  for (const { id, currency, openingMinor } of opened) {
    yield* book({ kind: 'opening', bookedAt }, [
      { account: 'OPENING', currency, amountMinor: -openingMinor },
      { account: id, currency, amountMinor: openingMinor },
    ]);
  }
}

function* insertAccount(place: number, account: Account): Op<void> {
  yield* run(
    `INSERT INTO accounts
       (place, id, customer_number, name, bban, iban, currency, product, cash_account_type, credit_line)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    place,
    account.id,
    account.customerNumber,
    account.accountName,
    account.bban,
    account.iban,
    account.currency,
    account.product,
    account.cashAccountType,
    account.creditLine,
  );
}

function* insertCardAccount(place: number, card: CardAccount): Op<void> {
  yield* run(
    `INSERT INTO card_accounts
       (place, id, customer_number, masked_pan, currency, credit_limit, name, product, status, related_account)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    place,
    card.resourceId,
    card.customerNumber,
    card.maskedPan,
    card.currency,
    card.creditLimit,
    card.name,
    card.product,
    card.status,
    card.relatedAccount,
  );
}
