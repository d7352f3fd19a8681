import type { Command } from '@oclif/core/command';
import { defineBankCommand } from '../cli/bank-command.ts';
import { createPickedArg, createTextFlag, type Help } from '../cli/command.ts';
import { accountsFlag, parseAccounts, playedScaFlags } from '../cli/psu-flags.ts';
import { getTime } from '../clock.ts';
import { type SessionContext, withSession } from '../session/with-session.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import { executeAct, PSU_PLAYER, type ScaActName } from './authorise.ts';
import { confirmPlayed, createFailedFault } from './confirm.ts';
import { APPROVABLES, findApproved, type ScaPlayer } from './targets.ts';
import { playedSca } from './view.ts';

const playerFlags = {
  as: createTextFlag(
    "The PSU's customer number. Default: the PSU of the payment, basket or consent, else the owner of the debtor account.",
    'NUMBER',
    'SCA',
  ),
  ...playedScaFlags,
};

/** The player's flags that each act accepts. */
const FLAGS = {
  approve: { ...playerFlags, ...accountsFlag },
  decline: playerFlags,
  abandon: playerFlags,
  expire: {},
  fail: {},
};

/** Creates the command with which the sandbox's operator acts on an SCA of an earlier command. @see C-sca-act */
export function createPlayCommand(act: ScaActName, help: Help): Command.Class {
  const declaration = {
    ...help,
    args: {
      // The id of a payment or basket stands for its latest open authorisation. @see C-basket
      id: createPickedArg(
        'sca',
        'An authorisation id, or a payment or basket id for its latest open authorisation.',
      ),
    },
    flags: FLAGS[act] as (typeof FLAGS)['approve'],
    presentation: playedSca,
  };
  return defineBankCommand(declaration, ({ context: command }, { args, flags }) => {
    const { as, context, agreement, accounts, profile } = flags;
    const player = { as, context, agreement, accounts: parseAccounts(accounts) } as ScaPlayer;
    const play = async (there: SessionContext) => {
      const called = await executeAct(there, act, args.id, player);
      if (act === 'approve') await keepApproval(there, called.resource, player);
      return there.withMeta(called);
    };
    return withSession(command, { profile }, play, PSU_PLAYER);
  });
}

/** Stores the PSU of an SCA that this profile started; other SCAs can't be compared with an expected PSU. */
async function keepApproval(
  { session, notice }: SessionContext,
  played: ScaPlayed,
  { as, agreement }: ScaPlayer,
): Promise<void> {
  if (played.scaStatus !== 'FINALISED') throw createFailedFault(played);
  const { ledger } = session;
  const approved = findApproved(played);
  // SCAs of a consent or of the session have only an authorisationId.
  const started = approved
    ? undefined
    : (await ledger.started(getTime())).find((one) => one.authorisationId === played.authorisationId);
  const remembered = approved ? await APPROVABLES[approved.kind].remembered(ledger, approved.id) : started;
  if (remembered?.tppSessionId === undefined) {
    const what = approved?.kind ?? 'consent or session';
    notice(`This SCA doesn't belong to a ${what} this profile knows, so its PSU wasn't saved.`);
    return;
  }
  const { tppSessionId, customerNumber } = remembered;
  const kind = started?.kind === 'consent' ? 'consent' : 'session';
  const expected = { tppSessionId, customerNumber: as ?? customerNumber, agreement };
  await confirmPlayed(session, played, expected, kind);
  if (started !== undefined) await ledger.forgetStarted(started);
}
