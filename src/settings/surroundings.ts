/**
 * What the program finds around it when it starts. Read once from the process at the edge and passed in, so
 * that every rule below can be tested without touching the machine's own settings.
 */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The working folder, absolute. */
  readonly cwd: string;
  /** The user's number; undefined where the platform has none (Windows), and then nothing is checked by it. */
  readonly uid: number | undefined;
}

/** A variable that is set to nothing counts as not set. */
export function variable(env: Surroundings['env'], name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}
