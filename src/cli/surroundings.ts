import type { Surroundings } from '../settings/surroundings.ts';

/** What the process finds around it. */
export function surroundingsOf({ env, platform, cwd, getuid }: NodeJS.Process): Surroundings {
  return { env, platform, cwd: cwd(), uid: getuid?.() };
}
