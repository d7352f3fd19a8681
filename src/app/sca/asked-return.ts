import type { StartedEntry } from '../../client/ledger/started-scas.ts';
import { readScaRedirect, type ScaRefused } from '../../client/sca-redirect.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import type { ConfirmedSca } from './choice.ts';
import { confirm } from './confirm.ts';
import { refusalInWords } from './refusal-words.ts';

/**
 * What the bank says of a consent, or of an SCA for the session alone, whose PSU has come back at this URL. Of one that
 * was refused there is nothing to ask for: nothing was changed, and nothing is kept.
 * @throws Fault SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint
 */
export async function confirmAskedReturn(
  session: Session,
  asked: StartedEntry,
  url: string,
): Promise<ConfirmedSca> {
  const hint = readScaRedirect(url);
  if (!hint.ok) throw refusedFault(asked, hint);
  const confirmed = await confirm(session, hint, { customerNumber: undefined, ...asked });
  await session.ledger.forgetStarted(asked);
  return confirmed;
}

/** Nothing but what the redirect says is known of it. */
export function refusedFault({ kind }: Pick<StartedEntry, 'kind'>, refused: ScaRefused): Fault {
  const what = kind === 'consent' ? 'the consent; what was consented to before stands' : 'the SCA';
  const hint = 'Run the command that asked for it again, for a new link.';
  if (refused.code === 'SCA_INVALID') return new Fault('SCA_DECLINED', `The PSU declined ${what}.`, { hint });
  const name = kind === 'consent' ? 'The consent was not given' : 'The SCA of the session has failed';
  return new Fault('SCA_FAILED', `${name}: ${refusalInWords(refused)}.`, { hint });
}
