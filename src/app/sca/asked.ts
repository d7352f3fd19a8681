import type { Session } from '../../client/session.ts';
import { clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import type { ScaPlayed } from '../../wire/operator.ts';
import type { AtBank } from '../at-bank.ts';
import type { PsuChoice } from '../psu-choice.ts';
import { type AskedEntry, confirmAskedReturn, refusedFault, standingOf } from './asked-return.ts';
import type { ConfirmedSca, ExpectedSca, ScaChoice, ScaPlayer } from './choice.ts';
import { confirmPlayed } from './confirm-played.ts';
import { failedFault } from './fault.ts';
import { authorisationInLink } from './link.ts';
import { operate } from './play.ts';
import { redirectOf } from './redirect.ts';

/** An SCA that the bank asks for in an answer: a consent, or one of the session alone. */
export interface AskedSca extends Pick<ExpectedSca, 'tppSessionId' | 'customerNumber'> {
  readonly kind: 'consent' | 'session';
  /** Its scaRedirect. */
  readonly link: string;
}

/** Who authorises it, and what they choose. */
export interface AskedOf extends Pick<PsuChoice, 'context'> {
  readonly sca: ScaChoice;
  /** Of a consent, where the PSU is played: accounts and cards by id or number. */
  readonly accounts: 'all' | readonly string[] | undefined;
}

/** Whose PSU nobody plays may come back when nothing waits any more. @see C-session-accept */
export async function rememberAsked({ session, remember }: AtBank, asked: AskedSca): Promise<AskedEntry> {
  const { kind, link, tppSessionId, customerNumber } = asked;
  const authorisationId = authorisationInLink(link);
  const entry: AskedEntry = {
    ...{ redirectUri: session.redirectUri, kind, tppSessionId, at: clock() },
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...(authorisationId === undefined ? {} : { authorisationId }),
  };
  await remember((ledger) => ledger.rememberStarted(entry));
  return entry;
}

/**
 * Brings the PSU through an SCA that the bank asks for, in a browser or played, and keeps them once the bank has
 * confirmed it.
 * @throws Fault SCA_DECLINED, SCA_FAILED, SCA_TIMEOUT, ANSWER_INVALID
 * @see C-sca-declined
 */
export function bringThrough(there: AtBank, asked: AskedSca, of: AskedOf): Promise<ConfirmedSca> {
  return there.browser === undefined ? played(there, asked, of) : broughtBack(there, asked, there.browser);
}

async function played({ session }: AtBank, asked: AskedSca, of: AskedOf): Promise<ConfirmedSca> {
  const { way, agreement } = of.sca;
  const act = way === 'approve' ? 'approve' : 'decline';
  const id = authorisationInLink(asked.link);
  if (id === undefined) throw unplayable(asked.link);
  const { customerNumber: as } = asked;
  const player: ScaPlayer = {
    as,
    context: of.context ?? (agreement === undefined ? undefined : 'CORPORATE'),
    agreement: await asPlayed(session, as, agreement),
    accounts: act === 'approve' ? of.accounts : undefined,
  };
  const { resource } = await operate(session, act, id, player);
  if (act === 'decline' || resource.scaStatus !== 'FINALISED') throw refusalOf(asked, resource);
  return confirmPlayed(session, resource, { ...asked, agreement: player.agreement }, asked.kind);
}

/** The sandbox's name of an agreement that may have been named by its PSU-Corporate-ID. */
async function asPlayed({ ledger }: Session, as: string | undefined, agreement: string | undefined) {
  const psu = agreement === undefined ? undefined : await ledger.psu(as);
  if (agreement === undefined || psu === undefined) return agreement;
  return (await ledger.agreement(psu.psuId, agreement))?.agreement ?? agreement;
}

function refusalOf(asked: AskedSca, played: ScaPlayed): Fault {
  const said = redirectOf(played);
  return said === undefined || said.ok ? failedFault(played) : refusedFault(asked, said);
}

async function broughtBack(
  there: AtBank,
  asked: AskedSca,
  browser: NonNullable<AtBank['browser']>,
): Promise<ConfirmedSca> {
  const entry = await rememberAsked(there, asked);
  const url = await browser.bringBack(asked.link, standingOf(asked), there.session.ledger);
  return confirmAskedReturn(there.session, entry, url);
}

function unplayable(link: string): Fault {
  return new Fault(
    'ANSWER_INVALID',
    `The operator can't play the PSU at ${link}, because the link has no authorisation id.`,
    {
      hint: 'Open the link, or use --sca browser.',
    },
  );
}
