import type { JsonObject } from '../json-object.ts';
import { type Parsed, parseBody } from '../wire/parse.ts';
import type { BodyKind } from './payment-fields.ts';

export type BodyCheck = (body: JsonObject) => Parsed<unknown>;

/** What goes over the wire as a body. */
export type SentKind = Exclude<BodyKind, 'bulk-item'>;

/** The bank's own schema of each kind; only the one that is needed is loaded. @see cli.md Behaviour, checked locally */
const CHECKS: Readonly<Record<SentKind, () => Promise<BodyCheck>>> = {
  domestic: async () => {
    const { domesticPayment } = await import('../wire/domestic-payment.ts');
    return (body) => parseBody(domesticPayment, body);
  },
  'cross-border': async () => {
    const { crossBorderPayment } = await import('../wire/cross-border-payment.ts');
    return (body) => parseBody(crossBorderPayment, body);
  },
  instant: async () => {
    const { instantPayment } = await import('../wire/instant-payment.ts');
    return (body) => parseBody(instantPayment, body);
  },
  periodic: async () => {
    const { periodicPayment } = await import('../wire/periodic-payment.ts');
    return (body) => parseBody(periodicPayment, body);
  },
  bulk: async () => {
    const { bulkPayment } = await import('../wire/bulk-payment.ts');
    return (body) => parseBody(bulkPayment, body);
  },
  fees: async () => {
    const { feeRequest } = await import('../wire/instant-payment.ts');
    return (body) => parseBody(feeRequest, body);
  },
};

export function bodyCheck(kind: SentKind): Promise<BodyCheck> {
  return CHECKS[kind]();
}
