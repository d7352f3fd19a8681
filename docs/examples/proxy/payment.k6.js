// Creates payments and lists their authorisations, through psd2 proxy:
// psd2 proxy --port 0 --quiet -- k6 run --vus 2 --duration 10s payment.k6.js
import { check } from 'k6';
import http from 'k6/http';

const PAYMENTS = `${__ENV.PSD2_PROXY_URL}/v1/payments/norwegian-domestic-credit-transfers`;

const headers = {
  'Content-Type': 'application/json',
  'TPP-Session-ID': '0c7c0b51-8d0e-4c53-9d6c-6f0a3b1c7e21',
  'TPP-Redirect-URI': 'https://tpp.example/callback',
  'PSU-IP-Address': '192.0.2.1',
  'PSU-Context': 'PRIVATE',
  'x-accept-fix': 'amount-as-string',
};

// No two alike: the bank refuses a payment that looks like a duplicate.
function payment() {
  const text = `Sent by k6 ${__VU}-${__ITER}`;
  return JSON.stringify({
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    debtorAccount: { bban: '99901067291', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: '99901271948', currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    remittanceInformationUnstructured: text,
  });
}

export default function () {
  const made = http.post(PAYMENTS, payment(), { headers });
  check(made, { 'is created': ({ status }) => status === 201 });
  const listed = http.get(`${PAYMENTS}/${made.json('paymentId')}/authorisations`, { headers });
  check(listed, { 'waits for its PSU': ({ status }) => status === 200 });
}
