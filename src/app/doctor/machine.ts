import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { listenForCallback } from '../../client/callback/listen.ts';
import { type OpenedSettings, openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { settingsPath } from '../../settings/settings-file.ts';
import type { Surroundings } from '../../settings/surroundings.ts';
import { bad, checked, type Found, good } from './found.ts';
import type { Check } from './shapes.ts';

/** The oldest Node that psd2 runs on. */
const LEAST_NODE = [20, 19];

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE;
  const isOld = major < leastMajor || (major === leastMajor && minor < leastMinor);
  if (!isOld) return good('node', `Node ${version}.`);
  const least = LEAST_NODE.join('.');
  return bad('node', `Node ${version} is too old.`, `Install Node ${least} or newer.`);
}

/** The files of settings: whose they are, how they are written, and which profile they name. */
export function checkSettings(surroundings: Surroundings, given: GivenFlags): Promise<Found<OpenedSettings>> {
  // What shows settings has to read them too.
  return checked('settings', 'Correct it and run psd2 doctor again.', () => {
    const settings = openSettings(surroundings, given);
    const file = settingsPath(settings.home);
    const where = existsSync(file) ? file : 'no settings file needed';
    return { check: good('settings', `Profile ${settings.profile.name}, ${where}.`), value: settings };
  });
}

/** Listens where the PSU's browser comes back, and gives the port back. */
export async function checkCallbackPort({ values: { callbackPort } }: OpenedSettings): Promise<Check> {
  const { check } = await checked('callback-port', 'Choose another port.', async () => {
    const state = randomBytes(16).toString('hex');
    const callback = await listenForCallback({ state, port: callbackPort });
    const { port } = new URL(callback.redirectUri);
    await callback.close();
    const text =
      callbackPort === undefined ? 'A free port on 127.0.0.1 can be used.' : `Port ${port} is free.`;
    return { check: good('callback-port', text) };
  });
  return check;
}
