// A small TPP, the program that the tests beside this file are about. It's handed the bank's URL and a fetch that signs.
import { randomUUID } from 'node:crypto';

const PAYMENTS = 'v1/payments/norwegian-domestic-credit-transfers';

export function createTpp({ baseUrl, fetch, psu }) {
  const session = {
    'TPP-Session-ID': randomUUID(),
    'TPP-Redirect-URI': 'https://tpp.example/callback',
    'X-PSU-IDENTITY': psu,
    'x-accept-fix': 'amount-as-string',
    Accept: 'application/json',
  };

  async function send(method, path, { headers, body } = {}) {
    const response = await fetch(`${baseUrl}/${path}`, {
      method,
      headers: { ...session, ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${answer.tppMessages[0].code}`);
    return answer;
  }

  return {
    /** Starts a payment; the PSU is to be sent to `scaRedirect`. */
    async pay({ from, to, amount, message }) {
      const { paymentId, _links } = await send('POST', PAYMENTS, {
        headers: { 'PSU-IP-Address': '192.0.2.1' },
        body: {
          instructedAmount: { amount, currency: 'NOK' },
          debtorAccount: { bban: from, currency: 'NOK' },
          creditorAccount: { bban: to, currency: 'NOK' },
          creditorName: 'Ola Eksempel',
          creditorAddress: { country: 'NO' },
          remittanceInformationUnstructured: message,
        },
      });
      return { paymentId, scaRedirect: _links.scaRedirect.href };
    },

    async status(paymentId) {
      return (await send('GET', `${PAYMENTS}/${paymentId}/status`)).transactionStatus;
    },
  };
}
