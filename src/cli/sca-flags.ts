import { Fault } from '../errors.ts';
import type { ScaChoice, ScaPlayer } from '../sca/types.ts';
import { millisecondsWithin } from './duration-flag.ts';
import { Args, Flags } from './flags.ts';

const GROUP = 'SCA';
const WAYS = ['browser', 'approve', 'decline', 'none'] as const;
const TIMEOUT = '15m';
const LONGEST_SECONDS = 86_400;

/** How the SCA of a command goes on. @see C-sca-accounts, C-sca-flag, C-sca-browser */
export const scaFlag = {
  sca: Flags.string({
    description:
      'How to complete the SCA: browser opens a browser and waits for the PSU, approve or decline plays the PSU, none puts the link in the result. Default: browser at a terminal, else none.',
    helpGroup: GROUP,
    helpValue: WAYS.join('|'),
  }),
  'sca-timeout': Flags.string({
    description: `How long to wait for the PSU in a browser. Default: ${TIMEOUT}.`,
    helpGroup: GROUP,
    helpValue: 'DURATION',
  }),
  'callback-port': Flags.string({
    description: 'The port on 127.0.0.1 the browser comes back to. Default: a free port.',
    helpGroup: GROUP,
    helpValue: 'PORT',
  }),
};

/** Who plays the PSU. */
export const agreementFlag = {
  agreement: Flags.string({
    description: 'The agreement the PSU signs for. Only works with the CORPORATE context.',
    helpGroup: GROUP,
    helpValue: 'ID',
  }),
};

/** Where --context has no header to go into. */
export const playedContextFlag = {
  context: Flags.string({
    description: 'The context the PSU chooses.',
    helpGroup: GROUP,
    options: ['PRIVATE', 'CORPORATE'],
  }),
};

export const playerFlags = {
  as: Flags.string({
    description:
      "The PSU's customer number. Default: the PSU of the payment, basket or consent, else the owner of the debtor account.",
    helpGroup: GROUP,
    helpValue: 'NUMBER',
  }),
  ...playedContextFlag,
  ...agreementFlag,
};

/** What a played PSU ticks. @see C-sca-accounts */
export const accountsFlag = {
  accounts: Flags.string({
    description:
      'For a consent: the accounts and cards the PSU shares with the TPP, by id or number, or all. Default: those already granted, else all.',
    helpGroup: GROUP,
    helpValue: 'all|ID,ID',
  }),
};

/** @throws Fault USAGE */
export function accountsGiven(text: string | undefined): 'all' | string[] | undefined {
  if (text === undefined || text === 'all') return text;
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  throw new Fault(
    'USAGE',
    `--accounts is ${JSON.stringify(text)}, but must be all or a comma-separated list of ids.`,
    {
      hint: 'To revoke a consent:\npsd2 consent revoke',
    },
  );
}

/** @see C-basket */
export const scaArgs = {
  id: Args.string({
    description: 'An authorisation id, or a payment or basket id for its latest open authorisation.',
    required: true,
  }),
};

/** Of a command whose own request starts none. */
export const laterScaFlag = {
  ...scaFlag,
  sca: Flags.string({
    description:
      'Start the SCA at once: browser opens a browser and waits for the PSU, approve or decline plays the PSU. Default: none.',
    helpGroup: GROUP,
    helpValue: WAYS.join('|'),
  }),
};

interface Given {
  readonly sca?: string | undefined;
  readonly 'sca-timeout'?: string | undefined;
  readonly agreement?: string | undefined;
}

/**
 * @param usual what becomes of the SCA where nobody has said it
 * @throws Fault USAGE
 */
export function scaChoice(given: Given, usual: 'browser' | 'none'): ScaChoice {
  const { sca = usual, agreement } = given;
  const way = WAYS.find((known) => known === sca);
  if (way === undefined) throw unknownWay(sca);
  if ((way === 'none' || way === 'browser') && agreement !== undefined) {
    throw new Fault(
      'USAGE',
      `--agreement only works with --sca approve or --sca decline, not with --sca ${way}.`,
      {
        hint: 'Add --sca approve or --sca decline, or remove --agreement.',
      },
    );
  }
  return { way, agreement, timeoutMs: timeoutOf(given) };
}

function unknownWay(sca: string): Fault {
  return new Fault('USAGE', `--sca is ${JSON.stringify(sca)}, but must be ${listed}.`, {
    hint: '--sca approve plays the PSU. --sca none puts the link in the result.',
  });
}

const listed = `${WAYS.slice(0, -1).join(', ')} or ${WAYS.at(-1)}`;

function timeoutOf({ 'sca-timeout': text = TIMEOUT }: Given): number {
  const milliseconds = millisecondsWithin(text, LONGEST_SECONDS);
  if (milliseconds !== undefined) return milliseconds;
  throw new Fault(
    'USAGE',
    `--sca-timeout is ${JSON.stringify(text)}, but must be a duration from 1s to 1d.`,
    {
      hint: 'For example 90s, 15m or 1h30m.',
    },
  );
}

/** The parsed flags of a command that plays the PSU. */
export function scaPlayer(flags: {
  readonly as?: string | undefined;
  readonly context?: string | undefined;
  readonly agreement?: string | undefined;
  readonly accounts?: string | undefined;
}): ScaPlayer {
  const { as, context, agreement } = flags;
  const accounts = accountsGiven(flags.accounts);
  return { as, context: context as ScaPlayer['context'], agreement, ...(accounts ? { accounts } : {}) };
}

/** For what happens to an SCA without its PSU. */
export const nobody: ScaPlayer = { as: undefined, context: undefined, agreement: undefined };
