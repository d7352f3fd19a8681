/** Creates a payment and lists its authorisations, with Node alone: node first-request.mjs seal.pem seal.key.pem payment.json */
import { createHash, randomUUID, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [seal, key, body] = process.argv.slice(2).map((file) => readFileSync(file));
const certificate = new X509Certificate(seal);
// RFC 2253 begins with the last part of the name.
const keyId = `SN=${certificate.serialNumber},CA=${certificate.issuer.split('\n').reverse().join(',')}`;
const sessionId = randomUUID();
const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers';

async function send(method, path, bytes) {
  // These are signed, the others aren't.
  const signed = {
    Date: new Date().toUTCString(),
    ...(bytes && { Digest: `SHA-256=${createHash('sha256').update(bytes).digest('base64')}` }),
    'X-Request-ID': randomUUID(),
    'TPP-Redirect-URI': 'https://tpp.example/back',
  };
  const lines = Object.entries(signed).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  const signature = sign('sha256', Buffer.from(lines.join('\n')), key).toString('base64');
  const names = Object.keys(signed).join(' ').toLowerCase();
  const answer = await fetch(process.env.PSD2_BASE_URL + path, {
    method,
    body: bytes,
    headers: {
      ...signed,
      'TPP-Session-ID': sessionId,
      'x-accept-fix': 'amount-as-string',
      'PSU-IP-Address': '192.0.2.1',
      'PSU-Context': 'PRIVATE',
      'Content-Type': 'application/json',
      'TPP-Signature-Certificate': certificate.raw.toString('base64'),
      Signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`,
    },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return { status: answer.status, text };
}

const created = await send('POST', PAYMENTS, body);
const { paymentId } = JSON.parse(created.text);
console.log(created.status, paymentId);
const read = await send('GET', `${PAYMENTS}/${paymentId}/authorisations`);
console.log(read.status, read.text);
