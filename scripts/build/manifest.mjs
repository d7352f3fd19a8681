import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { commandFiles } from './commands.mjs';

const require = createRequire(import.meta.url);

/**
 * oclif's manifest: what help and parsing need to know of every command, so that none is evaluated before it
 * runs. Read from the command classes themselves, out of a first bundle that has no manifest yet.
 * @returns {Promise<Record<string, object>>} by command id
 */
export async function makeManifest(root) {
  return manifestOf(root, await loadCommands(root));
}

/** @param commands each command's module behind a function that loads it, by id */
export async function manifestOf(root, commands) {
  const { name } = require(join(root, 'package.json'));
  const plugin = { alias: name, name, type: 'core' };
  const cacheCommand = require(join(root, 'node_modules/@oclif/core/lib/util/cache-command.js')).cacheCommand;
  const manifest = {};
  for (const id of commandFiles(root).keys()) {
    const { default: command } = await commands[id]();
    command.id = id;
    manifest[id] = JSON.parse(JSON.stringify(await cacheCommand(command, plugin)));
  }
  return manifest;
}

async function loadCommands(root) {
  // Inside the root, so that what is not bundled is found.
  const folder = mkdtempSync(join(root, 'dist', 'manifest-'));
  try {
    const file = join(folder, 'psd2.cjs');
    writeFileSync(file, (await bundle(root, {})).contents);
    return require(file).commands;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
