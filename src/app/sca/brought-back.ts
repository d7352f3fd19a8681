import { authorisationIdOf } from '../../client/authorisations.ts';
import type { StartedEntry } from '../../client/ledger/started-scas.ts';
import type { PsuNaming } from '../../client/name-psu.ts';
import { readScaRedirect } from '../../client/sca-redirect.ts';
import type { Session } from '../../client/session.ts';
import { clock } from '../../clock.ts';
import type { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';
import type { ScaPlayed } from '../../wire/operator.ts';
import type { Standing } from '../program.ts';
import { APPROVABLES } from './approvables.ts';
import type { BrowserSca } from './browser.ts';
import type { ConfirmedSca } from './choice.ts';
import { confirm, scaStatusNow } from './confirm.ts';
import { declinedFault, failedFault } from './fault.ts';
import type { Approvable, StartedSca } from './started.ts';

/** An SCA that a command has started, as its PSU's return is compared with it. */
export type AwaitedSca = StartedEntry & Approvable & { readonly authorisationId: string };

/** A started SCA as one whose PSU comes back. */
export function returnOf(
  { redirectUri, place }: Session,
  { kind, id, links, tppSessionId, customerNumber }: StartedSca,
): AwaitedSca {
  return {
    ...{ redirectUri, kind, id, tppSessionId, at: clock() },
    authorisationId: authorisationIdOf(links, place),
    ...(customerNumber === undefined ? {} : { customerNumber }),
  };
}

/**
 * Has the PSU authorise in a browser, and believes what they bring back once the bank has confirmed it.
 * @throws Fault SCA_TIMEOUT, SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see C-sca-browser
 */
export async function broughtBack(
  session: Session,
  browser: BrowserSca,
  started: StartedSca & { readonly psu: PsuNaming },
): Promise<ConfirmedSca> {
  const awaited = returnOf(session, started);
  const link = started.links.scaRedirect?.href ?? '';
  const url = await browser.bringBack(link, standingOf(started), session.ledger);
  return confirmReturn(session, awaited, url, started.psu);
}

/**
 * What the bank says of an SCA whose PSU has come back at this URL.
 * @param psu how the SCA named its PSU: one that failed tells no psu-id
 * @throws Fault SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint
 */
export async function confirmReturn(
  session: Session,
  awaited: AwaitedSca,
  url: string,
  psu: PsuNaming,
): Promise<ConfirmedSca> {
  const hint = readScaRedirect(url);
  const faultOf = (scaStatus: ScaPlayed['scaStatus']) => failedFault(endOf(awaited, { scaStatus }));
  if (!hint.ok) throw await refusedFault(session, awaited, url, psu);
  const confirmed = await confirm(session, hint, { customerNumber: undefined, ...awaited, faultOf });
  await session.ledger.forgetStarted(awaited);
  return confirmed;
}

/** A refusal is told when the bank says so too: who knows the state could write anything. */
async function refusedFault(
  session: Session,
  awaited: AwaitedSca,
  url: string,
  psu: PsuNaming,
): Promise<Fault> {
  const scaStatus = await scaStatusNow(session, awaited, psu);
  if (scaStatus !== 'FAILED') return failedFault(endOf(awaited, { scaStatus }));
  const transactionStatus = await APPROVABLES[awaited.kind].statusNow(session, awaited.id, psu);
  await session.ledger.forgetStarted(awaited);
  return declinedFault(awaited, endOf(awaited, { scaStatus, transactionStatus, redirect: url }));
}

function endOf(
  { kind, id, authorisationId }: AwaitedSca,
  end: Pick<ScaPlayed, 'scaStatus' | 'transactionStatus' | 'redirect'>,
): ScaPlayed {
  return { authorisationId, ...APPROVABLES[kind].memberOf(id), ...end };
}

/** What waits, and how it goes on when nobody waits with it. @see S10-ctrl-c */
function standingOf({ kind, id }: Approvable): Standing {
  const { waiting, again, look } = APPROVABLES[kind];
  const { hint, ...named } = look(id);
  return {
    text: `${waiting(id)} is waiting for its PSU`,
    hint: `${hint}\nTo get a new link for the PSU:\npsd2 ${again} ${shellWord(id)}`,
    ...named,
  };
}
