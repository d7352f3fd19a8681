// The floor of served creation: a bare node:https server that does only the least work possible: digest, RSA
// verify, zod, one durable row, committed per tick. It was written before the bank was measured against it.
// Forked with {key, certificate, path}; tells {port}, and its usage when asked for it; ends when it is told to.
import { createHash, verify, X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import { DatabaseSync } from '@photostructure/sqlite';
import * as z from 'zod/mini';
import { measureUsage } from './processes.mjs';

const account = z.object({ bban: z.string(), currency: z.string() });
const payment = z.object({
  instructedAmount: z.object({ amount: z.string(), currency: z.string() }),
  creditorName: z.string(),
  creditorAccount: account,
  creditorAddress: z.object({ country: z.string() }),
  debtorAccount: account,
  remittanceInformationUnstructured: z.string(),
});

function openStore(path) {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE payment (id INTEGER PRIMARY KEY, request_id TEXT, body TEXT) STRICT');
  const insert = database.prepare('INSERT INTO payment (request_id, body) VALUES (?, ?)');
  let waiting = [];
  const flush = () => {
    const works = waiting;
    waiting = [];
    database.exec('BEGIN IMMEDIATE');
    const ids = works.map(({ requestId, body }) => insert.run(requestId, body).lastInsertRowid);
    database.exec('COMMIT');
    works.forEach(({ done }, place) => {
      done(ids[place]);
    });
  };
  return {
    /** Calls back when the row is on disk. */
    keep(requestId, body, done) {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ requestId, body, done });
    },
    close: () => database.close(),
  };
}

const keys = new Map();

/** A certificate is read once for all requests that carry it. */
function readKey(certificate) {
  let key = keys.get(certificate);
  if (key === undefined) {
    key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
    keys.set(certificate, key);
  }
  return key;
}

/** Returns true if body and headers are the signed ones. */
function isGenuine(headers, body) {
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  if (headers.digest !== digest) return false;
  const parts = Object.fromEntries(
    headers.signature.split(/,(?=[a-z]+=")/i).map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim(), part.slice(at + 2, -1)];
    }),
  );
  const lines = parts.headers.split(' ').map((name) => `${name}: ${headers[name]}`);
  const signature = Buffer.from(parts.signature, 'base64');
  return verify(
    'sha256',
    Buffer.from(lines.join('\n')),
    readKey(headers['tpp-signature-certificate']),
    signature,
  );
}

function answerTo(store, { headers }, body, response) {
  const text = body.toString('utf8');
  if (!isGenuine(headers, body) || !z.safeParse(payment, JSON.parse(text)).success) {
    response.writeHead(400).end();
    return;
  }
  store.keep(headers['x-request-id'], text, (id) => {
    const created = Buffer.from(JSON.stringify({ transactionStatus: 'RCVD', paymentId: String(id) }));
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': created.length });
    response.end(created);
  });
}

process.once('message', ({ key, certificate, path }) => {
  const store = openStore(path);
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => answerTo(store, request, Buffer.concat(chunks), response));
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('message', (told) => {
    if (told === 'usage') {
      process.send(measureUsage());
      return;
    }
    server.closeAllConnections();
    server.close();
    store.close();
    process.disconnect();
  });
});
process.once('disconnect', () => process.exit());
