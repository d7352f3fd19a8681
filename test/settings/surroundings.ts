import type { Environment } from '../../src/settings/home.ts';

/** The user who runs the tests; undefined on Windows. */
export const US = process.getuid?.();
/** A user who is not the one who runs the tests: every file of ours is a stranger's to them. */
export const SOMEBODY_ELSE = (US ?? 0) + 1;

export function surroundings(change: Partial<Environment> = {}): Environment {
  return { env: { HOME: '/home/kari' }, platform: 'linux', cwd: '/srv', uid: US, ...change };
}
