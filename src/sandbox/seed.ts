import { join } from 'node:path';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { Handle } from '../message.ts';
import { type ApplyResult, applyWorld, type Progress } from '../seed/apply/apply.ts';
import { RememberedIds } from '../seed/apply/id-store.ts';
import type { Removal } from '../seed/apply/prune.ts';
import type { Counts } from '../seed/apply/report.ts';
import { expectWorld } from '../seed/read-world.ts';
import { seedSource } from '../seed/seed-source.ts';
import type { SeedSource } from '../seed/world.ts';
import { type CommandContext, confirmDeletion, hasOperator } from '../session/context.ts';
import type { BankOptions } from '../session/open-bank.ts';
import { readBankDate, type SessionContext, withSession } from '../session/with-session.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { Signer } from '../signing/sign.ts';
import { createInProcessTransport } from '../transport/in-process.ts';
import type { Transport } from '../transport/transport.ts';
import { formatOsloDate } from '../values/oslo.ts';
import { SANDBOX_DATA } from './resource.ts';
import { isFresh } from './world.ts';

export interface SeedInput {
  /** The paths of seed files, which together describe one world. */
  readonly files: readonly string[];
  readonly isPlan: boolean;
  readonly prunes: boolean;
  /** True if the command line consents to deletions. */
  readonly yes: boolean;
}

export interface SeedResult extends Omit<ApplyResult, 'total'>, Counts {
  readonly isPlan: boolean;
}

/**
 * Applies seed files to the profile's bank. All their errors are reported before anything is sent, and before a bank in
 * this context is created.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE, and without consent to a deletion INPUT_MISSING, INTERRUPTED
 * @see C-seed, C-seed-converges
 */
export async function seed(
  context: CommandContext,
  seeding: SeedInput,
  given: GivenFlags,
): Promise<SeedResult> {
  const { files, isPlan, prunes } = seeding;
  const sources = files.map(seedSource);
  if (isFresh(context, given.profile as string | undefined)) expectWorld(sources, formatOsloDate(getTime()));
  return withSession(
    context,
    given,
    async (there) => {
      const { session, profile } = there;
      const world = expectWorld(sources, await readBankDate(session), context.io.always);
      const { origin, basePath } = session.place;
      const { total, ...applied } = await applyWorld(session, world, {
        isPlan,
        prunes,
        remembered: hasOperator(profile) ? undefined : new RememberedIds(`${origin}${basePath}`, files),
        beforeFirst: (removals) => confirmStart(context, there, seeding, removals),
        onProgress: (progress) => showProgress(context, progress),
      }).finally(() => context.io.setPendingSca(undefined));
      return { ...total, ...applied, isPlan };
    },
    SANDBOX_DATA,
  );
}

/** Asks for consent to the deletions of `--prune`, and shows which bank is changed. @see C-deletion-consent */
async function confirmStart(
  context: CommandContext,
  { profile }: SessionContext,
  { isPlan, yes }: SeedInput,
  removals: readonly Removal[],
): Promise<void> {
  if (isPlan) return;
  if (removals.length > 0) {
    const shown = removals.slice(0, MOST_SHOWN).map(({ what }) => what);
    if (removals.length > MOST_SHOWN) shown.push(`and ${removals.length - MOST_SHOWN} more`);
    const what = `from the sandbox (profile ${profile.name}), with all that they own: ${shown.join(', ')}.`;
    await confirmDeletion(context, { yes, verb: 'delete', what });
  }
  if (profile.bank !== 'embedded')
    context.io.always(`Profile ${profile.name} at ${new URL(profile.remote.baseUrl).host}: sandbox seed.`);
  context.io.setPendingSca({
    text: 'The seed may be applied in part',
    hint: 'To finish it, run the same command again.',
  });
}

const MOST_SHOWN = 10;

function showProgress({ io }: Pick<CommandContext, 'io'>, { transactions, of }: Progress): void {
  const drawn = io.progress.bar?.(of === 0 ? 1 : transactions / of);
  const bar = drawn === undefined ? '' : `${drawn}  `;
  io.progress.tell(`Seeding  ${bar}${transactions} of ${of} transactions`);
}

interface SignedSeeding extends Pick<CommandContext, 'io'> {
  /** Signs for the TPP that creates the data; the data doesn't belong to a TPP. */
  readonly signer: Signer;
  /** A folder for the session's ledger. */
  readonly folder: string;
}

export interface StoreSeeding extends SignedSeeding {
  readonly files: readonly string[];
}

/**
 * Applies seed files to the store of a bank that isn't served yet.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE; INPUT_INVALID if the bank differs from the files afterwards
 * @see C-serve-seed, S11-worlds
 */
export async function seedStore(options: BankOptions, seeding: StoreSeeding): Promise<void> {
  const { openBank } = await import('../session/open-bank.ts');
  const bank = openBank(options);
  try {
    await bank.open();
    const { differs } = await seedBank(bank.handle, seeding.files.map(seedSource), {
      ...options,
      ...seeding,
    });
    if (differs > 0) throw createDiffersFault(differs);
  } finally {
    await bank.close();
  }
}

/**
 * Applies seeds to a bank of this process by signed requests.
 * @param world the TPP's world; absent for that of the signer, or the only one
 * @throws Fault INPUT_INVALID
 */
export async function seedBank(
  handle: Handle,
  sources: readonly SeedSource[],
  seeding: SignedSeeding &
    Pick<BankOptions, 'basePath' | 'onUnexpected'> & { readonly world?: string | undefined },
): Promise<Counts> {
  const { signer, folder, io, basePath, onUnexpected, world: tpp } = seeding;
  const { openTppSession } = await import('../session/open-session.ts');
  const inner = createInProcessTransport(handle);
  const way: Transport = ({ headers, ...request }) =>
    inner({ ...request, headers: tpp === undefined ? headers : [...headers, ['PSD2-World', tpp]] });
  const ledger = join(folder, 'client.db');
  const session = openTppSession({ way, signer, ledger, onUnexpected, settings: { basePath } });
  try {
    const world = expectWorld(sources, await readBankDate(session), io.always);
    const { total } = await applyWorld(session, world, {
      onProgress: (progress) => showProgress(seeding, progress),
    });
    return total;
  } finally {
    await session.close();
  }
}

function createDiffersFault(count: number): Fault {
  const what = count === 1 ? '1 entry of the seed differs' : `${count} entries of the seed differ`;
  return new Fault('INPUT_INVALID', `${what} from the bank, which can't change it.`, {
    hint: 'Change the seed file, or start with other data: --store memory',
  });
}
