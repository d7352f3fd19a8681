// Sends requests that others have signed, so many at a time, each on a connection that is kept.
// Forked with {ca, connections}; for each {port, file, scheme?} it tells {perSecond}: the lines of the file are the requests.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const CREATED = 201;

const pools = new Map();

process.once('message', ({ ca, connections }) => {
  process.on('message', async ({ port, file, end, scheme = 'https' }) => {
    if (end) {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      process.disconnect();
      return;
    }
    const pool =
      pools.get(port) ?? new Pool(`${scheme}://127.0.0.1:${port}`, { connections, connect: { ca } });
    pools.set(port, pool);
    const requests = readFileSync(file, 'utf8').trimEnd().split('\n').map(asOptions);
    const started = performance.now();
    await sendAll(pool, requests, connections);
    process.send({ perSecond: (requests.length * 1000) / (performance.now() - started) });
  });
});

function asOptions(line) {
  const { method, target, headers, body } = JSON.parse(line);
  return { method, path: target, headers: headers.flat(), body: Buffer.from(body, 'base64') };
}

async function sendAll(pool, requests, inFlight) {
  let next = 0;
  const worker = async () => {
    while (next < requests.length) await send(pool, requests[next++]);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Resolves with the last byte of a 201; anything else is no measure. */
function send(pool, options) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let status = 0;
    pool.dispatch(options, {
      onRequestStart() {},
      onResponseStart(_, given) {
        status = given;
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        if (status === CREATED) resolve();
        else reject(new Error(`answered ${status}: ${Buffer.concat(chunks)}`));
      },
      onResponseError: (_, error) => reject(error),
    });
  });
}
