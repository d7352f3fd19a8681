import { type BookedOrder, type Harm, harmIn } from './harm.ts';
import type { Entry } from './journal.ts';
import { OUTCOMES, outcomesMet } from './outcomes.ts';
import type { Trouble } from './plan.ts';

/** What a client met, and what it made of it. @see C-serve-chaos-met, C-serve-chaos-harm */
export interface ChaosReport {
  readonly seed: string;
  /** Of the command. */
  readonly exitCode: number;
  /** How many calls of the interface came. */
  readonly calls: number;
  /** How often each trouble struck. */
  readonly troubles: Readonly<Partial<Record<Trouble, number>>>;
  readonly met: readonly string[];
  readonly notMet: readonly string[];
  readonly harm: readonly Harm[];
  /** How many calls aren't in the log: what became of them isn't known, so neither is the harm they did. */
  readonly notLogged: number;
}

interface Seen {
  readonly seed: string;
  readonly exitCode: number;
  readonly struck: readonly Trouble[];
  readonly books: readonly BookedOrder[];
  readonly entries: readonly Entry[];
  readonly notLogged: number;
}

/** Nothing of time, address or chance is in it: the same run has the same report. @see C-serve-chaos-seed */
export function reportOf({ seed, exitCode, struck, books, entries, notLogged }: Seen): ChaosReport {
  const met = outcomesMet(entries);
  return {
    seed,
    exitCode,
    calls: entries.filter(({ operation }) => operation !== undefined).length,
    troubles: countedIn(struck),
    met,
    notMet: OUTCOMES.filter((outcome) => !met.includes(outcome)),
    harm: harmIn(books, entries),
    notLogged,
  };
}

function countedIn(struck: readonly Trouble[]): ChaosReport['troubles'] {
  const counts: Partial<Record<Trouble, number>> = {};
  for (const trouble of [...struck].sort()) counts[trouble] = (counts[trouble] ?? 0) + 1;
  return counts;
}
