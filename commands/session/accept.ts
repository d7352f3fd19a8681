import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { acceptPasted } from '../../src/client/callback/listen.ts';
import type { StartedEntry } from '../../src/client/ledger/started-scas.ts';
import { getTime } from '../../src/clock.ts';
import { Fault } from '../../src/errors.ts';
import { confirmReturn, getConfirmedPsu } from '../../src/sca/confirm.ts';
import { APPROVABLES, type ConfirmedSca, isApproving } from '../../src/sca/targets.ts';
import { playedSca } from '../../src/sca/view.ts';
import { resolveNamedPsu } from '../../src/session/psu.ts';
import { type SessionContext, saveStatus, withSession } from '../../src/session/with-session.ts';
import type { ScaPlayed } from '../../src/wire/answers/operator.ts';

/** An SCA whose PSU has returned. */
type AcceptedSca = ConfirmedSca &
  Partial<Pick<ScaPlayed, 'authorisationId' | 'paymentId' | 'basketId' | 'transactionStatus'>>;

/**
 * Accepts the redirect URL of a PSU's browser after the command that opened it has ended, or on another machine. The
 * URL passes the same checks as at the listener.
 * @see C-session-accept
 */
export default defineBankCommand(
  {
    summary: "Complete an SCA with the URL the PSU's browser ended at.",
    description:
      'For an SCA started by a command of this profile, when that command no longer waits, or the browser is on another machine. What the URL says is saved only after the bank has confirmed it over the signed channel.',
    examples: { 'The whole URL, in quotes': "session accept 'http://127.0.0.1:8910/cb/...'" },
    args: {
      url: Args.string({ description: 'The URL, with everything after the question mark.', required: true }),
    },
    presentation: playedSca,
  },
  async ({ context }, { args: { url }, flags: { profile: name } }) =>
    withSession(context, { profile: name }, async (there) => {
      const { session, profile } = there;
      const started = await session.ledger.started(getTime());
      const awaited = started.flatMap((sca) => {
        const ended = acceptPasted(url, sca.redirectUri);
        return ended === undefined ? [] : [{ sca, ended }];
      });
      if (awaited.length === 0) throw createNoSuch(profile.name);
      return takeFirst(awaited, ({ sca, ended }) => acceptSca(there, sca, ended));
    }),
);

/**
 * Tries the open SCAs one by one. A redirect URI of the profile belongs to several SCAs, so the bank decides which one
 * has ended.
 */
async function takeFirst<Sca, Result>(
  [sca, ...more]: readonly Sca[],
  act: (sca: Sca) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(sca as Sca);
  } catch (fault) {
    if (more.length === 0 || !(fault instanceof Fault) || !MAY_BE_ANOTHER.has(fault.code)) throw fault;
    return takeFirst(more, act);
  }
}

const MAY_BE_ANOTHER: ReadonlySet<Fault['code']> = new Set(['SCA_FAILED', 'ANSWER_INVALID', 'BANK_REFUSED']);

async function acceptSca(there: SessionContext, sca: StartedEntry, url: string): Promise<AcceptedSca> {
  const { session } = there;
  if (!isApproving(sca)) return confirmReturn(there, sca, url);
  const { kind, id, authorisationId } = sca;
  const { memberOf, remembered, statusNow } = APPROVABLES[kind];
  // Names the PSU as the command did that started the SCA, as far as the ledger knows.
  const { psu } = await resolveNamedPsu(
    session.ledger,
    { as: undefined },
    await remembered(session.ledger, id),
  );
  const confirmed = await confirmReturn(there, sca, url, psu);
  const transactionStatus = await statusNow(session, id, getConfirmedPsu(confirmed) ?? psu);
  await saveStatus(there, id, transactionStatus);
  return { authorisationId, ...memberOf(id), transactionStatus, ...confirmed };
}

function createNoSuch(profile: string): Fault {
  const text = `This URL doesn't belong to an SCA that profile ${profile} started in the last 24 hours.`;
  return new Fault('INPUT_INVALID', `${text} An SCA can be accepted only once.`, {
    hint: "Pass the whole URL, in quotes:\npsd2 session accept 'URL'",
  });
}
