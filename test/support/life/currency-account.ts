import { createEntry } from '../../../src/bank/domain/ledger.ts';
import { book } from '../../../src/bank/store/tables/ledger.ts';
import { run } from '../../../src/store/contract.ts';
import type { Currency } from '../../../src/values/currencies.ts';
import type { TestBank } from '../bank.ts';
import { inStore } from '../store-work.ts';
import { KARI } from './payments.ts';

export interface CurrencyAccount {
  readonly accountId: string;
  readonly bban: string;
  readonly iban: string;
}

const ACCOUNT: CurrencyAccount = {
  accountId: 'CurrencyAccountOfTests',
  bban: '99901910010',
  iban: 'NO0299901910010',
};

/** An account of Kari's in another currency; the operation that makes one comes with the sandbox's data. */
export async function currencyAccount(
  bank: TestBank,
  currency: Currency,
  openingMinor: number,
): Promise<CurrencyAccount> {
  const { accountId, bban, iban } = ACCOUNT;
  const amountMinor = BigInt(openingMinor);
  await inStore(bank.path, function* () {
    yield* run(
      `INSERT INTO accounts (place, id, customer_number, name, bban, iban, currency, product, cash_account_type, credit_line)
       VALUES (99, ?, ?, 'Valutakonto', ?, ?, ?, 'Valutakonto', 'CACC', 0)`,
      accountId,
      KARI,
      bban,
      iban,
      currency,
    );
    if (openingMinor === 0) return;
    const opening = createEntry('OPENING', accountId, currency, amountMinor);
    yield* book([{ sequence: -100n, kind: 'opening', bookedAt: bank.now, entry: opening }]);
  });
  return ACCOUNT;
}
