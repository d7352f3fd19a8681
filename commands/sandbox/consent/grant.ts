import { createCard, createTextFlag, Flags, QUIET, withPicker } from '../../../src/cli/command.ts';
import { parseAccounts } from '../../../src/cli/psu-flags.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { defineSandboxCommand } from '../../../src/sandbox/command.ts';
import { findAccountIds } from '../../../src/sandbox/resources.ts';
import { OPERATOR } from '../../../src/session/context.ts';
import type { ConsentGranted } from '../../../src/wire/answers/operator.ts';

export default defineSandboxCommand(
  {
    summary: "Grant a PSU's consent, as the PSU would directly with the bank.",
    description:
      "It replaces what the PSU granted before. This doesn't do an SCA, and until the PSU has one, the TPP can't read the accounts. To undo it, use 'consent revoke'.",
    examples: {
      'For all accounts of a customer': 'sandbox consent grant --as 15813963008',
      'For one account': 'sandbox consent grant --as 15813963008 --accounts 99901067291',
    },
    flags: {
      as: withPicker(
        'customer',
        Flags.string({ description: "The PSU's customer number.", helpValue: 'NUMBER', required: true }),
      ),
      accounts: createTextFlag('Accounts and cards, by id or number. Default: all.', 'all|ID,ID'),
      agreement: createTextFlag('The agreement the PSU acts for a company in, by id.', 'ID'),
      tpp: createTextFlag("The TPP's organizationIdentifier. Default: this TPP.", 'ID'),
    },
    presentation: createCard<ConsentGranted>([
      ['Consent to', ({ accounts }) => (accounts.length === 0 ? undefined : accounts), 'identifier', QUIET],
      [
        'Consent to',
        ({ accounts }) => (accounts.length === 0 ? 'nothing: the PSU no longer has a consent' : undefined),
      ],
    ]),
  },
  async (command, parsed) => {
    const { as, agreement, tpp } = parsed.flags;
    const names = parseAccounts(parsed.flags.accounts) ?? 'all';
    const granted = await command.act(
      parsed,
      async ({ session, withMeta }) => {
        const accounts = names === 'all' ? names : await findAccountIds(session, names);
        const grant = { as, accounts, tpp: tpp ?? session.tpp, agreementId: agreement };
        return withMeta(await session.operate(getOperation('grant consent'), grant));
      },
      OPERATOR,
    );
    command.next([`accounts list --as ${as}`]);
    return granted;
  },
);
