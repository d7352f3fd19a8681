// The bank, served by the built library. Forked with {key, certificate, path}; tells {port}. Told `end-authorisations`, it
// ends what is open, and tells {done}; told `usage`, it tells what it has used of processor and memory; told {target, body},
// it acts as the operator and tells {status}; told `end`, it ends.

import { measureUsage } from './processes.mjs';
import { endAuthorisations, loadLibrary, operate } from './program.mjs';

process.once('message', async ({ key, certificate, path }) => {
  const library = await loadLibrary();
  const server = await library.serveBank({ key, certificate, path, port: 0, onUnexpected: console.error });
  // The operator's requests need a handle of their own.
  const operated = library.openBank({ path, onUnexpected: console.error });
  process.send({ port: server.port });
  process.on('message', async (told) => {
    if (told === 'end') {
      await server.close();
      await operated.close();
      process.disconnect();
    } else if (told === 'usage') {
      process.send(measureUsage());
    } else if (told === 'end-authorisations') {
      await endAuthorisations(operated.handle);
      process.send({ done: true });
    } else {
      const { status } = await operate(operated.handle, told.target, told.body);
      process.send({ status });
    }
  });
});
process.once('disconnect', () => process.exit());
