#!/usr/bin/env node

// Runs the program from its TypeScript sources, for development: slow to start, never stale.
const { join } = require('node:path');

async function runFromSources() {
  await import('tsx');
  const { settings } = require('@oclif/core/settings');
  const { Config } = require('@oclif/core/config');
  const { runMain } = require('../src/cli/main.ts');
  // oclif's own TypeScript mode would look for a compiled file of each source and run that, however old.
  settings.enableAutoTranspile = false;
  await runMain(process.argv.slice(2), () => Config.load({ root: join(__dirname, '..') }));
}

runFromSources();
