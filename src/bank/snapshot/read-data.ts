import type { Currency } from '../../values/currencies.ts';
import { ibanOfBban } from '../../values/iban.ts';
import { readAmount } from '../../values/money.ts';
import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import { type NaturalKey, naturalKey } from '../domain/ids.ts';
import type { DetailsOfBalances } from '../domain/sandbox-balances.ts';
import type { Account, Agreement, CardAccount, Customer, KidEntry } from '../domain/world.ts';
import type { NewEngagement } from '../store/tables/customers.ts';
import type { KeyUses } from '../store/tables/snapshot-rows.ts';
import { IdsOfSeed, Names, nameOfOwned, wordOf } from './names.ts';
import type { Faults, Placed, RecordsByKind } from './records.ts';

/** An account or card with what its bookings are to add up to. */
export interface Held<A> {
  readonly it: A;
  readonly balanceMinor: bigint;
  readonly adjustmentMinor: bigint;
  readonly mayPay: boolean;
}

export type HeldAccount = Held<Omit<Account, 'openingMinor'>>;
export type HeldCard = Held<Omit<CardAccount, 'openingMinor'>> & { readonly details: DetailsOfBalances };

/** What a snapshot has of data, with the ids that it gets. */
export interface ReadData {
  readonly customers: readonly Customer[];
  readonly accounts: readonly HeldAccount[];
  readonly cards: readonly HeldCard[];
  readonly kidEntries: readonly KidEntry[];
  readonly agreements: readonly Agreement[];
  readonly engagements: readonly NewEngagement[];
  readonly uses: readonly KeyUses[];
  readonly accountNames: Names;
  readonly agreementNames: Names;
  /** Accounts by their bbans, for what is on them. */
  readonly byBban: ReadonlyMap<string, HeldAccount['it']>;
  /** Cards by their names. */
  readonly byCardName: ReadonlyMap<string, HeldCard['it']>;
}

/** Gives the ids, counts the uses of keys, and finds what refers to nothing. */
export function readData(seed: string, records: RecordsByKind, faults: Faults): ReadData {
  return new DataReader(seed, faults).read(records);
}

class DataReader {
  readonly #ids: IdsOfSeed;
  readonly #faults: Faults;
  readonly #uses = new Map<string, KeyUses>();
  readonly #customers = new Set<string>();
  readonly #engagements = new Set<string>();
  readonly #accounts = new Names();
  readonly #agreements = new Names();
  readonly #byBban = new Map<string, HeldAccount['it']>();
  readonly #byCardName = new Map<string, HeldCard['it']>();

  constructor(seed: string, faults: Faults) {
    this.#ids = new IdsOfSeed(seed);
    this.#faults = faults;
  }

  read(records: RecordsByKind): ReadData {
    const customers = records.customer.map((one) => this.#customer(one));
    const accounts = records.account.map((one) => this.#account(one));
    const cards = records.card.map((one) => this.#card(one));
    const agreements = records.agreement.map((one) => this.#agreement(one));
    const kids = new Set<string>();
    const kidEntries = records.kid.map(({ place, record: { kid, use, rules } }) => {
      this.#once(place, 'kid', !kids.has(kid));
      kids.add(kid);
      return { bban: kid, use, rules };
    });
    const engagements = records.engagement.flatMap((one) => this.#engagement(one) ?? []);
    for (const { record } of records.used) this.#count(record.used, record.key, record.times);
    return {
      ...{ customers, accounts, cards, kidEntries, agreements, engagements },
      uses: [...this.#uses.values()],
      accountNames: this.#accounts,
      agreementNames: this.#agreements,
      byBban: this.#byBban,
      byCardName: this.#byCardName,
    };
  }

  #customer({ place, record }: Placed<'customer'>): Customer {
    const { customer: customerNumber, type: customerType, name: customerName, use } = record;
    this.#once(place, 'customer', !this.#customers.has(customerNumber));
    this.#customers.add(customerNumber);
    const customerId = this.#idOf(naturalKey('customer', customerNumber), use);
    return { customerId, customerNumber, customerType, customerName };
  }

  #account({ place, record }: Placed<'account'>): HeldAccount {
    const { account: bban, customer: customerNumber, name: accountName } = record;
    const { currency, product, cashAccountType, creditLine } = record;
    this.#owned(place, 'customer', customerNumber);
    const key = record.isNumberMade
      ? naturalKey('made account', customerNumber, accountName)
      : naturalKey('account', bban);
    const id = this.#idOf(key, record.use);
    this.#once(place, 'account', this.#accounts.add(bban, id));
    const iban = ibanOfBban(bban);
    const it = {
      id,
      customerNumber,
      accountName,
      bban,
      iban,
      currency,
      product,
      cashAccountType,
      creditLine,
    };
    this.#byBban.set(bban, it);
    return { it, ...this.#held(place, record) };
  }

  #card({ place, record }: Placed<'card'>): HeldCard {
    const { card: maskedPan, customer: customerNumber, currency, creditLimit, use = 1 } = record;
    this.#owned(place, 'customer', customerNumber);
    const key = naturalKey('card account', customerNumber, maskedPan);
    const resourceId = this.#idOf(key, use);
    const name = nameOfOwned(maskedPan, customerNumber, use);
    this.#once(place, 'card', this.#accounts.add(name, resourceId));
    const { cardId, cardIdVNo, accountNumber, expiry, name: cardName, product, status } = record;
    const it = {
      ...{ resourceId, customerNumber, maskedPan, currency, creditLimit },
      ...{ cardId, cardIdVNo, accountNumber, expiry, name: cardName, product, status },
      relatedAccount: this.#ids.relatedAccountOf(key, use),
    };
    this.#byCardName.set(name, it);
    const details = (record.balanceDetails ?? {}) as DetailsOfBalances;
    return { it, ...this.#held(place, record), details };
  }

  #agreement({ place, record }: Placed<'agreement'>): Agreement {
    const { agreement: name, owner: ownerNumber, type, use = 1 } = record;
    this.#owned(place, 'owner', ownerNumber);
    const agreementId = this.#idOf(naturalKey('agreement', ownerNumber, name), use);
    this.#once(place, 'agreement', this.#agreements.add(nameOfOwned(name, ownerNumber, use), agreementId));
    return { agreementId, type, ownerNumber, name };
  }

  #engagement({ place, record }: Placed<'engagement'>): NewEngagement | undefined {
    const { engagement: customerNumber, registerLimit, approvalLimit, roles } = record;
    this.#owned(place, 'engagement', customerNumber);
    const account = this.#byBban.get(record.account);
    if (account === undefined) this.#faults.add(place, 'account', "isn't an account of this snapshot");
    const isThere = this.#agreements.has(record.agreement);
    if (!isThere) this.#faults.add(place, 'agreement', "isn't an agreement of this snapshot");
    const agreementId = this.#agreements.idOf(record.agreement);
    if (account === undefined || agreementId === undefined) return undefined;
    const key = naturalKey('engagement', agreementId, customerNumber, account.id);
    this.#once(place, 'engagement', !this.#engagements.has(key.key));
    this.#engagements.add(key.key);
    return {
      engagementId: this.#idOf(key, record.use),
      ...{ agreementId, customerNumber, account: account.id, roles },
      ...(registerLimit === undefined ? {} : { registerLimit }),
      ...(approvalLimit === undefined ? {} : { approvalLimit }),
    };
  }

  #held(place: number, record: SnapshotRecordOf<'account' | 'card'>): Omit<Held<never>, 'it'> {
    const { balance, adjustment, currency, mayPay = true } = record;
    return {
      balanceMinor: this.#amount(place, 'balance', balance, currency),
      adjustmentMinor:
        adjustment === undefined ? 0n : this.#amount(place, 'adjustment', adjustment, currency),
      mayPay,
    };
  }

  #amount(place: number, member: string, text: string, currency: Currency): bigint {
    const minor = amountOf(text, currency);
    if (minor === undefined) this.#faults.add(place, member, `must have the decimals of ${currency}`);
    return minor ?? 0n;
  }

  #owned(place: number, member: string, customer: string): void {
    if (!this.#customers.has(customer)) this.#faults.add(place, member, "isn't a customer of this snapshot");
  }

  #once(place: number, member: string, isFirst: boolean): void {
    if (!isFirst) this.#faults.add(place, member, 'stands in the snapshot twice');
  }

  #idOf(key: NaturalKey, use = 1): string {
    this.#count(key.kind, key.key, use);
    return this.#ids.idOf(key, use);
  }

  #count(kind: string, key: string, uses: number): void {
    const word = wordOf({ kind, key });
    const known = this.#uses.get(word)?.uses ?? 0;
    this.#uses.set(word, { kind, key, uses: Math.max(known, uses) });
  }
}

/** Minor units; undefined with other decimals than the currency has, and where 64 bits don't hold it. */
export function amountOf(text: string, currency: Currency): bigint | undefined {
  const minor = readAmount(text, currency);
  return minor !== undefined && BigInt.asIntN(64, minor) === minor ? minor : undefined;
}
