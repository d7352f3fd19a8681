import { Args, createCard, defineCommand, withPicker } from '../../src/cli/command.ts';
import { findPsu, sessionColumns, toSession } from '../../src/session/known-psus.ts';
import { withLedger } from '../../src/session/with-session.ts';

export default defineCommand(
  {
    summary: 'Show what this profile knows about a PSU.',
    description: "Doesn't ask the bank. For that, use psd2 user.",
    examples: {
      'The PSU of the last SCA': 'session show',
      'By customer number': 'session show 15813963008',
    },
    args: {
      psu: withPicker(
        'psu',
        Args.string({
          description: 'PSU-ID, customer number or TPP-Session-ID. Default: the PSU of the last SCA.',
        }),
      ),
    },
    presentation: createCard(sessionColumns),
  },
  async ({ context }, { args, flags: { profile } }) => {
    const known = await withLedger(context, { profile }, (ledger) => ledger.known());
    return toSession(findPsu(known, args.psu));
  },
);
