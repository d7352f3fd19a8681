// The bank, served by the built library. Forked with {key, certificate, path}; tells {port}. Told `quarter`, it lets end
// what is open, and tells when that is done; told `usage`, it tells what it has used of processor and memory; told
// {target, body}, it acts as the operator and tells {status}; told `end`, it ends.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { letOpenEnd } from './quarter.mjs';
import { operate, usage } from './served-acts.mjs';

const bundlePath = fileURLToPath(new URL('../dist/psd2.cjs', import.meta.url));
const { loadBundle } = createRequire(import.meta.url)('../bin/code-cache.js');

process.once('message', async ({ key, certificate, path }) => {
  const library = await loadBundle(bundlePath, true).exports.library();
  const server = await library.serveBank({ key, certificate, path, port: 0, onUnexpected: console.error });
  // The operator has a door of its own.
  const operated = library.openBank({ path, onUnexpected: console.error });
  process.send({ port: server.port });
  process.on('message', async (told) => {
    if (told === 'quarter') {
      await letOpenEnd(operated.handle);
      process.send({ done: true });
      return;
    }
    if (told === 'usage' || told.target !== undefined) {
      process.send(told === 'usage' ? usage() : await operate(operated.handle, told));
      return;
    }
    await server.close();
    await operated.close();
    process.disconnect();
  });
});
