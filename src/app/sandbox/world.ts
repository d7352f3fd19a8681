import { statSync } from 'node:fs';
import type { Operation } from '../../client/operation.ts';
import { initialiseSandbox } from '../../client/sandbox/initialise.ts';
import type { Session } from '../../client/session.ts';
import { isEmptyWorld, WITH_THE_REST, type WorldCounts, worldInWords } from '../../explain/world-in-words.ts';
import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { SandboxWorld } from '../../wire/sandbox/world.ts';
import { agreeToDeletion } from '../agree-to-deletion.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { SANDBOX_DATA } from './data.ts';
import { ACCOUNTS, AGREEMENTS, CARD_ACCOUNTS, CUSTOMERS } from './sorts.ts';

export type InitialisedSandbox = SandboxWorld & Meta;

export interface Initialised {
  readonly made: InitialisedSandbox;
  /** What there was before, where somebody wants to know; absent too where there was nothing. */
  readonly gone?: WorldCounts;
}

export interface Initialising {
  /** Whether somebody has agreed already. */
  readonly yes: boolean;
  readonly tellsWhatWent: boolean;
}

/**
 * Puts the initial data back, with consent where there is something to delete.
 * @throws Fault INPUT_MISSING, INTERRUPTED without consent
 * @see C-sandbox-init, C-init-asks, C-deletion-consent
 */
export async function initialise(
  program: Program,
  { yes, tellsWhatWent }: Initialising,
  given: GivenFlags,
): Promise<Initialised> {
  const isNothingThere = isFresh(program, given) || program.seeing?.sendsNothing === true;
  return atBank(
    program,
    given,
    async ({ session, profile, withMeta }) => {
      const gone = !isNothingThere && (!yes || tellsWhatWent) ? await countsAt(session) : undefined;
      if (gone !== undefined && !isEmptyWorld(gone)) {
        const what = `the sandbox's data (profile ${profile.name}): ${worldInWords(gone)}, ${WITH_THE_REST}. The initial data is restored.`;
        await agreeToDeletion(program, { yes, verb: 'delete', what });
      }
      const made = withMeta(await session.call(initialiseSandbox, undefined));
      return { made, ...(gone === undefined ? {} : { gone }) };
    },
    SANDBOX_DATA,
  );
}

/** Whether the bank in this program is not made yet. */
export function isFresh({ surroundings }: Program, given: GivenFlags): boolean {
  const { profile, places } = openSettings(surroundings, given);
  return profile.bank === 'embedded' && (statSync(places.store, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

export async function countsAt(session: Session): Promise<WorldCounts> {
  const countOf = async <Item>({ list }: { readonly list: Operation<void, readonly Item[]> }) =>
    (await session.lookUp(list, undefined)).resource.length;
  return {
    customers: await countOf(CUSTOMERS),
    accounts: await countOf(ACCOUNTS),
    cardAccounts: await countOf(CARD_ACCOUNTS),
    agreements: await countOf(AGREEMENTS),
  };
}
