import type { Called, CallMeta } from '../client/call.ts';
import type { Session } from '../client/session.ts';
import { Fault } from '../errors.ts';
import { openSettings } from '../settings/open-settings.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import { explained } from './explained.ts';
import { type Need, refuseInProduction } from './only-sandbox.ts';
import type { Program } from './program.ts';

/** What is said beside a resource. @see cli.md Behaviour */
export interface Meta {
  readonly _meta: CallMeta & { readonly profile: string };
}

/** The profile's bank, opened. */
export interface AtBank {
  readonly session: Session;
  readonly withMeta: <T extends object>(called: Pick<Called<T>, 'resource' | 'meta'>) => T & Meta;
  /** Whether the bank is this program's own, which keeps its rules on repeated requests. */
  readonly isOwnBank: boolean;
  /** Says on stderr what a person should know beside the result. */
  readonly notice: Program['notice'];
  /** Remembers something in the ledger; one that fails does not take the result away, somebody is told. */
  readonly remember: (act: (ledger: Session['ledger']) => Promise<void>) => Promise<void>;
}

/**
 * Opens the bank of the profile that the flags name, acts there, and closes it whatever happened. The opener is loaded
 * when there is a bank to open: a refusal before it loads none.
 */
export async function atBank<T>(
  program: Program,
  given: GivenFlags,
  act: (there: AtBank) => Promise<T>,
  need: Need = {},
): Promise<T> {
  const { surroundings, onUnexpected, notice } = program;
  const settings = openSettings(surroundings, given);
  const { name, bank } = settings.profile;
  refuseInProduction(settings.profile, need);
  if (bank !== 'embedded') {
    const text = `Profile ${name} names a remote bank; this version has the embedded one alone.`;
    throw new Fault('USAGE', text, { hint: 'Use --profile offline.' });
  }
  const { openEmbedded } = await import('./open-embedded.ts');
  const session = explained(await openEmbedded(settings, program));
  try {
    return await act({
      session,
      isOwnBank: true,
      withMeta: ({ resource, meta }) => ({ ...resource, _meta: { ...meta, profile: name } }),
      notice,
      remember: (keep) =>
        keep(session.ledger).catch((fault) => onUnexpected(forgottenFault(fault, session.ledger.file))),
    });
  } finally {
    await session.close();
  }
}

function forgottenFault(fault: unknown, ledger: string): unknown {
  if (!(fault instanceof Fault)) return fault;
  return new Fault(
    fault.code,
    `What was done is not remembered in ${ledger}. ${fault.message}`,
    fault.details,
  );
}
