import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds of the processor that a process has had, of all its threads. */
export function processorTimeOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name, which stands in parentheses, may have blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return TICK_MS * (Number(fields[11]) + Number(fields[12]));
}

/** One request, or what else is sent, up to its end. */
export type Turn = () => Promise<unknown>;

export interface Sharing {
  /** Milliseconds of the processor that the server has had. */
  readonly used: () => Promise<number>;
  readonly client: Turn;
  /** Each takes its next turn as soon as the last one is over. */
  readonly guests: readonly Turn[];
}

const ROUNDS = 6;
/** Of the client, in each half of a round. */
export const TURNS = 60;
/** How many turns of the client there are in all. */
export const ALL_TURNS = 2 * TURNS * (ROUNDS + 1);

/**
 * How many times as much of a server's processor goes by in a client's turn beside guests as alone. Client and guests
 * share a thread, so that a busy machine holds them up alike, and how long the server waits for a processor isn't in it.
 */
export async function timesBeside({ used, client, guests }: Sharing): Promise<number> {
  const sums = { alone: 0, beside: 0 };
  // In turn, so that what warms up or grows does so for both; the first round is for that alone.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const alone = await usedBy(client, used);
    let isOver = false;
    const turns = guests.map(async (turn) => {
      while (!isOver) await turn();
    });
    const beside = await usedBy(client, used);
    isOver = true;
    await Promise.all(turns);
    if (round === 0) continue;
    sums.alone += alone;
    sums.beside += beside;
  }
  return sums.beside / sums.alone;
}

async function usedBy(client: Turn, used: Sharing['used']): Promise<number> {
  const before = await used();
  for (let turn = 0; turn < TURNS; turn += 1) await client();
  return (await used()) - before;
}
