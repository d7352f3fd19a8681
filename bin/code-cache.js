const { openCacheFile, placesOf, writeCacheFile } = require('./code-cache-places.js');
const { readFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** Node's class of modules: `require('node:module')` would evaluate more of Node. */
const Module = module.constructor;

/**
 * Loads the program's first chunk as a CommonJS module, and the others when one of their modules is first needed. V8's
 * code caches supply the functions if there are any: compiling is more than half of the cost of a start.
 * @param {string} path of the first chunk, absolute; a chunk is a function expression in ASCII
 * @param {boolean} useCodeCache
 * @returns the exports of the first chunk, and functions that create caches of the functions that have run
 * @see A-code-cache
 */
function loadBundle(path, useCodeCache) {
  const chunks = new Map();
  const load = (name) => {
    if (!chunks.has(name)) {
      const chunk = readChunk(chunkPath(path, name), useCodeCache);
      // Set before evaluation: chunks may need each other.
      chunks.set(name, chunk);
      evaluate(chunk, {
        loadChunk: load,
        readAsset: (asset) => readFileSync(assetPath(path, asset), 'utf8'),
      });
    }
    return chunks.get(name).module.exports;
  };
  return {
    exports: load('core'),
    /** Checks again: another process may have created a cache meanwhile, or the build a better one. */
    findUncached: () =>
      [...chunks.values()].filter(
        ({ path, source, isCached }) => !isCached && readCodeCache(path, source) === undefined,
      ),
    writeCodeCaches: (some = chunks.values()) => {
      for (const chunk of some) writeCodeCache(chunk);
    },
  };
}

/** Returns the file of a chunk: `psd2.cjs` is the core, `psd2.bank.cjs` the bank. */
function chunkPath(bundlePath, name) {
  return name === 'core' ? bundlePath : assetPath(bundlePath, `${name}.cjs`);
}

function assetPath(bundlePath, name) {
  return bundlePath.replace(/cjs$/, name);
}

function readChunk(path, useCodeCache) {
  const source = readFileSync(path);
  const cachedData = useCodeCache ? readCodeCache(path, source) : undefined;
  const script = new Script(source.latin1Slice(), { filename: path, cachedData });
  const module = Object.assign(new Module(path, null), { filename: path });
  return { path, source, script, module, isCached: cachedData !== undefined };
}

/** @param means the loader's functions for a chunk, as members of its `module` */
function evaluate({ path, script, module }, means) {
  Object.assign(module, means);
  // A require of this file by its path gets this copy instead of loading a second one.
  require.cache[path] = module;
  const wrapped = script.runInThisContext();
  wrapped.call(module.exports, module.exports, Module.createRequire(path), module, path, dirname(path));
  module.loaded = true;
}

/**
 * Returns V8's data from the first cache that belongs to this bundle and is complete. V8 itself checks little more than
 * the length of the source, and a damaged cache aborts the process.
 */
function readCodeCache(bundlePath, source) {
  for (const place of placesOf(bundlePath)) {
    const file = openCacheFile(place);
    const data = file && parseCache(file, source);
    if (data !== undefined) return data;
  }
  return undefined;
}

/**
 * A cache file contains: size of the bundle, CRC-32 of the data (4 bytes each, big endian), the bundle's last line, the
 * data.
 */
const NUMBERS = 8;
/** The build ends a bundle with a line of `//` and the SHA-256 of all before it (scripts/build/bundle.mjs). */
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

/** Writes to the first writable path; if there is none, the program starts slower and is otherwise the same. */
function writeCodeCache({ path, source, script }) {
  const data = script.createCachedData();
  const contents = Buffer.concat([makeHeader(source, data), data]);
  placesOf(path).some((place) => writeCacheFile(place, contents));
}

module.exports = { assetPath, chunkPath, loadBundle };
