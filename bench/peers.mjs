// The packages of bench/peers, which nothing else needs: installed by their lock file when they are not there yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));
const requirePeer = createRequire(new URL('./peers/package.json', import.meta.url));

/** @returns {any} what the package exports */
export function loadPeer(name) {
  return requirePeer(findPeer(name));
}

/** @returns {string} where a package's file is */
export function findPeer(name) {
  if (!existsSync(`${folder}node_modules/${name}`)) install();
  return requirePeer.resolve(name);
}

function install() {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`the peers of the bench can't be installed: ${stderr}`);
}
