#!/usr/bin/env node

const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { loadBundle } = require('./code-cache.js');

const bundlePath = join(__dirname, '..', 'dist', 'psd2.cjs');

if (existsSync(bundlePath)) {
  const useCodeCache = process.env.PSD2_NO_CODE_CACHE !== '1';
  const { exports: program, findUncached, writeCodeCaches } = loadBundle(bundlePath, useCodeCache);
  program.run(process.argv.slice(2)).then(() => {
    if (useCodeCache) writeCodeCaches(findUncached());
  });
} else {
  process.stderr.write(
    'Error: this clone is not built yet.\n  Next: npm ci, or npm run build when packages are there\n',
  );
  process.exitCode = 1;
}
