import type { ScaChoice, ScaPlayer } from '../app/sca/choice.ts';
import { Fault } from '../errors.ts';
import { Args, Flags } from './flags.ts';

const GROUP = 'SCA';
const WAYS = ['approve', 'decline', 'none'] as const;

/** How the SCA of a command goes on. @see cli.md Commands, --sca */
export const scaFlag = {
  sca: Flags.string({
    description:
      'What becomes of the SCA: approve or decline plays the PSU in the embedded bank, none leaves the link in the ' +
      'result. browser comes with a later version.',
    default: 'none',
    helpGroup: GROUP,
    helpValue: WAYS.join('|'),
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

/** @see cli.md: `sca … ID` takes a payment, basket or authorisation id */
export const scaArgs = {
  id: Args.string({
    description: 'An authorisation, or a payment or a basket whose last open one is meant.',
    required: true,
  }),
};

interface Given {
  readonly sca: string;
  readonly agreement?: string | undefined;
}

/** @throws Fault USAGE */
export function scaChoice({ sca, agreement }: Given): ScaChoice {
  const way = WAYS.find((known) => known === sca);
  if (way === undefined) throw unknownWay(sca);
  if (way === 'none' && agreement !== undefined) {
    throw new Fault('USAGE', '--agreement says who approves or declines; --sca none leaves that open.', {
      hint: 'Add --sca approve or --sca decline, or leave --agreement out.',
    });
  }
  return { way, agreement };
}

function unknownWay(sca: string): Fault {
  const what =
    sca === 'browser' ? 'This version has no browser SCA' : `There is no SCA by ${JSON.stringify(sca)}`;
  return new Fault('USAGE', `${what}: --sca is approve, decline or none.`, {
    hint: '--sca approve plays the PSU; --sca none leaves the link in the result.',
  });
}

/** The parsed flags of a command that plays the PSU. */
export function scaPlayer(flags: {
  readonly as?: string | undefined;
  readonly context?: string | undefined;
  readonly agreement?: string | undefined;
}): ScaPlayer {
  return { as: flags.as, context: flags.context as ScaPlayer['context'], agreement: flags.agreement };
}

/** For what happens to an SCA without its PSU. */
export const nobody: ScaPlayer = { as: undefined, context: undefined, agreement: undefined };
