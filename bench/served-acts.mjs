// What a served bank of a bench does for the bench beside serving.

const PEER = { address: '127.0.0.1', operator: true };

/** An act of the operator. */
export async function operate(handle, { target, body }) {
  const headers = body === undefined ? [] : [['Content-Type', 'application/json']];
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  const { status } = await handle({ method: 'POST', target, headers, body: bytes }, PEER);
  return { status };
}

/** Microseconds of the processor so far, and bytes of memory; of the heap what is in use, where it can be collected. */
export function usage() {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { processor: user + system, rss, heapUsed };
}
