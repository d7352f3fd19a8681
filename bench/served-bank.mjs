// The bank, served by the built library. Forked with {key, certificate, path}; tells {port}; ends when it is told to.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const bundlePath = fileURLToPath(new URL('../dist/psd2.cjs', import.meta.url));
const { loadBundle } = createRequire(import.meta.url)('../bin/code-cache.js');

process.once('message', async ({ key, certificate, path }) => {
  const library = await loadBundle(bundlePath, true).exports.library();
  const server = await library.serveBank({ key, certificate, path, port: 0, onUnexpected: console.error });
  process.send({ port: server.port });
  process.once('message', async () => {
    await server.close();
    process.disconnect();
  });
});
