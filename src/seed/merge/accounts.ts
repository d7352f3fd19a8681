import { isKidCreditor, type KidPolicy } from '../../values/kid.ts';
import type { Faults } from '../faults.ts';
import type { Place } from '../file/place.ts';
import type { FileAccount, FileCustomer, FileKid } from '../file/schema.ts';
import { filePathOf } from '../transactions/file-path.ts';
import { FromFile } from '../transactions/from-file.ts';
import { Generated } from '../transactions/generated.ts';
import { Listed } from '../transactions/listed.ts';
import { checkedTransactions } from '../transactions/of-account.ts';
import type { TransactionPart } from '../transactions/part.ts';
import type { SeedAccount } from '../world.ts';
import { agreed, grouped, type Statements, together, whoStates } from './groups.ts';

/** An account as files state it, before its transactions are walked through. */
export interface AccountDraft {
  readonly statements: Statements<FileAccount>;
  readonly owner: FileCustomer;
  readonly bban: string | undefined;
}

/** What accounts are held against. */
export interface AroundAccounts {
  /** Of the files of the world, by their names. */
  readonly folders: ReadonlyMap<string, string | undefined>;
  /** Accounts of the world by their bban. */
  readonly accounts: ReadonlyMap<string, Place>;
  readonly today: string;
}

export function accountDrafts(owner: Statements<FileCustomer>, faults: Faults): readonly AccountDraft[] {
  const key = { keyOf: ({ name }: FileAccount) => name, member: 'name', what: 'account' } as const;
  return grouped(together(owner, 'accounts'), key, faults).map((statements) => ({
    statements,
    owner: owner[0].value,
    bban: agreed(statements, 'bban', faults),
  }));
}

/** @see C-seed-members, D8-account-members */
export function accountOf(draft: AccountDraft, around: AroundAccounts, faults: Faults): SeedAccount {
  const { statements, owner, bban } = draft;
  const { name } = statements[0].value;
  const { place, path } = statements[0].where;
  const balance = agreed(statements, 'balance', faults);
  const creditLine = agreed(statements, 'creditLine', faults) ?? 0;
  if (balance !== undefined && balance < -creditLine) {
    const least = `Write at least ${-creditLine}, or a creditLine of ${-balance}`;
    faults.add(whoStates(statements, 'balance'), ['balance'], 'is below the credit line', least);
  }
  const kid = agreed(statements, 'kid', faults);
  if (kid !== undefined && bban !== undefined && isKidCreditor(bban))
    faults.add(whoStates(statements, 'kid'), ['kid'], `of ${bban} is in the bank's register`, 'Remove it');
  const account = {
    ...{ place, path, owner: owner.number, name, bban, balance, creditLine },
    currency: agreed(statements, 'currency', faults) ?? statements[0].value.currency,
    product: agreed(statements, 'product', faults) ?? name,
    cashAccountType: agreed(statements, 'cashAccountType', faults) ?? 'CACC',
    kid: kidPolicy(kid),
  };
  const parts = partsOf(draft, account, around, faults);
  const transactions = checkedTransactions(
    parts,
    { ...{ where: { place, path }, bban, balance }, accounts: around.accounts, today: around.today },
    faults,
  );
  return { ...account, transactions };
}

function kidPolicy(kid: FileKid | undefined): KidPolicy | undefined {
  if (kid === undefined) return undefined;
  if (kid === 'none') return { use: 'none', rules: [] };
  return { use: kid.required ? 'required' : 'allowed', rules: kid.rules };
}

function partsOf(
  draft: AccountDraft,
  account: Pick<SeedAccount, 'balance' | 'creditLine'>,
  around: AroundAccounts,
  faults: Faults,
): readonly TransactionPart[] {
  const { statements } = draft;
  const listed = statements.flatMap((stated) => {
    const { transactions } = stated.value;
    return transactions === undefined ? [] : [new Listed(stated.narrowed('transactions', transactions))];
  });
  const files = statements.flatMap((stated) => {
    const { transactionsFile } = stated.value;
    if (transactionsFile === undefined) return [];
    const named = stated.narrowed('transactionsFile', transactionsFile);
    const found = filePathOf(named, around.folders.get(stated.file), faults);
    return found === undefined ? [] : [new FromFile(found)];
  });
  const generated = generatedOf(draft, { ...account, listed }, around, faults);
  return generated === undefined ? [...listed, ...files] : [...listed, generated];
}

interface GeneratedBeside extends Pick<SeedAccount, 'balance' | 'creditLine'> {
  readonly listed: readonly Listed[];
}

/** @see C-seed-generated */
function generatedOf(
  { statements, owner }: AccountDraft,
  { balance, creditLine, listed }: GeneratedBeside,
  { today }: AroundAccounts,
  faults: Faults,
): Generated | undefined {
  const wanted = agreed(statements, 'generate', faults);
  if (wanted === undefined) return undefined;
  const stated = whoStates(statements, 'generate').narrowed('generate', wanted);
  const tell = (fault: string, remedy: string) => {
    faults.add(stated, [], fault, remedy);
    return undefined;
  };
  if (statements.some(({ value }) => value.transactionsFile !== undefined))
    return tell('stands beside transactionsFile', 'Remove one of them');
  if (wanted.from > wanted.to) return tell('has from after to', 'Exchange the two dates');
  if (wanted.to > today)
    return tell(`ends after the bank's today, ${today}`, 'Write an earlier to, or move the bank clock');
  if (balance === undefined)
    return tell('needs a balance, from which it works back', 'Add balance to the account');
  // Its fault is told; there is nothing to work back from.
  if (balance < -creditLine) return undefined;
  return new Generated(stated, { kind: owner.type, balance, creditLine, listed });
}
