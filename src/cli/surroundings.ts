import type { Surroundings } from '../settings/home.ts';

/** What the process finds around it. */
export function surroundingsOf({ env, platform, cwd, getuid }: NodeJS.Process): Surroundings {
  return { env, platform, cwd: cwd(), uid: getuid?.() };
}
