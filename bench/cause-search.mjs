// The search for the cause of a signature that doesn't match, where it finds none: the usual request, and those that take
// longest, beside hashing as many bytes as a search may.
import { hash, randomUUID, sign } from 'node:crypto';
import { createHome, findSeal, loadLibrary, readSeal } from './support/program.mjs';
import { createRow, median, reduce } from './support/tables.mjs';

const MIB = 1024 * 1024;
/** As `psd2 verify` searches. */
const SEARCH = { hashedBytes: 512 * MIB, milliseconds: 30_000, bytes: MIB };
const SEARCHES = reduce(3);
const PIECE = 512;

export async function bench() {
  const library = await loadLibrary();
  const { key, signer } = readSeal(library, findSeal(createHome()));
  const at = Date.now();
  const shapes = {
    'a payment': [],
    '20 signed headers more, of one character': createHeaders(20, 'v'),
    '20 signed headers more, of 100 characters': createHeaders(20, 'v'.repeat(100)),
    '20 signed headers more, of 1000 characters': createHeaders(20, 'v%20'.repeat(250)),
  };
  const floor = measureHashing();
  const rows = Object.entries(shapes).map(([name, more]) => {
    const { request } = library.sign(createRequest(), signer, { date: at });
    const searched = signUnrelated(request, key, more);
    let text = '';
    const search = () => {
      const { findings } = library.createVerifier()(searched, { at, recovery: SEARCH });
      text = findings.find(({ code }) => code === 'signature-invalid').message;
    };
    const seconds = median(Array.from({ length: SEARCHES }, () => measureSeconds(search)));
    const ended = /after hashing (.*) of candidates/.exec(text)?.[1];
    const label = `${name}: ${ended === undefined ? 'searched to the end' : `ended after ${ended}`}`;
    return createRow(label, seconds, floor, { atMost: 8 });
  });
  return {
    title: `Searching for a cause that there isn't (medians of ${SEARCHES})`,
    unit: 'seconds of the processor',
    floor: 'hashing 512 MiB in pieces of 512 bytes',
    rows,
  };
}

function createHeaders(count, value) {
  return Array.from({ length: count }, (_, place) => [`X-H${place}`, value]);
}

function measureHashing() {
  const piece = Buffer.alloc(PIECE, 'a');
  return measureSeconds(() => {
    for (let done = 0; done < SEARCH.hashedBytes / PIECE; done += 1) hash('sha256', piece, 'hex');
  });
}

/** Measures the processor's time: all of it is synchronous. */
function measureSeconds(work) {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** Creates the request with more headers, of which bytes were signed that have nothing to do with it. */
function signUnrelated(request, key, more) {
  const signature = sign('sha256', Buffer.from('unrelated'), key).toString('base64');
  const listed = more.map(([name]) => ` ${name.toLowerCase()}`).join('');
  const headers = request.headers.map(([name, value]) => {
    if (name.toLowerCase() !== 'signature') return [name, value];
    const changed = value.replace(/headers="([^"]*)"/, (_, names) => `headers="${names}${listed}"`);
    return [name, changed.replace(/signature="[^"]*"/, () => `signature="${signature}"`)];
  });
  return { ...request, headers: [...headers, ...more] };
}

function createRequest() {
  return {
    method: 'POST',
    target: '/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false',
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Request-ID', randomUUID()],
      ['PSU-ID', randomUUID()],
      ['PSU-IP-Address', '192.0.2.1'],
      ['TPP-Redirect-URI', 'http://127.0.0.1:8910/cb/bench'],
    ],
    body: Buffer.from('{"instructedAmount":{"amount":"100.00","currency":"NOK"}}'),
  };
}
