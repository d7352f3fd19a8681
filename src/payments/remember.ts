import type { Ledger } from '../client/ledger/ledger.ts';
import type { OpenWrite } from '../client/ledger/types.ts';
import { getHeader, type HttpRequest } from '../message.ts';
import { SERVICES } from '../values/products.ts';
import { createPaymentRecord } from './body.ts';

/** Stores the payment or basket that a request created, for later commands. @param resource the bank's response */
export async function rememberCreated(
  ledger: Ledger,
  { operation, request, at }: Pick<OpenWrite, 'operation' | 'at'> & { readonly request: HttpRequest },
  { paymentId, basketId, transactionStatus }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const psu = readPsu(request);
  if (operation === 'create payment' && typeof paymentId === 'string') {
    const [service, product] = request.target.replace(/\?.*/s, '').split('/').slice(-2);
    const known = SERVICES.find((one) => one === service);
    if (known !== undefined && product !== undefined) {
      const made = createPaymentRecord(request.body, transactionStatus, at);
      await ledger.rememberPayment({ paymentId, service: known, product, ...psu, made });
    }
  }
  if (operation === 'create basket' && typeof basketId === 'string') {
    const { paymentIds = [] } = JSON.parse(Buffer.from(request.body).toString('utf8'));
    const made = {
      at,
      transactionStatus: typeof transactionStatus === 'string' ? transactionStatus : undefined,
    };
    await ledger.rememberBasket({ basketId, paymentIds, made, ...psu });
  }
}

function readPsu({ headers }: HttpRequest) {
  return {
    psuId: getHeader(headers, 'PSU-ID'),
    customerNumber: getHeader(headers, 'X-PSU-IDENTITY'),
    tppSessionId: getHeader(headers, 'TPP-Session-ID'),
  };
}
