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

/**
 * How a snapshot names what others refer to, and the ids behind the names: an id comes from the natural key, so it
 * need not be written.
 * @see D16-snapshot
 */

/** Begins the name of what is gone: no natural key leads to its id. */
const GONE = 'id:';

/** Names of one sort and their ids. */
export class Names {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  add(name: string, id: string): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? GONE + id;
  }

  /** Returns the id behind a name; undefined where nothing has the name. */
  idOf(name: string): string | undefined {
    return this.#ids.get(name) ?? readGoneId(name);
  }
}

/** Reads the id in the name of what is gone; undefined for the name of what is there. */
export function readGoneId(name: string): string | undefined {
  return name.startsWith(GONE) ? name.slice(GONE.length) : undefined;
}

/** Names a card or an agreement with its owner; from the second use of such a name on with its number. */
export function formatOwnedName(name: string, owner: string, use: number): string {
  return `${name} of ${owner}${use === 1 ? '' : ` #${use}`}`;
}

/** The ids of things by their natural keys in a world of one seed. */
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

  /** The initial data has the first use of its keys, and ids of its own. */
  idOf(key: NaturalKey, use: number): string {
    const initial = use === 1 ? this.#initial.get(formatNaturalKey(key)) : undefined;
    return initial ?? deriveIdOfUse(this.#seed, key, use);
  }

  relatedAccountOf(card: NaturalKey, use: number): string {
    return this.idOf(buildRelatedKey(card), use);
  }

  /** Finds which use of its key has made the id; undefined when none of so many has. */
  useOf(key: NaturalKey, uses: number, id: string): number | undefined {
    // The last is the likeliest.
    for (let use = uses; use >= 1; use -= 1) if (this.idOf(key, use) === id) return use;
    return undefined;
  }
}

/** A natural key as one word. */
export function formatNaturalKey({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return `${kind} ${key}`;
}

/** A record and its place in the snapshot, by which what is wrong with it is told. */
export interface Placed<K extends SnapshotKind> {
  readonly place: number;
  readonly record: SnapshotRecordOf<K>;
}

/** The records by their kinds, each kind in the order in which it stood. */
export type RecordsByKind = { readonly [K in SnapshotKind]: readonly Placed<K>[] };

/** Faults of a snapshot; nothing is restored. @see D16-restore-checked */
export class Faults {
  readonly #all: FieldFault[] = [];

  /** @throws RefusedWork where something is wrong */
  refuse(): void {
    if (this.#all.length > 0) throw new RefusedWork(refuseBody(this.#all));
  }

  /** @param member of a record; empty: the record itself */
  add(place: number, member: string, text: string): void {
    if (this.#all.length >= MOST_FAULTS) return;
    const record = `records[${place}]`;
    const path = member === '' ? record : `${record}.${member}`;
    this.#all.push({ path, text: `${path} ${text}` });
  }
}

/** Reads each record by its first member, which says of what kind it is. */
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

/** An initiation is kept as it was sent, in the order of its members too. */
function withInitiation(read: unknown, record: unknown): unknown {
  const { initiation } = record as { initiation?: unknown };
  return initiation === undefined ? read : { ...(read as object), initiation };
}

/** `parseBody` names the member first, or the body. */
function withoutPath(text: string, path: string): string {
  const named = path === '' ? 'the body ' : `${path} `;
  return text.startsWith(named) ? text.slice(named.length) : text;
}

/** Writes an instant to the millisecond, in UTC, so that equal ones are written alike. */
export function formatInstant(instant: number): string;
export function formatInstant(instant: number | undefined): string | undefined;
export function formatInstant(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

/** Reads an instant that its schema has checked. */
export function readInstant(text: string): number;
export function readInstant(text: string | undefined): number | undefined;
export function readInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}
