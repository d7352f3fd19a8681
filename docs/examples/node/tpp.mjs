/** A TPP's client in Node, of its own modules alone, for a command that `psd2 serve --operator -- …` runs. */
import { createHash, randomUUID, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { join } from 'node:path';

export const KARI = '15813963008';
export const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers';

const SIGNED = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

const { PSD2_HOME, PSD2_BASE_URL } = process.env;
const { profiles } = JSON.parse(readFileSync(join(PSD2_HOME, 'settings.json'), 'utf8'));
const { certFile, keyFile, operatorUrl, operatorTokenFile } = profiles.served;
const key = readFileSync(keyFile);
const certificate = new X509Certificate(readFileSync(certFile));
const issuer = certificate.issuer.split('\n').reverse().join(',');
const keyId = `SN=${certificate.serialNumber},CA=${issuer}`;
const sessionId = randomUUID();

/** Sends one signed request. It rejects when no answer comes. */
export function send(method, path, given = {}, json = undefined, requestId = randomUUID()) {
  const body = json === undefined ? '' : JSON.stringify(json);
  const headers = {
    Date: new Date().toUTCString(),
    Digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
    'X-Request-ID': requestId,
    'TPP-Redirect-URI': 'https://tpp.example/back',
    'TPP-Session-ID': sessionId,
    'PSU-IP-Address': '192.0.2.1',
    'Content-Type': 'application/json',
    'x-accept-fix': 'amount-as-string',
    'TPP-Signature-Certificate': certificate.raw.toString('base64'),
    ...given,
  };
  headers.Signature = signatureOf(headers);
  return exchange(overHttps, PSD2_BASE_URL + path, { method, headers, agent: false, timeout: 5000 }, body);
}

function signatureOf(headers) {
  const lines = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const signed = lines.filter(([name]) => SIGNED.includes(name));
  const string = signed.map(([name, value]) => `${name}: ${value}`).join('\n');
  const signature = sign('sha256', Buffer.from(string), key).toString('base64');
  const names = signed.map(([name]) => name).join(' ');
  return `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`;
}

/** The PSU approves a payment or an SCA: the sandbox's operator plays them. */
export function approve(id, act = {}) {
  const token = readFileSync(operatorTokenFile, 'utf8').trim();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const options = { method: 'POST', headers, agent: false };
  return exchange(
    overHttp,
    `${operatorUrl}/operator/sca/${id}/approve`,
    options,
    JSON.stringify({ as: KARI, ...act }),
  );
}

function exchange(request, url, options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      resolve({
        status: answer.statusCode,
        headers: answer.headers,
        json: text === '' ? undefined : JSON.parse(text),
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 5 s')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A payment of Kari's to another bank. */
export function paymentOf(invoice) {
  return {
    instructedAmount: { amount: '120.00', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: '99930700017', currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: '99901067291', currency: 'NOK' },
    remittanceInformationUnstructured: `Invoice ${invoice}`,
  };
}
