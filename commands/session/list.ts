import { createList, defineCommand } from '../../src/cli/command.ts';
import { sessionColumns, toSession } from '../../src/session/known-psus.ts';
import { withLedger } from '../../src/session/with-session.ts';

/** @see C-session-list */
export default defineCommand(
  {
    summary: 'List the PSUs this profile knows, with their sessions.',
    description:
      "Lists everyone who has completed an SCA. Later requests carry their PSU-ID and TPP-Session-ID. Doesn't ask the bank.",
    examples: { 'As JSON, for a script': 'session list --json' },
    presentation: createList(
      sessionColumns,
      "This profile doesn't know any PSU yet. It remembers everyone who completes an SCA.",
    ),
  },
  async ({ context }, { flags: { profile } }) => {
    const known = await withLedger(context, { profile }, (ledger) => ledger.known());
    return { items: (known ?? []).map(toSession) };
  },
);
