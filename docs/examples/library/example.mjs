import { createBank } from '@psd2-tool/cli/bank';
import { createTpp } from './tpp.mjs';

const bank = await createBank({ clock: '2026-11-18T10:00:00+01:00' });
const { fetch } = await bank.tpp();
const tpp = createTpp({ baseUrl: bank.url, fetch, psu: '15813963008' });

const payment = { from: '99901067291', to: '99901271948', amount: '100.50', message: 'Rent' };
const { paymentId, scaRedirect } = await tpp.pay(payment);

await bank.approve(scaRedirect);
console.log(await tpp.status(paymentId)); // ACTC

await bank.clock.advance('1d');
console.log(await tpp.status(paymentId)); // ACSC

await bank.close();
