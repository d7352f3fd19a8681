const { openCacheFile, placesOf, writeCacheFile } = require('./code-cache-places.js');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

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
 * V8 checks little more of a cache than the length of its source, and a damaged one aborts the process. So the
 * file holds the source that it was made from and the data twice, and is used only when all of it agrees:
 * comparing bytes costs nothing, where a digest would cost 5 ms to load crypto and compute it.
 */
function readCodeCache(bundlePath, source) {
  for (const place of placesOf(bundlePath)) {
    const file = openCacheFile(place);
    const data = file && dataOf(file, source);
    if (data !== undefined) return data;
  }
  return undefined;
}

function dataOf(file, source) {
  const dataLength = (file.length - source.length) / 2;
  if (!Number.isInteger(dataLength) || dataLength <= 0) return undefined;
  const data = file.subarray(source.length, source.length + dataLength);
  const whole = file.subarray(0, source.length).equals(source) && data.equals(file.subarray(-dataLength));
  return whole ? data : undefined;
}

/** At the first place that takes it; where none does, the program starts slower and is otherwise the same. */
function writeCodeCache(bundlePath, source, data) {
  const contents = Buffer.concat([source, data, data]);
  placesOf(bundlePath).some((place) => writeCacheFile(place, contents));
}

module.exports = { loadBundle };
