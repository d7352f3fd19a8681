import type { Meta, Program } from '../app.ts';
import type { Called } from '../client/call.ts';
import { openEmbedded, type Session } from '../embedded.ts';
import { Fault } from '../errors.ts';
import { openSettings } from '../settings/open-settings.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import { type Need, refuseInProduction } from './only-sandbox.ts';

/** The profile's bank, opened. */
export interface AtBank {
  readonly session: Session;
  readonly withMeta: <T extends object>(called: Pick<Called<T>, 'resource' | 'meta'>) => T & Meta;
  /** Says on stderr what a person should know beside the result. */
  readonly notice: Program['notice'];
  /** Remembers something in the ledger; one that fails does not take the result away, somebody is told. */
  readonly remember: (act: (ledger: Session['ledger']) => Promise<void>) => Promise<void>;
}

/** Opens the bank of the profile that the flags name, acts there, and closes it whatever happened. */
export type At = <T>(given: GivenFlags, act: (there: AtBank) => Promise<T>, need?: Need) => Promise<T>;

export async function atBank<T>(
  { surroundings, onUnexpected, notice, underWay }: Program,
  given: GivenFlags,
  act: (there: AtBank) => Promise<T>,
  need: Need = {},
): Promise<T> {
  const settings = openSettings(surroundings, given);
  const { name, bank } = settings.profile;
  refuseInProduction(settings.profile, need);
  if (bank !== 'embedded') {
    const text = `Profile ${name} names a remote bank; this version has the embedded one alone.`;
    throw new Fault('USAGE', text, { hint: 'Use --profile offline.' });
  }
  const session = await openEmbedded(settings, surroundings, { onUnexpected, underWay, notice });
  try {
    return await act({
      session,
      withMeta: ({ resource, meta }) => ({ ...resource, _meta: { ...meta, profile: name } }),
      notice,
      remember: (keep) => keep(session.ledger).catch(onUnexpected),
    });
  } finally {
    await session.close();
  }
}
