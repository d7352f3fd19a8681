import type { Command } from '@oclif/core/command';
import type { ArgInput, FlagInput, InferredArgs } from '@oclif/core/interfaces';
import { defineBankCommand } from '../cli/bank-command.ts';
import type { Declaration, Presentation } from '../cli/command.ts';
import { accountArg, cardArg, consentFlags, parseConsentFlags, withBalanceFlag } from '../cli/psu-flags.ts';
import type { CallResult } from '../client/call.ts';
import type { Operation } from '../client/operation.ts';
import type { PsuCall, Reading } from '../sca/retry-after-sca.ts';
import { type AccountKind, findAccountId, readInformation } from './read.ts';

type ReadingFlags = Parameters<typeof parseConsentFlags>[0] & { readonly 'with-balance'?: boolean };

/** Defines a command that reads account information of the PSU in its flags. @param how the kind of read */
export function defineInformationCommand<Args extends ArgInput, Resource extends object>(
  { flags = consentFlags, ...declaration }: Declaration<FlagInput, Args, Resource>,
  read: (as: PsuCall, args: InferredArgs<Args>, flags: ReadingFlags) => Promise<CallResult<Resource>>,
  how?: Pick<Reading, 'kind' | 'isList'>,
): Command.Class {
  return defineBankCommand({ ...declaration, flags }, ({ context, usualSca }, { args, flags: parsed }) => {
    const given: ReadingFlags = parsed;
    const choice = parseConsentFlags(given, usualSca);
    return readInformation(context, choice, (as) => read(as, args, given), how);
  });
}

/** The help text about the time in which accounts can be read by number and by id. */
export const READ_BY_NUMBER =
  'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days.';

/** Creates the command that lists accounts or card accounts. @see C-accounts */
export function createListCommand<List extends object>(
  { word, topic }: AccountKind,
  operation: Operation<{ readonly withBalance?: boolean | undefined }, List>,
  presentation: Presentation<List>,
): Command.Class {
  return defineInformationCommand(
    {
      summary: `List the ${word}s a PSU has consented to.`,
      description:
        'Needs an SCA in the same session within the last hour. If the bank asks for one, --sca chooses how to complete it, and the list is then read again.',
      examples: {
        'With balances': `${topic} list --with-balance`,
        "Offline, with a simulated PSU's consent": `${topic} list --sca approve --as 15813963008 --accounts all`,
      },
      flags: { ...withBalanceFlag, ...consentFlags },
      presentation,
    },
    (as, _, flags) => as.call(operation, { withBalance: flags['with-balance'] }),
    { kind: 'consent', isList: true },
  );
}

/**
 * Creates the command that reads one account or card account.
 * @param example a number
 * @param toInput builds the operation's input from the id
 */
export function createGetCommand<Input, Item extends object>(
  kind: AccountKind,
  example: string,
  operation: Operation<Input, Item>,
  toInput: (id: string, withBalance: boolean | undefined) => Input,
  presentation: Presentation<Item>,
): Command.Class {
  const { word, topic } = kind;
  const args: Command.Class['args'] = topic === 'accounts' ? accountArg : cardArg;
  return defineInformationCommand(
    {
      summary: `Read ${topic === 'accounts' ? 'an' : 'a'} ${word}.`,
      description: READ_BY_NUMBER,
      examples: {
        'By account number': `${topic} get ${example}`,
        'With balances': `${topic} get ${example} --with-balance`,
      },
      ...{ args, flags: { ...withBalanceFlag, ...consentFlags }, presentation },
    },
    async (as, { account, card = account }, flags) =>
      as.call(operation, toInput(await findAccountId(as, kind, card), flags['with-balance'])),
  );
}
