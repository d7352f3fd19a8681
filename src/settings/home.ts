import { join, posix, win32 } from 'node:path';
import { Fault } from '../errors.ts';
import { makeOwnFolder } from './private-files.ts';

/** The process's environment, read once at the edge and passed in, so that tests can replace it. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The working folder, absolute. */
  readonly cwd: string;
  /** The user's number; undefined where the platform has none (Windows), and then nothing is checked by it. */
  readonly uid: number | undefined;
}

/** A variable that is set to nothing counts as not set. */
export function readVariable(env: Environment['env'], name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}

/** Where a profile keeps what is its own. Only paths: nothing here says that they exist. */
export interface ProfilePaths {
  readonly folder: string;
  /** The embedded bank's store. */
  readonly store: string;
  /** The client's store between commands, created on first use. */
  readonly ledger: string;
  /** Keys and certificates. */
  readonly keys: string;
}

type PathRules = typeof posix;

function findBaseFolder({ env, platform }: Environment, path: PathRules): string | undefined {
  const absolute = (name: string): string | undefined => {
    const value = readVariable(env, name);
    return value !== undefined && path.isAbsolute(value) ? value : undefined;
  };
  if (platform === 'win32') return absolute('LOCALAPPDATA') ?? absolute('APPDATA');
  const userFolder = absolute('HOME');
  if (platform === 'darwin') return userFolder && path.join(userFolder, 'Library', 'Application Support');
  return absolute('XDG_CONFIG_HOME') ?? (userFolder && path.join(userFolder, '.config'));
}

/**
 * The one folder that holds settings, keys and stores. Touches nothing.
 *
 * PSD2_HOME, else the platform's folder for a program's settings: XDG_CONFIG_HOME/psd2 or ~/.config/psd2,
 * ~/Library/Application Support/psd2 on macOS, %LOCALAPPDATA%\psd2 on Windows. Variables of the platform that
 * hold no absolute path count as not set, as the XDG base directory specification says.
 * @throws Fault INPUT_MISSING when nothing says where to.
 * @see C-psd2-home, C-home
 */
export function findHomeFolder(surroundings: Environment): string {
  const path: PathRules = surroundings.platform === 'win32' ? win32 : posix;
  const chosen = readVariable(surroundings.env, 'PSD2_HOME');
  if (chosen !== undefined) return path.resolve(surroundings.cwd, chosen);
  const base = findBaseFolder(surroundings, path);
  if (base === undefined) {
    throw new Fault(
      'INPUT_MISSING',
      `No folder for settings and keys: ${surroundings.platform === 'win32' ? 'LOCALAPPDATA' : 'HOME'} isn't set.`,
      { hint: 'Set PSD2_HOME in the environment to a folder you own.', missing: ['PSD2_HOME'] },
    );
  }
  return path.join(base, 'psd2');
}

/** Below a profile's own: the CA of its bank, once it was served on loopback. */
export const TLS_FOLDER = 'tls';

/** The places of a profile within a home. `name` has passed `isProfileName`. */
export function buildProfilePaths(home: string, name: string): ProfilePaths {
  const folder = join(home, name);
  return {
    folder,
    store: join(folder, 'bank.db'),
    ledger: join(folder, 'client.db'),
    keys: join(folder, 'keys'),
  };
}

/** The folder of the worlds of `serve --worlds tpp`, which is beside the store that all would share. @see S11-worlds */
export function buildWorldsPath(store: string): string {
  return `${store}.worlds`;
}

/**
 * Makes the home and the profile's folder, both 0700, and answers the places in it.
 * @throws Fault PERMISSIONS, STORE_UNUSABLE
 * @see S8-store-modes
 */
export function makeProfileFolder(home: string, name: string, uid: number | undefined): ProfilePaths {
  makeOwnFolder(home, uid);
  const places = buildProfilePaths(home, name);
  makeOwnFolder(places.folder, uid);
  return places;
}
