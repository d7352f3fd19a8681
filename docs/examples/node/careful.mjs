/** Pays three invoices at a bank that loses answers, lets one wait, and ends sessions. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { approve, KARI, PAYMENTS, paymentOf, send } from './tpp.mjs';

const FINAL = ['ACSC', 'RJCT', 'CANC'];
const psu = { 'X-PSU-IDENTITY': KARI };

/** One request, until there is an answer: the X-Request-ID stays, so that nothing is done twice. */
async function sure(method, path, body) {
  const requestId = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await send(method, path, psu, body, requestId);
      if (answer.status !== 429 || attempt === 10) return answer;
    } catch (noAnswer) {
      if (attempt === 10) throw noAnswer;
    }
    await wait(50 * attempt);
  }
}

/** Reads the status until nothing becomes of the payment any more. Until the PSU has approved, it can't be read. */
async function followed(paymentId) {
  for (let read = 0; read < 100; read += 1) {
    const { status, json } = await sure('GET', `${PAYMENTS}/${paymentId}/status`);
    if (status === 404) await approve(paymentId);
    else if (FINAL.includes(json.transactionStatus)) return json.transactionStatus;
    await wait(10);
  }
  throw new Error(`${paymentId} comes to no end`);
}

/** The accounts; after a 401 the PSU goes through the SCA first. */
async function accounts() {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { status, json } = await sure('GET', '/v1/accounts');
    if (status === 200) return json.accounts;
    const link = json._links.scaRedirect.href;
    await approve(link.split('/sca/')[1].split('/')[0], { accounts: 'all' });
  }
  throw new Error('no SCA opens the accounts');
}

for (const invoice of ['1001', '1002', '1003']) {
  const { json } = await sure('POST', PAYMENTS, paymentOf(invoice));
  await approve(json.paymentId);
  console.log(invoice, await followed(json.paymentId));
}
for (let read = 0; read < 4; read += 1) console.log('accounts', (await accounts()).length);
