import { createRequire } from 'node:module';
import { join } from 'node:path';
import { commandFiles } from './commands.mjs';

const require = createRequire(import.meta.url);
const { loadBundle } = require('../../bin/code-cache.js');

/**
 * Reads oclif's manifest: the facts about every command that help and parsing need, so that no command is evaluated
 * before it runs. Read from the command classes themselves, in chunks that have no manifest yet.
 * @param bundlePath the path of the bundle, beside its chunks
 * @returns {Promise<Record<string, object>>} by command id
 */
export function readManifest(root, bundlePath) {
  return manifestOf(root, loadBundle(bundlePath, false).exports.commands);
}

/** Members of a command that only help and completion need: most of the manifest. */
const DETAILS = ['description', 'examples', 'flags', 'suggestions', 'usage'];

/**
 * Divides a manifest into the part that each start reads of every command and the part that help reads.
 * @see A-one-built-form
 */
export function divideManifest(manifest) {
  const pick = (isWanted) =>
    Object.fromEntries(
      Object.entries(manifest).map(([id, command]) => [
        id,
        Object.fromEntries(Object.entries(command).filter(([name]) => isWanted(DETAILS.includes(name)))),
      ]),
    );
  return { manifest: pick((isDetail) => !isDetail), details: pick((isDetail) => isDetail) };
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
