import { Fault } from '../errors.ts';
import type { InformationChoice } from '../sca/retry-after-sca.ts';
import type { ScaChoice } from '../sca/targets.ts';
import type { PsuChoice } from '../session/psu.ts';
import { parseDuration } from '../values/duration.ts';
import { createPickedArg, createTextFlag, Flags, type FlagValues, pickSettings } from './flags.ts';

const GROUP = 'PSU AND SESSION';
const SCA = 'SCA';

/** The flags of every command that acts for a PSU. @see C-psu-sent */
export const psuFlags = {
  as: createTextFlag(
    "The PSU's customer number. Sends the stored PSU-ID, or X-PSU-IDENTITY if there's none.",
    'NUMBER',
    GROUP,
  ),
  'new-session': Flags.boolean({ description: 'Start a new TPP-Session-ID.', helpGroup: GROUP }),
  'psu-ip': createTextFlag('PSU-IP-Address.', 'ADDRESS', GROUP),
  'accept-fix': createTextFlag('Value of x-accept-fix.', 'NAMES', GROUP),
  'redirect-uri': createTextFlag('TPP-Redirect-URI.', 'URI', GROUP),
};

function createContextFlag(description: string, helpGroup: string) {
  return { context: Flags.string({ description, helpGroup, options: ['PRIVATE', 'CORPORATE'] }) };
}

/**
 * The flag of PSU-Context, which only the creation of payments sends.
 * @see I-headers-required, I-basket-authorisation-headers
 */
export const sentContextFlag = createContextFlag(
  "PSU-Context. Default: PRIVATE if the PSU isn't known.",
  GROUP,
);

/** Parses the flags of a PSU. */
export function parsePsuFlags(flags: FlagValues<typeof psuFlags & typeof sentContextFlag>): PsuChoice {
  return {
    as: flags.as,
    context: flags.context as PsuChoice['context'],
    newSession: flags['new-session'] === true,
    settings: pickSettings(flags),
  };
}

const WAYS = ['browser', 'approve', 'decline', 'none'] as const;
const TIMEOUT = '15m';
const LONGEST_SECONDS = 86_400;

/** The flags that say how a command completes an SCA. @see C-sca-accounts, C-sca-flag, C-sca-browser */
export const scaFlag = {
  sca: createTextFlag(
    'How to complete the SCA: browser opens a browser and waits for the PSU, approve or decline plays the PSU, none puts the link in the result. Default: browser at a terminal, else none.',
    WAYS.join('|'),
    SCA,
  ),
  'sca-timeout': createTextFlag(
    `How long to wait for the PSU in a browser. Default: ${TIMEOUT}.`,
    'DURATION',
    SCA,
  ),
  'callback-port': createTextFlag(
    'The port on 127.0.0.1 the browser comes back to. Default: a free port.',
    'PORT',
    SCA,
  ),
};

/** The flag of the agreement that the played PSU signs for. */
export const agreementFlag = {
  agreement: createTextFlag(
    'The agreement the PSU signs for. Only works with the CORPORATE context.',
    'ID',
    SCA,
  ),
};

/** The flags of the played PSU's choices; here --context sends no header. */
export const playedScaFlags = { ...createContextFlag('The context the PSU chooses.', SCA), ...agreementFlag };

/** The flags that say how an SCA is completed, and who plays its PSU. */
export const scaFlags = { ...scaFlag, ...playedScaFlags };

/** The same flags for a command whose own request starts no SCA. */
export const laterScaFlags = {
  ...scaFlags,
  sca: createTextFlag(
    'Start the SCA at once: browser opens a browser and waits for the PSU, approve or decline plays the PSU. Default: none.',
    WAYS.join('|'),
    SCA,
  ),
};

/** The flag of the accounts that the played PSU selects. @see C-sca-accounts */
export const accountsFlag = {
  accounts: createTextFlag(
    'For a consent: the accounts and cards the PSU shares with the TPP, by id or number, or all. Default: those already granted, else all.',
    'all|ID,ID',
    SCA,
  ),
};

/** Parses a list of accounts. @throws Fault USAGE */
export function parseAccounts(text: string | undefined): 'all' | string[] | undefined {
  if (text === undefined || text === 'all') return text;
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  const message = `--accounts is ${JSON.stringify(text)}, but must be all or a comma-separated list of ids.`;
  throw new Fault('USAGE', message, { hint: 'To revoke a consent:\npsd2 consent revoke' });
}

/**
 * Parses the flags of an SCA.
 * @param usual the default of `--sca`
 * @throws Fault USAGE
 */
export function parseScaFlags(
  given: FlagValues<typeof scaFlag & typeof agreementFlag>,
  usual: 'browser' | 'none',
): ScaChoice {
  const { sca = usual, agreement, 'sca-timeout': timeout = TIMEOUT } = given;
  const way = WAYS.find((known) => known === sca);
  if (way === undefined) {
    const listed = `${WAYS.slice(0, -1).join(', ')} or ${WAYS.at(-1)}`;
    throw new Fault('USAGE', `--sca is ${JSON.stringify(sca)}, but must be ${listed}.`, {
      hint: '--sca approve plays the PSU. --sca none puts the link in the result.',
    });
  }
  if ((way === 'none' || way === 'browser') && agreement !== undefined) {
    const message = `--agreement only works with --sca approve or --sca decline, not with --sca ${way}.`;
    throw new Fault('USAGE', message, { hint: 'Add --sca approve or --sca decline, or remove --agreement.' });
  }
  const timeoutMs = parseMilliseconds(timeout, LONGEST_SECONDS);
  if (timeoutMs === undefined) {
    const message = `--sca-timeout is ${JSON.stringify(timeout)}, but must be a duration from 1s to 1d.`;
    throw new Fault('USAGE', message, { hint: 'For example 90s, 15m or 1h30m.' });
  }
  return { way, agreement, timeoutMs };
}

/**
 * Parses a duration of at least one second into milliseconds; returns undefined for other texts, and for more than
 * `longestSeconds`.
 */
export function parseMilliseconds(text: string, longestSeconds: number): number | undefined {
  const seconds = parseDuration(text);
  const isWithin = seconds !== undefined && seconds >= 1 && seconds <= longestSeconds;
  return isWithin ? seconds * 1000 : undefined;
}

/** The flags that name the PSU of any request. @see C-psu-absent */
export const requestFlags = {
  ...psuFlags,
  'psu-absent': Flags.boolean({
    description:
      'Omit PSU-IP-Address, because the PSU is away. Each account can then be read four times a day.',
    helpGroup: GROUP,
  }),
  ...createContextFlag('The context the PSU acts in. Default: the context of their last SCA.', GROUP),
  agreement: createTextFlag(
    'The agreement, by PSU-Corporate-ID or by its sandbox id. Only works with the CORPORATE context.',
    'ID',
    GROUP,
  ),
};

/** The flags of commands that read the PSU or its agreements. */
export const readingFlags = { ...scaFlag, ...requestFlags };

/** The flags of commands that need a consent. */
export const consentFlags = { ...readingFlags, ...accountsFlag };

export const withBalanceFlag = {
  'with-balance': Flags.boolean({ description: 'Include balances.' }),
};

/** The argument that names an account. @see C-account-named */
export const accountArg = {
  account: createPickedArg('account', 'resourceId, bban or IBAN.'),
};

/** The argument that names a card account. @see C-account-named */
export const cardArg = {
  card: createPickedArg('card', 'resourceId or masked PAN.'),
};

/** Parses the flags of a read that needs a consent. @throws Fault USAGE */
export function parseConsentFlags(
  flags: FlagValues<typeof consentFlags>,
  usualSca: 'browser' | 'none',
): InformationChoice {
  const { agreement, accounts, ...rest } = flags;
  const sca = { ...parseScaFlags(rest, usualSca), agreement };
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
    ...parsePsuFlags(flags),
    agreement,
    sca,
    psuAbsent: flags['psu-absent'] === true,
    accounts: parseAccounts(accounts),
  };
}
