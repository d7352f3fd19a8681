import type { SandboxWorld } from '../wire/sandbox/world.ts';

/** How many of each a sandbox has; payments, baskets, sessions and consents are not listed by the bank. */
export type WorldCounts = Readonly<Record<keyof SandboxWorld, number>>;

const WORDS: Readonly<Record<keyof SandboxWorld, readonly [one: string, several: string]>> = {
  customers: ['customer', 'customers'],
  accounts: ['account', 'accounts'],
  cardAccounts: ['card account', 'card accounts'],
  agreements: ['agreement', 'agreements'],
};

/** `4 customers, 8 accounts, 2 card accounts and 2 agreements`. */
export function worldInWords(counts: WorldCounts): string {
  const parts = Object.entries(WORDS).map(([name, [one, several]]) => {
    const count = counts[name as keyof SandboxWorld];
    return `${count} ${count === 1 ? one : several}`;
  });
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export function goneInWords(gone: WorldCounts): string {
  return `Gone: ${worldInWords(gone)}, ${WITH_THE_REST}.`;
}

export function isEmptyWorld(counts: WorldCounts): boolean {
  return Object.values(counts).every((count) => count === 0);
}

/** What goes with it all. */
export const WITH_THE_REST = 'with all payments, baskets, sessions and consents';
