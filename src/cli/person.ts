import { isatty } from 'node:tty';

export interface Circumstances {
  readonly stdinIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
  readonly noInput: boolean;
}

/**
 * Whether a person is there to be asked: without one there is never a prompt and never a browser.
 * @see C-person
 */
export function personIsThere(now: Circumstances): boolean {
  const automatic = now.json || now.noInput || Boolean(now.env.CI);
  return now.stdinIsTerminal && now.stderrIsTerminal && !automatic;
}

/** The circumstances of this process. Asks the descriptors, so that stdin is not opened. */
export function circumstances(json: boolean, noInput: boolean): Circumstances {
  return { stdinIsTerminal: isatty(0), stderrIsTerminal: isatty(2), env: process.env, json, noInput };
}
