import { type AtBank, atBank } from '../app/at-bank.ts';
import { named } from '../app/named-psu.ts';
import type { Program } from '../app/program.ts';
import { rememberStatus } from '../app/remember-status.ts';
import { acceptPasted } from '../client/callback/accept.ts';
import type { StartedEntry } from '../client/ledger/started-scas.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { ScaPlayed } from '../wire/operator.ts';
import { type AwaitedSca, confirmReturn } from './authorise.ts';
import { confirmedNaming } from './confirm.ts';
import { type AskedEntry, confirmAskedReturn } from './read-again.ts';
import { APPROVABLES } from './targets.ts';
import type { ConfirmedSca } from './types.ts';

/** An SCA whose PSU has come back. */
export interface AcceptedSca
  extends ConfirmedSca,
    Partial<Pick<ScaPlayed, 'authorisationId' | 'paymentId' | 'basketId' | 'transactionStatus'>> {}

/**
 * Takes the URL at which a PSU's browser has ended, when the command that sent them there is over or on another machine.
 * It passes the same checks as one that comes back to the listener.
 * @throws Fault INPUT_INVALID, SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see C-session-accept
 */
export function acceptUrl(program: Program, url: string, given: GivenFlags): Promise<AcceptedSca> {
  return atBank(program, given, async (there) => {
    const { session, profile } = there;
    const started = await session.ledger.started(clock());
    const awaited = started.flatMap((sca) => {
      const ended = acceptPasted(url, sca.redirectUri);
      return ended === undefined ? [] : [{ sca, ended }];
    });
    if (awaited.length === 0) throw noSuch(profile.name);
    return firstOf(awaited, ({ sca, ended }) => accepted(there, sca, ended));
  });
}

/** A redirect URI of the profile's own is of several SCAs: the bank says which of them has ended so. */
async function firstOf<Sca, Result>(
  [sca, ...more]: readonly Sca[],
  act: (sca: Sca) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(sca as Sca);
  } catch (fault) {
    if (more.length === 0 || !(fault instanceof Fault) || !MAY_BE_ANOTHER.has(fault.code)) throw fault;
    return firstOf(more, act);
  }
}

const MAY_BE_ANOTHER: ReadonlySet<Fault['code']> = new Set(['SCA_FAILED', 'ANSWER_INVALID', 'BANK_REFUSED']);

async function accepted(there: AtBank, sca: StartedEntry, url: string): Promise<AcceptedSca> {
  const { session } = there;
  if (isAsked(sca)) return confirmAskedReturn(session, sca, url);
  if (!isAwaited(sca)) throw new Error(`an SCA of a ${sca.kind} without its ids`);
  const { kind, id, authorisationId } = sca;
  const { memberOf, remembered, statusNow } = APPROVABLES[kind];
  // As the command that started it has named its PSU, as far as that is remembered.
  const { psu } = await named(session.ledger, { as: undefined }, await remembered(session.ledger, id));
  const confirmed = await confirmReturn(session, sca, url, psu);
  const transactionStatus = await statusNow(session, id, confirmedNaming(confirmed) ?? psu);
  await rememberStatus(there, id, transactionStatus);
  return { authorisationId, ...memberOf(id), transactionStatus, ...confirmed };
}

/** A consent, and an SCA of the session alone, approve nothing that has an id. */
function isAsked(sca: StartedEntry): sca is AskedEntry {
  return sca.kind === 'consent' || sca.kind === 'session';
}

function isAwaited(sca: StartedEntry): sca is AwaitedSca {
  return sca.id !== undefined && sca.authorisationId !== undefined;
}

function noSuch(profile: string): Fault {
  const text = `This URL doesn't belong to an SCA that profile ${profile} started in the last 24 hours.`;
  return new Fault('INPUT_INVALID', `${text} An SCA can be accepted only once.`, {
    hint: "Pass the whole URL, in quotes:\npsd2 session accept 'URL'",
  });
}
