import type { Place } from '../faults.ts';

/** The outcome for an object of the files, or for one that they lack. @see C-seed-json */
export type SeedOutcome = 'created' | 'changed' | 'unchanged' | 'differs' | 'deleted';

export const SORTS = ['customers', 'accounts', 'cards', 'agreements', 'engagements', 'transactions'] as const;
export type ObjectKind = (typeof SORTS)[number];

export type Counts = Readonly<Record<SeedOutcome, number>>;

/** A change, or a difference that can't be changed. */
export interface Step {
  readonly fate: Exclude<SeedOutcome, 'unchanged'>;
  readonly sort: ObjectKind;
  /** `account Brukskonto of 15813963008`; of transactions, their number and account. */
  readonly what: string;
  /** The members that are changed or differ: the bank's value, then the files'. */
  readonly why?: string;
  /** The place in the files; absent for an object that they lack. */
  readonly place?: Place;
}

const NONE: Counts = { created: 0, changed: 0, unchanged: 0, differs: 0, deleted: 0 };

/** Counts the outcomes of an apply or a plan, each object once. */
export class ApplyReport {
  readonly bySort = Object.fromEntries(SORTS.map((sort) => [sort, { ...NONE }])) as Readonly<
    Record<ObjectKind, Record<SeedOutcome, number>>
  >;
  readonly #steps: Step[] = [];

  /** @param count of transactions, how many */
  add(step: Step, count = 1): void {
    if (count === 0) return;
    this.bySort[step.sort][step.fate] += count;
    this.#steps.push(step);
  }

  addUnchanged(sort: ObjectKind, count = 1): void {
    this.bySort[sort].unchanged += count;
  }

  /** Lists deletions in their order, then each sort in the order of the files. @see C-seed-json */
  get steps(): readonly Step[] {
    return this.#steps.toSorted(compareSteps);
  }

  get total(): Counts {
    const total = { ...NONE } as Record<SeedOutcome, number>;
    for (const counts of Object.values(this.bySort))
      for (const fate of Object.keys(total) as SeedOutcome[]) total[fate] += counts[fate];
    return total;
  }
}

function compareSteps(left: Step, right: Step): number {
  const [one, other] = [sortKey(left), sortKey(right)];
  const place = one.findIndex((key, at) => key !== other[at]);
  return place === -1 ? 0 : (one[place] ?? 0) < (other[place] ?? 0) ? -1 : 1;
}

function sortKey({ fate, sort, what, place }: Step): readonly (number | string)[] {
  if (fate === 'deleted') return [0];
  const inFile = place === undefined ? [1, '', 0, 0] : [0, place.file, place.line, place.column];
  return [1, SORTS.indexOf(sort), ...inFile, what];
}

export type ComparedMember = readonly [name: string, atBank: unknown, inFile: unknown];

/** Describes different members: `balance 20000, in the file 25000`. */
export function describeDifferences(members: readonly ComparedMember[]): string | undefined {
  const texts = members
    .filter(([, atBank, inFile]) => inFile !== undefined && atBank !== inFile)
    .map(([name, atBank, inFile]) => `${name} ${show(atBank)}, in the file ${show(inFile)}`);
  return texts.length === 0 ? undefined : texts.join('; ');
}

function show(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value ?? 'none');
}
