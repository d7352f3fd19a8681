import type { JsonObject } from '../json-object.ts';
import type { Parsed, parseBody } from '../wire/parse.ts';
import type { BodyKind } from './payment-fields.ts';

export type BodyCheck = (body: JsonObject) => Parsed<unknown>;

/** What goes over the wire as a body. */
export type SentKind = Exclude<BodyKind, 'bulk-item'>;

type Schema = Parameters<typeof parseBody<unknown>>[0];

/** The bank's own schema of each kind. @see C-local-checks */
const SCHEMAS: Readonly<Record<SentKind, () => Promise<Schema>>> = {
  domestic: async () => (await import('../wire/domestic-payment.ts')).domesticPayment,
  'cross-border': async () => (await import('../wire/cross-border-payment.ts')).crossBorderPayment,
  instant: async () => (await import('../wire/instant-payment.ts')).instantPayment,
  periodic: async () => (await import('../wire/periodic-payment.ts')).periodicPayment,
  bulk: async () => (await import('../wire/bulk-payment.ts')).bulkPayment,
  fees: async () => (await import('../wire/instant-payment.ts')).feeRequest,
};

/** Only the schema that is needed is loaded, and nothing of schemas where a command line is refused before. */
export async function bodyCheck(kind: SentKind): Promise<BodyCheck> {
  const { parseBody } = await import('../wire/parse.ts');
  const schema = await SCHEMAS[kind]();
  return (body) => parseBody(schema, body);
}
