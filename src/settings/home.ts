import { join, posix, win32 } from 'node:path';
import { Fault } from '../errors.ts';
import { makeOwnFolder } from './private-files.ts';

/** The process's environment, which only the entry point reads, so that tests can replace it. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The absolute path of the working folder. */
  readonly cwd: string;
  /** The user's id; undefined on platforms without one (Windows), where no owner is checked. */
  readonly uid: number | undefined;
}

/** Returns a variable's value; an empty variable counts as unset. */
export function readVariable(env: Environment['env'], name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}

/** The paths of a profile's files, which may not exist. */
export interface ProfilePaths {
  readonly folder: string;
  /** The embedded bank's store. */
  readonly store: string;
  /** The client's store between commands, created on first use. */
  readonly ledger: string;
  /** The folder of keys and certificates. */
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
 * Finds the folder for settings, keys and stores without accessing it:
 * PSD2_HOME, else the platform's folder for a program's settings: XDG_CONFIG_HOME/psd2 or ~/.config/psd2,
 * ~/Library/Application Support/psd2 on macOS, %LOCALAPPDATA%\psd2 on Windows. Variables of the platform without an
 * absolute path count as unset, as the XDG base directory specification requires.
 * @throws Fault INPUT_MISSING if no variable gives a folder
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

/** The folder of the CA for TLS on loopback, below the profile's. */
export const TLS_FOLDER = 'tls';

/** Builds the paths of a profile within a home. `name` must satisfy `isProfileName`. */
export function buildProfilePaths(home: string, name: string): ProfilePaths {
  const folder = join(home, name);
  return {
    folder,
    store: join(folder, 'bank.db'),
    ledger: join(folder, 'client.db'),
    keys: join(folder, 'keys'),
  };
}

/**
 * Builds the path of the folder with the worlds of `serve --worlds tpp`, beside the shared world's store.
 * @see S11-worlds
 */
export function buildWorldsPath(store: string): string {
  return `${store}.worlds`;
}

/**
 * Creates the home and the profile's folder, both 0700, and returns the profile's paths.
 * @throws Fault PERMISSIONS, STORE_UNUSABLE
 * @see S8-store-modes
 */
export function makeProfileFolder(home: string, name: string, uid: number | undefined): ProfilePaths {
  makeOwnFolder(home, uid);
  const places = buildProfilePaths(home, name);
  makeOwnFolder(places.folder, uid);
  return places;
}
