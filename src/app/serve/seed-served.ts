import { Fault } from '../../errors.ts';
import { seed } from '../../sandbox/seed.ts';
import type { Program } from '../program.ts';

/**
 * Applies seed files to a served bank before anybody else calls it, by the same way as `sandbox seed` does.
 * @param env in which psd2 finds the bank: `environmentFor`
 * @throws Fault as `seed`; INPUT_INVALID where the bank is not what the files say afterwards
 * @see C-serve-seed
 */
export async function seedServed(
  program: Program,
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const surroundings = { ...program.surroundings, env };
  // It is our own bank, and nothing of it is anybody else's.
  const always = () => {};
  const seeding = { files, isPlan: false, prunes: false, yes: true };
  const { differs } = await seed({ ...program, surroundings, always }, seeding, {});
  if (differs === 0) return;
  const what = differs === 1 ? '1 entry of the seed differs' : `${differs} entries of the seed differ`;
  throw new Fault('INPUT_INVALID', `${what} from the bank, which can't change it.`, {
    hint: 'Start with other data: --store memory',
  });
}
