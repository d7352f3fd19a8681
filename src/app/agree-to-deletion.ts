import { Fault } from '../errors.ts';
import type { Program } from './program.ts';

export interface Deletion {
  /** Tells whether the command line agrees already. */
  readonly yes: boolean;
  readonly verb: 'delete' | 'forget' | 'remove' | 'replace';
  /** Follows the verb and ends with a full stop. */
  readonly what: string;
}

/**
 * Asks a person before data goes. Where none is there, the command line must agree.
 * @throws Fault INPUT_MISSING without `--yes` where no person is there; INTERRUPTED when the person says no
 * @see C-deletion-consent
 */
export async function agreeToDeletion(
  { atTerminal, agrees, seeing }: Program,
  { yes, verb, what }: Deletion,
): Promise<void> {
  if (yes || seeing?.sendsNothing === true) return;
  if (atTerminal === undefined) {
    throw new Fault('INPUT_MISSING', `Missing: --yes. This would ${verb} ${what}`, {
      hint: 'Nothing was changed. To agree, add --yes.',
      missing: ['--yes'],
    });
  }
  const question = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} it?`;
  if (await agrees(`This ${verb}s ${what}`, question)) return;
  throw new Fault('INTERRUPTED', 'Nothing was changed.');
}
