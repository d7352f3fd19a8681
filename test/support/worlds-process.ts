/**
 * Opens and closes worlds in a process of its own. `node worlds-process.cjs <folder> <count>`: makes the worlds of so many
 * TPPs one after another, then says the most descriptors below the folder that it held at once.
 */

import type { Header } from '../../src/message.ts';
import { openTenants } from '../../src/serve/worlds/open-tenants.ts';
import { openFilesBelow } from './open-files.ts';

const [folder = '', count = '0'] = process.argv.slice(2);

async function run(): Promise<void> {
  const worlds = openTenants({
    path: folder,
    isVolatile: true,
    uid: process.getuid?.(),
    clock: Date.now,
    onUnexpected: (fault) => {
      throw fault;
    },
  });
  await worlds.open();
  let most = 0;
  for (let place = 0; place < Number(count); place += 1) {
    const identity = `PSDNO-FSA-8${String(place).padStart(7, '0')}`;
    await worlds.found(identity);
    const headers: Header[] = [['PSD2-World', identity]];
    const request = { method: 'POST', target: '/operator/clock/reset', headers, body: new Uint8Array() };
    const { status } = await worlds.handle(request, { address: '127.0.0.1', operator: true });
    if (status !== 200) throw new Error(`the world of ${identity} answered ${status}`);
    most = Math.max(most, openFilesBelow(folder));
  }
  await worlds.close();
  process.stdout.write(`${most}\n`);
}

void run();
