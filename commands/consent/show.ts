import { createList, defineCommand } from '../../src/cli/command.ts';
import { consentColumns, toConsent } from '../../src/session/known-psus.ts';
import { withLedger } from '../../src/session/with-session.ts';

/** @see C-consent-show */
export default defineCommand(
  {
    summary: 'Show the consents this profile knows of.',
    description:
      "Doesn't ask the bank, where a PSU may have revoked a consent. The expiry date is counted from the last SCA.",
    examples: { 'As JSON, for a script': 'consent show --json' },
    presentation: createList(
      consentColumns,
      "This profile doesn't know of any consent. To ask a PSU for one:\npsd2 consent grant",
    ),
  },
  async ({ context }, { flags: { profile } }) => {
    const known = await withLedger(context, { profile }, (ledger) => ledger.consents());
    return { items: (known ?? []).map(toConsent) };
  },
);
