/** Pays three invoices, and makes three mistakes that no test against a friendly bank finds. */
import { approve, KARI, PAYMENTS, paymentOf, send } from './tpp.mjs';

const psu = { 'X-PSU-IDENTITY': KARI };

for (const invoice of ['1001', '1002', '1003']) {
  let paymentId;
  for (let tries = 0; tries < 9 && paymentId === undefined; tries += 1) {
    try {
      // No answer: again, as a new request. The bank may have done the first one.
      const path = `${PAYMENTS}?allowLogicalDuplicate=true`;
      paymentId = (await send('POST', path, psu, paymentOf(invoice))).json.paymentId;
    } catch {}
  }
  await approve(paymentId);
  // The status is read, but not up to its end.
  for (let read = 0; read < 3; read += 1)
    await send('GET', `${PAYMENTS}/${paymentId}/status`, psu).catch(() => {});
}
// The session is taken to last for ever.
for (let read = 0; read < 6; read += 1) {
  const answer = await send('GET', '/v1/accounts', psu).catch(() => undefined);
  if (read === 0) await approveLink(answer);
}

function approveLink(answer) {
  const link = answer?.json._links?.scaRedirect?.href;
  return link && approve(link.split('/sca/')[1].split('/')[0], { accounts: 'all' });
}
