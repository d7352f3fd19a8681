import type { ScaChoice, ScaPlayer } from '../app/sca/choice.ts';
import { Fault } from '../errors.ts';
import { parseDuration } from '../values/duration.ts';
import { Args, Flags } from './flags.ts';

const GROUP = 'SCA';
const WAYS = ['browser', 'approve', 'decline', 'none'] as const;
const TIMEOUT = '15m';
const LONGEST_SECONDS = 86_400;

/** How the SCA of a command goes on. @see cli.md Commands, --sca */
export const scaFlag = {
  sca: Flags.string({
    description:
      'What becomes of the SCA: browser waits for the PSU, who authorises there; approve or decline plays the PSU; ' +
      'none leaves the link in the result. Default: browser at a terminal, none elsewhere.',
    helpGroup: GROUP,
    helpValue: WAYS.join('|'),
  }),
  'sca-timeout': Flags.string({
    description: `How long the PSU is waited for in a browser; ${TIMEOUT} unless given.`,
    helpGroup: GROUP,
    helpValue: 'DURATION',
  }),
  'callback-port': Flags.string({
    description: 'The port of 127.0.0.1 at which the browser comes back; a free one unless given.',
    helpGroup: GROUP,
    helpValue: 'PORT',
  }),
};

/** Who plays the PSU. */
export const agreementFlag = {
  agreement: Flags.string({
    description: 'The agreement that the PSU signs for, in the CORPORATE context.',
    helpGroup: GROUP,
    helpValue: 'ID',
  }),
};

/** Where --context has no header to go into. */
export const playedContextFlag = {
  context: Flags.string({
    description: 'The context that the PSU chooses.',
    helpGroup: GROUP,
    options: ['PRIVATE', 'CORPORATE'],
  }),
};

export const playerFlags = {
  as: Flags.string({
    description:
      "The PSU's customer number; default: the PSU of what is approved, else the owner of the debtor account.",
    helpGroup: GROUP,
    helpValue: 'NUMBER',
  }),
  ...playedContextFlag,
  ...agreementFlag,
};

/** What a played PSU ticks. @see cli.md Commands, --accounts */
export const accountsFlag = {
  accounts: Flags.string({
    description:
      'Of a consent, what the PSU lets the TPP see: all, or accounts and cards by id or number; those granted, else ' +
      'all, unless given.',
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
    `--accounts is ${JSON.stringify(text)}: it is all, or ids with commas between them.`,
    {
      hint: 'To take a consent back:\npsd2 consent revoke',
    },
  );
}

/** @see cli.md: `sca … ID` takes a payment, basket or authorisation id */
export const scaArgs = {
  id: Args.string({
    description: 'An authorisation, or a payment or a basket whose last open one is meant.',
    required: true,
  }),
};

/** Of a command whose own request starts none. */
export const laterScaFlag = {
  ...scaFlag,
  sca: Flags.string({
    description:
      'Start the SCA at once: browser waits for the PSU, who authorises there; approve or decline plays the PSU. ' +
      'Default: none.',
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
    const left = way === 'none' ? 'leaves that open' : 'leaves that to the PSU';
    throw new Fault('USAGE', `--agreement says who approves or declines; --sca ${way} ${left}.`, {
      hint: 'Add --sca approve or --sca decline, or leave --agreement out.',
    });
  }
  return { way, agreement, timeoutMs: timeoutOf(given) };
}

function unknownWay(sca: string): Fault {
  return new Fault('USAGE', `There is no SCA by ${JSON.stringify(sca)}: --sca is ${listed}.`, {
    hint: '--sca approve plays the PSU; --sca none leaves the link in the result.',
  });
}

const listed = `${WAYS.slice(0, -1).join(', ')} or ${WAYS.at(-1)}`;

function timeoutOf({ 'sca-timeout': text = TIMEOUT }: Given): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds * 1000;
  throw new Fault('USAGE', `--sca-timeout is ${JSON.stringify(text)}; it must be a duration from 1s to 1d.`, {
    hint: 'As 90s, 15m or 1h30m.',
  });
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
