import { Psd2Command } from '../../src/cli/base-command.ts';
import { createTable } from '../../src/cli/presentation.ts';
import { type KnownSession, sessionColumns, toSession } from '../../src/session/known-psus.ts';
import { withLedger } from '../../src/session/with-session.ts';

interface Sessions {
  readonly items: readonly KnownSession[];
}

/** @see C-session-list */
export default class SessionList extends Psd2Command<Sessions> {
  static override summary = 'List the PSUs this profile knows, with their sessions.';
  static override description =
    "Lists everyone who has completed an SCA. Later requests carry their PSU-ID and TPP-Session-ID. Doesn't ask the bank.";
  static override examples = Psd2Command.listExamples({ 'As JSON, for a script': 'session list --json' });

  protected override readonly presentation = createTable<KnownSession, Sessions>(
    sessionColumns,
    ({ items }) => items,
    "This profile doesn't know any PSU yet. It remembers everyone who completes an SCA.",
  );

  async run(): Promise<Sessions> {
    const { profile } = (await this.parse(SessionList)).flags;
    const known = await withLedger(this.context, { profile }, (ledger) => ledger.known());
    return { items: (known ?? []).map(toSession) };
  }
}
