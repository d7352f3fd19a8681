import type { InformationChoice } from '../accounts/read.ts';
import { Fault } from '../errors.ts';
import { Args, Flags } from './flags.ts';
import { psuChoice, psuFlags } from './psu-flags.ts';
import { accountsFlag, accountsGiven, scaChoice, scaFlag } from './sca-flags.ts';

const GROUP = 'PSU AND SESSION';

const contextFlags = {
  context: Flags.string({
    description: 'The context the PSU acts in. Default: the context of their last SCA.',
    helpGroup: GROUP,
    options: ['PRIVATE', 'CORPORATE'],
  }),
  agreement: Flags.string({
    description:
      'The agreement, by PSU-Corporate-ID or by its sandbox id. Only works with the CORPORATE context.',
    helpGroup: GROUP,
    helpValue: 'ID',
  }),
};

/** Of reads without the PSU. @see C-psu-absent */
const absentFlag = {
  'psu-absent': Flags.boolean({
    description:
      'Omit PSU-IP-Address, because the PSU is away. Each account can then be read four times a day.',
    helpGroup: GROUP,
  }),
};

/** Flags of who reads the PSU or its agreements. */
export const readingFlags = { ...scaFlag, ...psuFlags, ...absentFlag, ...contextFlags };

/** Flags of what a consent is needed for. */
export const consentFlags = { ...readingFlags, ...accountsFlag };

export const withBalanceFlag = {
  'with-balance': Flags.boolean({ description: 'Include balances.' }),
};

/** @see C-account-named */
export const accountArg = {
  account: Args.string({ description: 'resourceId, bban or IBAN.', required: true }),
};

/** @see C-account-named */
export const cardArg = {
  card: Args.string({
    description: 'resourceId or masked PAN.',
    required: true,
  }),
};

type Given = Parameters<typeof psuChoice>[0] & {
  readonly agreement?: string | undefined;
  readonly accounts?: string | undefined;
  readonly sca?: string | undefined;
  readonly 'sca-timeout'?: string | undefined;
  readonly 'psu-absent'?: boolean | undefined;
};

/** @throws Fault USAGE */
export function informationChoice(flags: Given, usualSca: 'browser' | 'none'): InformationChoice {
  const { agreement, accounts, ...rest } = flags;
  const sca = { ...scaChoice(rest, usualSca), agreement };
  if (accounts !== undefined && sca.way !== 'approve') {
    throw new Fault('USAGE', `--accounts only works with --sca approve, not with --sca ${sca.way}.`, {
      hint: 'Add --sca approve, or remove --accounts.',
    });
  }
  if (flags.context === 'PRIVATE' && agreement !== undefined) {
    throw new Fault('USAGE', '--agreement only works with the CORPORATE context, but --context is PRIVATE.', {
      hint: 'Remove one of them.',
    });
  }
  return {
    ...psuChoice(flags),
    agreement,
    sca,
    psuAbsent: flags['psu-absent'] === true,
    accounts: accountsGiven(accounts),
  };
}
