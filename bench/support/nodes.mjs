// Other versions of Node: the packages of .ci/node, on which the suite runs too, installed when a bench first asks for them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.ci/node/', import.meta.url));

/** Finds this Node and the others. @returns {{ nodes: { name: string, execPath: string }[], notes: string[] }} */
export function findNodes() {
  const nodes = [{ name: `Node ${process.versions.node}`, execPath: process.execPath }];
  const notes = [];
  for (const major of [20, 22, 24]) {
    if (process.versions.node.startsWith(`${major}.`)) continue;
    const execPath = `${folder}node_modules/node${major}/bin/node`;
    if (!existsSync(execPath)) installNodes();
    const { status, stdout } = spawnSync(execPath, ['--version'], { encoding: 'utf8' });
    if (status === 0) nodes.push({ name: `Node ${stdout.trim().slice(1)}`, execPath });
    else notes.push(`Not measured: Node ${major}, which .ci/node/package.json doesn't give.`);
  }
  return { nodes: nodes.sort((a, b) => a.name.localeCompare(b.name)), notes };
}

let isInstalled = false;

function installNodes() {
  if (isInstalled) return;
  isInstalled = true;
  console.error('Installing the packages of .ci/node.');
  spawnSync('npm', ['ci', '--silent'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
