import { Psd2Command } from '../../src/cli/base-command.ts';
import { createTable } from '../../src/cli/presentation.ts';
import { consentColumns, type KnownConsent, toConsent } from '../../src/session/known-psus.ts';
import { withLedger } from '../../src/session/with-session.ts';

interface Consents {
  readonly items: readonly KnownConsent[];
}

/** @see C-consent-show */
export default class ConsentShow extends Psd2Command<Consents> {
  static override summary = 'Show the consents this profile knows of.';
  static override description =
    "Doesn't ask the bank, where a PSU may have revoked a consent. The expiry date is counted from the last SCA.";
  static override examples = Psd2Command.listExamples({ 'As JSON, for a script': 'consent show --json' });

  protected override readonly presentation = createTable<KnownConsent, Consents>(
    consentColumns,
    ({ items }) => items,
    "This profile doesn't know of any consent. To ask a PSU for one:\npsd2 consent grant",
  );

  async run(): Promise<Consents> {
    const { profile } = (await this.parse(ConsentShow)).flags;
    const known = await withLedger(this.context, { profile }, (ledger) => ledger.consents());
    return { items: (known ?? []).map(toConsent) };
  }
}
