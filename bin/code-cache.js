const { openCacheFile, placesOf, writeCacheFile } = require('./code-cache-places.js');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/**
 * Loads the bundle as a CommonJS module, its functions taken from V8's code cache when there is one of it:
 * compiling is more than half of what a start costs.
 * @param {string} path of the bundle, absolute; its text is ASCII
 * @param {boolean} useCodeCache
 * @returns what the bundle exports, and a function that makes the cache from what has run until then
 * @see A-code-cache
 */
function loadBundle(path, useCodeCache) {
  const source = readFileSync(path);
  const cachedData = useCodeCache ? readCodeCache(path, source) : undefined;
  const script = new Script(Module.wrap(source.latin1Slice()), { filename: path, cachedData });
  return {
    exports: evaluate(script, path),
    writeCodeCache: () => writeCodeCache(path, source, script.createCachedData()),
    // Asked again at the end: another process may have made it meanwhile, or the build a better one.
    codeCacheIsMissing: () => cachedData === undefined && readCodeCache(path, source) === undefined,
  };
}

function evaluate(script, path) {
  const module = new Module(path, null);
  module.filename = path;
  // Whoever asks for this file by its path gets this copy instead of loading a second one.
  require.cache[path] = module;
  const wrapped = script.runInThisContext();
  wrapped.call(module.exports, module.exports, Module.createRequire(path), module, path, dirname(path));
  module.loaded = true;
  return module.exports;
}

/**
 * Returns V8's data from the first cache that belongs to this bundle and is whole. V8 itself checks little more than the
 * length of the source, and a damaged cache aborts the process.
 */
function readCodeCache(bundlePath, source) {
  for (const place of placesOf(bundlePath)) {
    const file = openCacheFile(place);
    const data = file && parseCache(file, source);
    if (data !== undefined) return data;
  }
  return undefined;
}

/** A cache file is: size of the bundle, CRC-32 of the data (4 bytes each, big endian), the bundle's last line, the data. */
const NUMBERS = 8;
/** The build ends a bundle with a line of `//` and the SHA-256 of all before it (scripts/build.mjs). */
const HASH_LINE = 67;

function makeHeader(source, data) {
  const numbers = Buffer.alloc(NUMBERS);
  numbers.writeUInt32BE(source.length, 0);
  numbers.writeUInt32BE(crc32(data), 4);
  return Buffer.concat([numbers, source.subarray(-HASH_LINE)]);
}

function parseCache(file, source) {
  const data = file.subarray(NUMBERS + HASH_LINE);
  const isWhole = data.length > 0 && file.subarray(0, NUMBERS + HASH_LINE).equals(makeHeader(source, data));
  return isWhole ? data : undefined;
}

/** Writes to the first place that takes it; where none does, the program starts slower and is otherwise the same. */
function writeCodeCache(bundlePath, source, data) {
  const contents = Buffer.concat([makeHeader(source, data), data]);
  placesOf(bundlePath).some((place) => writeCacheFile(place, contents));
}

module.exports = { loadBundle };
