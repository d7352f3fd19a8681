import { isUtf8 } from 'node:buffer';
import { parseBody } from '../../wire/parse.ts';
import { type JsonFault, parseStrictJson } from '../../wire/strict-json.ts';
import { type Refusal, refuse, refuseBody } from '../refusal.ts';
import type { Guard } from '../routes/route.ts';

/** @see decisions.md §2, order of checks: UTF-8, JSON, schema */
export const loadBody: Guard = (exchange) => {
  const schema = exchange.route.body?.(exchange);
  if (!schema) return undefined;
  const bytes = exchange.request.body;
  if (!isUtf8(bytes)) return refuse(400, 'FORMAT_ERROR', 'the body is not UTF-8');
  const json = parseStrictJson(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
  );
  if (!json.ok) return jsonRefusal(json.fault);
  const parsed = parseBody(schema, json.value);
  if (!parsed.ok) return refuseBody(parsed.faults);
  exchange.body = parsed.value;
  return undefined;
};

/** @see safety.md §12 JSON depth, repeated keys */
function jsonRefusal(fault: JsonFault): Refusal {
  switch (fault.kind) {
    case 'syntax':
      return refuse(400, 'BAD_REQUEST', 'the body is not JSON');
    case 'depth':
      return refuse(400, 'FORMAT_ERROR', 'the body is nested deeper than 32 levels');
    case 'repeated-key':
      return refuse(400, 'FORMAT_ERROR', `${fault.path} is given twice: give it once`, fault.path);
  }
}
