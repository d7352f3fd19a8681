import type { Handler } from '../../routes/route.ts';

/** The worlds that TPPs have of their own; none where all share one. @see S11-worlds */
// biome-ignore lint/correctness/useYield: a handler is a generator, and this one asks the store for nothing
export const listWorlds: Handler = function* ({ settings }) {
  return { status: 200, json: { worlds: settings.listWorlds?.() ?? [] } };
};
