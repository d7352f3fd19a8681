import { isDeepStrictEqual } from 'node:util';
import { findNearest } from '../core/nearest.ts';
import { AGREEMENT_ROLES, type AgreementRole } from '../values/agreement-roles.ts';
import { isKidCreditor, type KidPolicy } from '../values/kid.ts';
import { getOutcome } from '../values/outcome-accounts.ts';
import {
  compareTexts,
  type FaultPlace,
  type Faults,
  formatPlace,
  type LocatedValue,
  type Place,
} from './faults.ts';
import type {
  FileAccount,
  FileAgreement,
  FileCard,
  FileCustomer,
  FileEngagement,
  FileGenerate,
  FileKid,
  SeedFile,
} from './schema.ts';
import { checkTransactions, createGeneratedPart, createListedPart } from './transactions.ts';
import { createFilePart } from './transactions-file.ts';
import type {
  SeedAccount,
  SeedAgreement,
  SeedCard,
  SeedCardTransaction,
  SeedCustomer,
  SeedEngagement,
  TransactionPart,
  World,
} from './world.ts';

/** Facts besides the files' texts. */
export interface MergeContext {
  /** Folders of the world's files, by file name. */
  readonly folders: ReadonlyMap<string, string | undefined>;
  /** The bank's date. */
  readonly today: string;
}

/** Merges the statements of all files into one world. @see C-seed-several */
export function mergeFiles(
  files: readonly LocatedValue<SeedFile>[],
  around: MergeContext,
  faults: Faults,
): World {
  const owners = groupBy(
    files.flatMap((file) => file.items('customers')),
    ['number'],
    'customer',
    faults,
  ).map((owner) => ({ owner, accounts: groupBy(owner.items('accounts'), ['name'], 'account', faults) }));
  const bbans = mapNumbers(owners.flatMap(({ accounts }) => accounts));
  const customers = owners.map(
    ({ owner, accounts }): SeedCustomer => ({
      ...owner.where,
      ...owner.pick('number', 'name', 'type'),
      accounts: accounts.map((account) => mergeAccount(account, owner, { ...around, bbans }, faults)),
      cards: mergeCards(owner, around.today, faults),
    }),
  );
  return { customers, agreements: mergeAgreements(files, customers, faults) };
}

/** Maps accounts by their bban, which is unique. @see D8-number-taken */
function mapNumbers(accounts: readonly Group<FileAccount>[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const account of accounts) {
    const bban = account.get('bban');
    if (bban === undefined) continue;
    const first = places.get(bban);
    const remedy = 'Write another number';
    if (getOutcome(bban) !== undefined)
      account.addFault('bban', 'is an outcome account, which no account can have', remedy);
    else if (first !== undefined)
      account.addFault('bban', `is taken by the account at ${formatPlace(first)}`, remedy);
    else places.set(bban, account.findStating('bban').below(['bban']).place);
  }
  return places;
}

interface AroundAccount extends MergeContext {
  /** Accounts of the world by their bban. */
  readonly bbans: ReadonlyMap<string, Place>;
}

/** @see C-seed-members, D8-account-members */
function mergeAccount(
  group: Group<FileAccount>,
  owner: Group<FileCustomer>,
  around: AroundAccount,
  faults: Faults,
): SeedAccount {
  const { name } = group.first.value;
  const { bban } = group.findStating('bban').value;
  const [balance, creditLine = 0, kid] = [group.get('balance'), group.get('creditLine'), group.get('kid')];
  if (balance !== undefined && balance < -creditLine) {
    const least = `Write at least ${-creditLine}, or a creditLine of ${-balance}`;
    group.addFault('balance', 'is below the credit line', least);
  }
  if (kid !== undefined && bban !== undefined && isKidCreditor(bban))
    group.addFault('kid', `of ${bban} is in the bank's register`, 'Remove it');
  const account = {
    ...group.where,
    ...{ owner: owner.first.value.number, name, bban, balance, creditLine },
    currency: group.get('currency'),
    product: group.get('product') ?? name,
    cashAccountType: group.get('cashAccountType') ?? ('CACC' as const),
    kid: parseKidPolicy(kid),
  };
  const parts = mergeParts(group, owner.first.value.type, account, around, faults);
  const { bbans, today } = around;
  return { ...account, transactions: checkTransactions(parts, { account, bbans, today }, faults) };
}

function parseKidPolicy(kid: FileKid | undefined): KidPolicy | undefined {
  if (kid === undefined) return undefined;
  if (kid === 'none') return { use: 'none', rules: [] };
  return { use: kid.required ? 'required' : 'allowed', rules: kid.rules };
}

function mergeParts(
  group: Group<FileAccount>,
  type: SeedCustomer['type'],
  account: Pick<SeedAccount, 'balance' | 'creditLine'>,
  { folders, today }: AroundAccount,
  faults: Faults,
): readonly TransactionPart[] {
  const listed = group.statements.flatMap((stated) => {
    const { transactions } = stated.value;
    return transactions === undefined ? [] : createListedPart(stated.narrow('transactions', transactions));
  });
  const files = group.statements.flatMap((stated) => {
    const { transactionsFile: name } = stated.value;
    if (name === undefined) return [];
    const named = stated.narrow('transactionsFile', name);
    return createFilePart(named, folders.get(stated.file), faults) ?? [];
  });
  const wanted = group.get('generate');
  if (wanted === undefined) return [...listed, ...files];
  const fault = generateFault(group, wanted, account, today);
  if (fault !== undefined) faults.add(group.findStating('generate'), ['generate'], ...fault);
  const { balance, creditLine } = account;
  // A balance below the credit line is already reported; nothing can be generated for it.
  if (fault !== undefined || balance === undefined || balance < -creditLine) return listed;
  const stated = group.findStating('generate').narrow('generate', wanted);
  return [...listed, createGeneratedPart(stated, { kind: type, balance, creditLine, listed })];
}

/** @see C-seed-generated */
function generateFault(
  group: Group<FileAccount>,
  { from, to }: FileGenerate,
  { balance }: Pick<SeedAccount, 'balance'>,
  today: string,
): readonly [fault: string, remedy: string] | undefined {
  if (group.findStating('transactionsFile').value.transactionsFile !== undefined)
    return ['stands beside transactionsFile', 'Remove one of them'];
  if (from > to) return ['has from after to', 'Exchange the two dates'];
  if (to > today)
    return [`ends after the bank's today, ${today}`, 'Write an earlier to, or move the bank clock'];
  if (balance === undefined)
    return ['needs a balance, from which it works back', 'Add balance to the account'];
  return undefined;
}

/** @see D8-card-members */
function mergeCards(owner: Group<FileCustomer>, today: string, faults: Faults): readonly SeedCard[] {
  return groupBy(owner.items('cards'), ['maskedPan'], 'card', faults).map((card) => ({
    ...card.where,
    owner: owner.first.value.number,
    ...card.pick('maskedPan', 'currency', 'creditLimit', 'balance', 'name', 'product'),
    transactions: mergeCardTransactions(card, today, faults),
  }));
}

/** @see D8-card-transaction-dates */
function mergeCardTransactions(
  card: Group<FileCard>,
  today: string,
  faults: Faults,
): readonly SeedCardTransaction[] {
  return card.items('transactions').map((stated) => {
    const { date, amount, text = '', mcc = '' } = stated.value;
    const remedy = 'Write an earlier date, or move the bank clock';
    if (date > today) faults.add(stated, ['date'], `is after the bank's today, ${today}`, remedy);
    return { date, amount, text, mcc };
  });
}

/** Merges the agreements of all files, between customers of the world. @see D8-agreement-members */
function mergeAgreements(
  files: readonly LocatedValue<SeedFile>[],
  customers: readonly SeedCustomer[],
  faults: Faults,
): readonly SeedAgreement[] {
  const byNumber = new Map(customers.map((customer) => [customer.number, customer]));
  const all = files.flatMap((file) => file.items('agreements'));
  return groupBy(all, ['owner', 'name'], 'agreement', faults).map((agreement) => {
    const { owner, name } = agreement.first.value;
    const customer = findCustomer(agreement, 'owner', byNumber);
    const isPrivate = customer?.type === 'PRIVATE';
    if (isPrivate) {
      const fault = 'is a PRIVATE customer, which has its own agreement';
      agreement.addFault('owner', fault, 'Name a CORPORATE customer');
    }
    const found = isPrivate ? undefined : customer;
    return {
      ...agreement.where,
      owner,
      name,
      engagements: mergeEngagements(agreement, found, byNumber, faults),
    };
  });
}

/** @see D8-engagement-members */
function mergeEngagements(
  agreement: Group<FileAgreement>,
  owner: SeedCustomer | undefined,
  customers: ReadonlyMap<string, SeedCustomer>,
  faults: Faults,
): readonly SeedEngagement[] {
  const all = agreement.items('engagements');
  return groupBy(all, ['customer', 'account'], 'engagement', faults).map((engagement) => {
    const roles = sortRoles(engagement.get('roles', sortRoles));
    findCustomer(engagement, 'customer', customers);
    if (owner !== undefined) checkAccount(engagement, owner);
    const others = engagement.pick('customer', 'account', 'registerLimit', 'approvalLimit');
    return { ...engagement.where, ...others, roles };
  });
}

function sortRoles(roles: readonly AgreementRole[]): readonly AgreementRole[] {
  return AGREEMENT_ROLES.filter((role) => roles.includes(role));
}

function findCustomer<T extends object>(
  group: Group<T>,
  member: keyof T & string,
  customers: ReadonlyMap<string, SeedCustomer>,
): SeedCustomer | undefined {
  const number = String(group.first.value[member]);
  const found = customers.get(number);
  if (found === undefined) {
    const meant = findNearest(number, [...customers.keys()]);
    const remedy = meant === undefined ? 'Add the customer, or correct the number' : `Did you mean ${meant}?`;
    group.addFault(member, 'is no customer of these files', remedy);
  }
  return found;
}

function checkAccount(engagement: Group<FileEngagement>, owner: SeedCustomer): void {
  const names = owner.accounts.map(({ name }) => name);
  const { account } = engagement.first.value;
  if (names.includes(account)) return;
  const meant = findNearest(account, names);
  const known = names.length === 0 ? 'Add the account to the owner' : `The owner has ${names.join(', ')}`;
  const remedy = meant === undefined ? known : `Did you mean ${meant}?`;
  engagement.addFault('account', `is no account of the agreement's owner, ${owner.number}`, remedy);
}

/** The statements of several files about one object: each member at most once, in the order of the files. */
class Group<T extends object> {
  readonly statements: readonly [LocatedValue<T>, ...LocatedValue<T>[]];
  readonly #faults: Faults;

  constructor(statements: readonly [LocatedValue<T>, ...LocatedValue<T>[]], faults: Faults) {
    this.statements = statements;
    this.#faults = faults;
  }

  get first(): LocatedValue<T> {
    return this.statements[0];
  }

  get where(): FaultPlace {
    return this.first.where;
  }

  /**
   * Reads a member that several files may give if they agree.
   * @param alike returns the part of it that must be equal
   * @returns the value in the first of them
   * @see C-seed-several
   */
  get<Name extends keyof T & string>(name: Name, alike = (value: T[Name]): unknown => value): T[Name] {
    const [first, ...others] = this.statements.filter(({ value }) => value[name] !== undefined);
    if (first === undefined) return undefined as T[Name];
    const remedy = 'Write the same in both files, or remove one of them';
    for (const other of others)
      if (!isDeepStrictEqual(alike(other.value[name]), alike(first.value[name])))
        this.#faults.add(other, [name], `contradicts ${formatPlace(first.below([name]).place)}`, remedy);
    return first.value[name];
  }

  /** Reads several members at once. */
  pick<Name extends keyof T & string>(...names: readonly Name[]): Pick<T, Name> {
    return Object.fromEntries(names.map((name) => [name, this.get(name)])) as Pick<T, Name>;
  }

  /** Lists the items of a list that several files give. */
  items<Name extends keyof T & string>(name: Name) {
    return this.statements.flatMap((stated) => stated.items(name));
  }

  /** Adds a fault at the first statement of a member. */
  addFault(name: keyof T & string, fault: string, remedy: string): void {
    this.#faults.add(this.findStating(name), [name], fault, remedy);
  }

  /** Finds the first statement with a member, else the first. */
  findStating(name: keyof T & string): LocatedValue<T> {
    return this.statements.find(({ value }) => value[name] !== undefined) ?? this.first;
  }
}

/**
 * Groups the statements of each object, sorted by its identifying members. One file states an object once.
 * @see C-seed-several
 */
function groupBy<T extends object>(
  all: readonly LocatedValue<T>[],
  names: readonly (keyof T & string)[],
  what: string,
  faults: Faults,
): readonly Group<T>[] {
  const last = names.at(-1) ?? '';
  const groups = new Map<string, [LocatedValue<T>, ...LocatedValue<T>[]]>();
  for (const stated of all) {
    const key = names.map((name) => stated.value[name]).join('\0');
    const group = groups.get(key);
    const twin = group?.find(({ file }) => file === stated.file);
    if (group === undefined) groups.set(key, [stated]);
    else if (twin === undefined) group.push(stated);
    else {
      const fault = `names the same ${what} as line ${twin.below([last]).place.line}`;
      faults.add(stated, [last], fault, 'Put them together, or correct one');
    }
  }
  const sorted = [...groups].sort(([left], [right]) => compareTexts(left, right));
  return sorted.map(([, statements]) => new Group(statements, faults));
}
