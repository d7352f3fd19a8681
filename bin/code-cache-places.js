const fs = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');

const READ = 0o444;
const WRITTEN_BY_OTHERS = 0o022;
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/**
 * Where the code cache of a bundle may be, the first choice first: beside it, for everyone who may read it, and where
 * that can't be written, in the cache folder of the user, for nobody else.
 * @typedef {{path: string, folder: string, mode: number, owners: readonly number[] | undefined}} Place
 * @param {string} bundlePath
 * @returns {Place[]}
 * @see A-code-cache-owners, A-code-cache-shared
 */
function placesOf(bundlePath) {
  const { mode, uid } = fs.statSync(bundlePath);
  const user = process.getuid?.();
  // Whoever else could write it could as well have the program do anything.
  const owners = user === undefined ? undefined : [uid, 0, user];
  const beside = codeCachePath(bundlePath);
  const places = [{ path: beside, folder: dirname(beside), mode: (mode & READ) | 0o200, owners }];
  const folder = userFolder();
  if (folder !== undefined)
    places.push({ path: join(folder, userName(bundlePath)), folder, mode: 0o600, owners });
  return places;
}

/** One file for each Node version and processor: V8 refuses what another one made. */
function codeCachePath(bundlePath) {
  return `${bundlePath}.${process.version}-${process.arch}.cache`;
}

/** Several installations share the folder; of one that comes in the place of another, the file does too. */
function userName(bundlePath) {
  let sum = 0;
  for (let place = 0; place < bundlePath.length; place += 1)
    sum = (Math.imul(sum, 31) + bundlePath.charCodeAt(place)) >>> 0;
  return `bundle-${sum.toString(16)}.${process.version}-${process.arch}.cache`;
}

/** Undefined where the environment names none. A relative one counts for nothing (XDG Base Directory). */
function userFolder() {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const below = (folder, ...names) =>
    folder !== undefined && isAbsolute(folder) ? join(folder, ...names, 'psd2') : undefined;
  if (process.platform === 'win32') return below(LOCALAPPDATA);
  if (process.platform === 'darwin') return below(HOME, 'Library', 'Caches');
  return below(XDG_CACHE_HOME) ?? below(HOME, '.cache');
}

/**
 * The bytes of a cache, when nobody but its owners can have written them. What is looked at is what is read: the file is
 * opened first, and a link, a pipe or a folder is none.
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

/** Windows keeps the folders of users apart by itself, and has no such owners. */
function isTrusted({ uid, mode }, owners) {
  return owners === undefined || (owners.includes(uid) && (mode & WRITTEN_BY_OTHERS) === 0);
}

/**
 * Written whole or not at all: several first starts may do this at once.
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
      // Whatever the umask, which keeps what else is written here from others.
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
