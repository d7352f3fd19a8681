const fs = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');
const { crc32 } = require('node:zlib');

const READ = 0o444;
const WRITTEN_BY_OTHERS = 0o022;
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/**
 * Lists the possible paths of a bundle's code cache, by preference: beside it, for everyone who may read it, and if
 * that can't be written, in the cache folder of the user, for this user only.
 * @typedef {{path: string, folder: string, mode: number, owners: readonly number[] | undefined}} Place
 * @param {string} bundlePath
 * @returns {Place[]}
 * @see A-code-cache-owners, A-code-cache-shared
 */
function placesOf(bundlePath) {
  const { mode, uid } = fs.statSync(bundlePath);
  const user = process.getuid?.();
  // These users can make the program do anything regardless.
  const owners = user === undefined ? undefined : [uid, 0, user];
  const beside = codeCachePath(bundlePath);
  const places = [{ path: beside, folder: dirname(beside), mode: (mode & READ) | 0o200, owners }];
  const folder = userFolder();
  if (folder !== undefined)
    places.push({ path: join(folder, userName(bundlePath)), folder, mode: 0o600, owners });
  return places;
}

/** Returns a separate file for each Node version and processor: V8 rejects the caches of others. */
function codeCachePath(bundlePath) {
  return `${bundlePath}.${process.version}-${process.arch}.cache`;
}

/**
 * Builds the name of the file in the user's folder, which several installations share; an installation that replaces
 * another also replaces its file.
 */
function userName(bundlePath) {
  return `bundle-${crc32(bundlePath).toString(16)}.${process.version}-${process.arch}.cache`;
}

/**
 * Finds the user's cache folder; undefined if the environment names none. A relative path is ignored (XDG Base
 * Directory).
 */
function userFolder() {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const below = (folder, ...names) =>
    folder !== undefined && isAbsolute(folder) ? join(folder, ...names, 'psd2') : undefined;
  if (process.platform === 'win32') return below(LOCALAPPDATA);
  if (process.platform === 'darwin') return below(HOME, 'Library', 'Caches');
  return below(XDG_CACHE_HOME) ?? below(HOME, '.cache');
}

/**
 * Opens a cache file that only its owners can have written. Checks the opened file itself: a link, a pipe or a folder
 * is rejected.
 * @param {Place} place
 * @returns {Buffer | undefined}
 */
function openCacheFile({ path, folder, owners }) {
  let descriptor;
  try {
    descriptor = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const file = fs.fstatSync(descriptor);
    const isOurs = file.isFile() && isTrusted(file, owners) && isTrusted(fs.statSync(folder), owners);
    return isOurs ? fs.readFileSync(descriptor) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Checks owner and mode. Windows separates the folders of users by itself, and has no such owners. */
function isTrusted({ uid, mode }, owners) {
  return owners === undefined || (owners.includes(uid) && (mode & WRITTEN_BY_OTHERS) === 0);
}

/**
 * Writes a file atomically: several first starts may do this at once.
 * @param {Place} place
 * @returns {boolean} whether it has
 */
function writeCacheFile({ path, folder, mode, owners }, contents) {
  const temporary = `${path}.${process.pid}.tmp`;
  let isBegun = false;
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isTrusted(fs.statSync(folder), owners)) return false;
    const descriptor = fs.openSync(temporary, 'wx', 0o600);
    isBegun = true;
    try {
      fs.writeFileSync(descriptor, contents);
      // Sets the mode regardless of the umask, which restricts the other files here.
      fs.fchmodSync(descriptor, mode);
    } finally {
      fs.closeSync(descriptor);
    }
    fs.renameSync(temporary, path);
    return true;
  } catch {
    if (isBegun) fs.rmSync(temporary, { force: true });
    return false;
  }
}

module.exports = { codeCachePath, openCacheFile, placesOf, writeCacheFile };
