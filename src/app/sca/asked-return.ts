import type { StartedEntry } from '../../client/ledger/started-scas.ts';
import { readScaRedirect, type ScaRefused } from '../../client/sca-redirect.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import { hintOfAsked } from '../../explain/hints/sca-failure.ts';
import type { Standing } from '../program.ts';
import type { ConfirmedSca } from './choice.ts';
import { confirm } from './confirm.ts';
import { refusalInWords } from './refusal-words.ts';

/** What is remembered of an SCA that the bank has asked for: a consent, or one of the session alone. */
export interface AskedEntry extends StartedEntry {
  readonly kind: 'consent' | 'session';
}

/**
 * What the bank says of a consent, or of an SCA for the session alone, whose PSU has come back at this URL. Of one that
 * was refused there is nothing to ask for: nothing was changed, and nothing is kept.
 * @throws Fault SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint
 */
export async function confirmAskedReturn(
  session: Session,
  asked: AskedEntry,
  url: string,
): Promise<ConfirmedSca> {
  const hint = readScaRedirect(url);
  if (!hint.ok) throw refusedFault(asked, hint);
  const confirmed = await confirm(session, hint, { customerNumber: undefined, ...asked });
  await session.ledger.forgetStarted(asked);
  return confirmed;
}

/** Nothing but what the redirect says is known of it. */
export function refusedFault(asked: Pick<AskedEntry, 'kind'>, refused: ScaRefused): Fault {
  if (refused.code === 'SCA_INVALID') return askedDeclined(asked, refused);
  const text = `${NAMES[asked.kind]} wasn't given: ${refusalInWords(refused)}.`;
  return new Fault('SCA_FAILED', text, { hint: hintOfAsked(refused.code) ?? AGAIN });
}

const NAMES = { consent: 'The consent', session: 'The SCA of the session' };
const AGAIN = 'Run the command again for a new link.';

/** @see C-sca-declined */
function askedDeclined({ kind }: Pick<AskedEntry, 'kind'>, refused: ScaRefused): Fault {
  const what = kind === 'consent' ? 'the consent' : 'the SCA';
  const still = kind === 'consent' ? ' The previous consent still applies.' : '';
  return new Fault('SCA_DECLINED', `The PSU declined ${what}: ${refusalInWords(refused)}.${still}`, {
    hint: 'Ask the PSU, then run the command again.',
  });
}

/** What waits while a PSU is at the bank for it. @see S10-ctrl-c */
export function standingOf({ kind }: Pick<AskedEntry, 'kind'>): Standing {
  return { text: `${NAMES[kind]} is waiting for the PSU`, hint: AGAIN };
}
