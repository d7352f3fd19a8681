// Sends requests that others have signed, so many at a time, each on a connection that is kept.
// Forked with {ca, connections}; for each {port, file, scheme?, expected?} it tells {perSecond, median, p99}, the last two
// in milliseconds: the lines of the file are the requests. Any other status than the expected one is no measure. Told `end`,
// it ends.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const CREATED = 201;

const pools = new Map();

process.once('message', ({ ca, connections }) => {
  process.on('message', async (told) => {
    if (told === 'end') {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      process.disconnect();
      return;
    }
    const { port, file, scheme = 'https', expected = CREATED } = told;
    const pool =
      pools.get(port) ?? new Pool(`${scheme}://127.0.0.1:${port}`, { connections, connect: { ca } });
    pools.set(port, pool);
    const requests = readFileSync(file, 'utf8').trimEnd().split('\n').map(readOptions);
    const started = performance.now();
    const times = await sendAll(pool, requests, { inFlight: connections, expected });
    const perSecond = (requests.length * 1000) / (performance.now() - started);
    process.send({
      perSecond,
      median: times[times.length >> 1],
      p99: times[Math.floor(times.length * 0.99)],
    });
  });
});
process.once('disconnect', () => process.exit());

function readOptions(line) {
  const { method, target, headers, body } = JSON.parse(line);
  return { method, path: target, headers: headers.flat(), body: Buffer.from(body, 'base64') };
}

/** @returns {Promise<Float64Array>} how long each took, the shortest first */
async function sendAll(pool, requests, { inFlight, expected }) {
  const times = new Float64Array(requests.length);
  let next = 0;
  const worker = async () => {
    while (next < requests.length) {
      const place = next++;
      const started = performance.now();
      await send(pool, requests[place], expected);
      times[place] = performance.now() - started;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return times.sort();
}

/** Resolves with the last byte of the expected answer. */
function send(pool, options, expected) {
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
        if (status === expected) resolve();
        else reject(new Error(`answered ${status}: ${Buffer.concat(chunks)}`));
      },
      onResponseError: (_, error) => reject(error),
    });
  });
}
