import type * as z from 'zod/mini';
import { parseInstant } from '../../values/instant.ts';
import type { FieldFault } from '../../wire/field.ts';
import { MOST_FAULTS, parseBody } from '../../wire/parse.ts';
import {
  SNAPSHOT_VERSION,
  type SnapshotKind,
  type SnapshotRecordOf,
  snapshotSchemas,
} from '../../wire/snapshot.ts';
import { RefusedWork, refuseBody } from '../answer.ts';
import { buildNaturalKey, buildRelatedKey, deriveIdOfUse, type NaturalKey } from '../domain/ids.ts';
import { createInitialData } from '../domain/initial-data.ts';

/** The prefix for the id of a deleted resource, which no natural key derives. */
const GONE = 'id:';

/**
 * The names by which records refer to others of one kind, and the ids of the names. Ids derive from natural keys, so a snapshot
 * doesn't contain them.
 * @see D16-snapshot
 */
export class Names {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  add(name: string, id: string): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
  }

  getName(id: string): string {
    return this.#names.get(id) ?? GONE + id;
  }

  /** Returns the id of a name; undefined for an unknown name. */
  findId(name: string): string | undefined {
    return this.#ids.get(name) ?? readGoneId(name);
  }
}

/** Parses the id of a deleted resource from its name; undefined for other names. */
export function readGoneId(name: string): string | undefined {
  return name.startsWith(GONE) ? name.slice(GONE.length) : undefined;
}

/**
 * Formats the name of a card or an agreement with its owner; from the second use of the key, with the number of the
 * use.
 */
export function formatOwnedName(name: string, owner: string, use: number): string {
  return `${name} of ${owner}${use === 1 ? '' : ` #${use}`}`;
}

/** Derives ids from natural keys in a world with one seed. */
export class IdsOfSeed {
  readonly #seed: string;
  readonly #initial = new Map<string, string>();

  constructor(seed: string) {
    this.#seed = seed;
    const { accounts, cardAccounts, agreements } = createInitialData(seed);
    for (const { bban, id } of accounts)
      this.#initial.set(formatNaturalKey(buildNaturalKey('account', bban)), id);
    for (const { customerNumber, maskedPan, resourceId, relatedAccount } of cardAccounts) {
      const key = buildNaturalKey('card account', customerNumber, maskedPan);
      this.#initial.set(formatNaturalKey(key), resourceId);
      this.#initial.set(formatNaturalKey(buildRelatedKey(key)), relatedAccount);
    }
    for (const { ownerNumber, name, agreementId } of agreements)
      this.#initial.set(formatNaturalKey(buildNaturalKey('agreement', ownerNumber, name)), agreementId);
  }

  /** Returns the id of a key and use. The first uses of the initial data's keys have their own ids. */
  deriveId(key: NaturalKey, use: number): string {
    const initial = use === 1 ? this.#initial.get(formatNaturalKey(key)) : undefined;
    return initial ?? deriveIdOfUse(this.#seed, key, use);
  }

  deriveRelatedAccount(card: NaturalKey, use: number): string {
    return this.deriveId(buildRelatedKey(card), use);
  }

  /** Finds the use of a key that derived the id; undefined if none up to `uses` did. */
  useOf(key: NaturalKey, uses: number, id: string): number | undefined {
    // The last use is the most likely.
    for (let use = uses; use >= 1; use -= 1) if (this.deriveId(key, use) === id) return use;
    return undefined;
  }
}

/** Formats a natural key as one text. */
export function formatNaturalKey({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return `${kind} ${key}`;
}

/** A record with its index in the snapshot, used in faults. */
export interface IndexedRecord<K extends SnapshotKind> {
  readonly place: number;
  readonly record: SnapshotRecordOf<K>;
}

/** The records by kind, each kind in the order of the snapshot. */
export type RecordsByKind = { readonly [K in SnapshotKind]: readonly IndexedRecord<K>[] };

/** The faults of a snapshot; with any fault, nothing is restored. @see D16-restore-checked */
export class Faults {
  readonly #all: FieldFault[] = [];

  /**
   * Refuses the snapshot if it has faults.
   * @throws RefusedWork
   */
  refuse(): void {
    if (this.#all.length > 0) throw new RefusedWork(refuseBody(this.#all));
  }

  /**
   * Adds a fault, up to the limit.
   * @param member of the record; empty for the record itself
   */
  add(place: number, member: string, text: string): void {
    if (this.#all.length >= MOST_FAULTS) return;
    const record = `records[${place}]`;
    const path = member === '' ? record : `${record}.${member}`;
    this.#all.push({ path, text: `${path} ${text}` });
  }
}

/** Parses each record by its first member, which determines the kind. */
export function readRecords(records: readonly unknown[], faults: Faults): RecordsByKind {
  const schemas = snapshotSchemas();
  const kinds = Object.keys(schemas) as SnapshotKind[];
  const byKind = Object.fromEntries(kinds.map((kind) => [kind, [] as unknown[]])) as Record<
    SnapshotKind,
    unknown[]
  >;
  for (const [place, record] of records.entries()) {
    const kind = findRecordKind(record, kinds);
    if (kind === undefined) {
      faults.add(place, '', `isn't known: its first member must be one of ${kinds.join(', ')}`);
      continue;
    }
    if (kind === 'snapshot' && !isVersion(record)) {
      faults.add(place, 'snapshot', `must be 1 to ${SNAPSHOT_VERSION}: another version of psd2 has made it`);
      continue;
    }
    const schema: z.ZodMiniType<unknown> = schemas[kind];
    const read = parseBody(schema, record);
    if (read.ok) byKind[kind].push({ place, record: withInitiation(read.value, record) });
    else for (const { path, text } of read.faults) faults.add(place, path, withoutPath(text, path));
  }
  if (byKind.snapshot.length !== 1 || findRecordKind(records[0], kinds) !== 'snapshot')
    faults.add(0, '', `must be the only one with "snapshot": ${SNAPSHOT_VERSION}`);
  return byKind as unknown as RecordsByKind;
}

function findRecordKind(record: unknown, kinds: readonly SnapshotKind[]): SnapshotKind | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const [first] = Object.keys(record);
  return kinds.find((kind) => kind === first);
}

function isVersion(record: unknown): boolean {
  const { snapshot } = record as { readonly snapshot: unknown };
  return Number.isInteger(snapshot) && Number(snapshot) >= 1 && Number(snapshot) <= SNAPSHOT_VERSION;
}

/** Restores the initiation as sent, including the order of its members. */
function withInitiation(read: unknown, record: unknown): unknown {
  const { initiation } = record as { initiation?: unknown };
  return initiation === undefined ? read : { ...(read as object), initiation };
}

/** Removes the member or body that `parseBody` puts at the start of a text. */
function withoutPath(text: string, path: string): string {
  const named = path === '' ? 'the body ' : `${path} `;
  return text.startsWith(named) ? text.slice(named.length) : text;
}

/** Formats a time in UTC with milliseconds, so that equal times give equal texts. */
export function formatInstant(instant: number): string;
export function formatInstant(instant: number | undefined): string | undefined;
export function formatInstant(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

/** Parses a time that the schema has validated. */
export function readInstant(text: string): number;
export function readInstant(text: string | undefined): number | undefined;
export function readInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}
