import { outcomeOf } from '../../values/outcome-accounts.ts';
import { type Faults, placeText } from '../faults.ts';
import type { Place } from '../file/place.ts';
import type { FileCard, FileCustomer, SeedFile } from '../file/schema.ts';
import type { Stated } from '../stated.ts';
import type { SeedCard, SeedCardTransaction, SeedCustomer } from '../world.ts';
import { type AccountDraft, type AroundAccounts, accountDrafts, accountOf } from './accounts.ts';
import { agreed, grouped, type Statements, together, whoStates } from './groups.ts';

/** All customers that files state, with what they own. @see C-seed-several */
export function customersOf(
  files: readonly Stated<SeedFile>[],
  around: Omit<AroundAccounts, 'accounts'>,
  faults: Faults,
): readonly SeedCustomer[] {
  const key = { keyOf: ({ number }: FileCustomer) => number, member: 'number', what: 'customer' } as const;
  const owners = grouped(
    files.flatMap((file) => file.items('customers')),
    key,
    faults,
  ).map((statements) => ({ statements, drafts: accountDrafts(statements, faults) }));
  const accounts = numbersOf(
    owners.flatMap(({ drafts }) => drafts),
    faults,
  );
  return owners.map(({ statements, drafts }) => {
    const [{ value, where }] = statements;
    return {
      ...where,
      number: value.number,
      name: agreed(statements, 'name', faults) ?? value.name,
      type: agreed(statements, 'type', faults) ?? value.type,
      accounts: drafts.map((draft) => accountOf(draft, { ...around, accounts }, faults)),
      cards: cardsOf(statements, around.today, faults),
    };
  });
}

/** Accounts by their bban, which only one has. @see D8-number-taken */
function numbersOf(drafts: readonly AccountDraft[], faults: Faults): ReadonlyMap<string, Place> {
  const numbers = new Map<string, Place>();
  for (const { statements, bban } of drafts) {
    if (bban === undefined) continue;
    const stated = whoStates(statements, 'bban');
    const { place } = stated.below(['bban']);
    const first = numbers.get(bban);
    if (outcomeOf(bban) !== undefined)
      faults.add(
        stated,
        ['bban'],
        'is an outcome account, which no account can have',
        'Write another number',
      );
    else if (first !== undefined)
      faults.add(stated, ['bban'], `is taken by the account at ${placeText(first)}`, 'Write another number');
    else numbers.set(bban, place);
  }
  return numbers;
}

/** @see D8-card-members */
function cardsOf(owner: Statements<FileCustomer>, today: string, faults: Faults): readonly SeedCard[] {
  const key = { keyOf: ({ maskedPan }: FileCard) => maskedPan, member: 'maskedPan', what: 'card' } as const;
  return grouped(together(owner, 'cards'), key, faults).map((statements) => {
    const [{ value, where }] = statements;
    return {
      ...where,
      owner: owner[0].value.number,
      maskedPan: value.maskedPan,
      currency: agreed(statements, 'currency', faults) ?? value.currency,
      creditLimit: agreed(statements, 'creditLimit', faults) ?? value.creditLimit,
      balance: agreed(statements, 'balance', faults),
      name: agreed(statements, 'name', faults),
      product: agreed(statements, 'product', faults),
      transactions: cardTransactionsOf(statements, today, faults),
    };
  });
}

/** @see D8-card-transaction-dates */
function cardTransactionsOf(
  card: Statements<FileCard>,
  today: string,
  faults: Faults,
): readonly SeedCardTransaction[] {
  return together(card, 'transactions').map((stated) => {
    const { date, amount, text = '', mcc = '' } = stated.value;
    if (date > today)
      faults.add(
        stated,
        ['date'],
        `is after the bank's today, ${today}`,
        'Write an earlier date, or move the bank clock',
      );
    return { date, amount, text, mcc };
  });
}
