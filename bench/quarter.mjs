// What a bench leaves open ends before the TPP has too many open: the bank's clock goes on by the quarter of an hour
// that an authorisation has, and the next request does what is due then.
const QUARTER = 900;
const PEER = { address: '127.0.0.1', operator: true };

/** @param handle the door of a bank in this process */
export async function letOpenEnd(handle) {
  await ask(handle, 'POST', '/operator/clock/advance', { body: { seconds: QUARTER } });
  await ask(handle, 'POST', '/operator/payments/none/hold', { expected: 404 });
}

async function ask(handle, method, target, { body, expected = 200 }) {
  const headers = body === undefined ? [] : [['Content-Type', 'application/json']];
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  const answer = await handle({ method, target, headers, body: bytes }, PEER);
  if (answer.status !== expected) throw new Error(`${method} ${target}: ${answer.status}`);
}
