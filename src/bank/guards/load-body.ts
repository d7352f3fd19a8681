import { isUtf8 } from 'node:buffer';
import type * as z from 'zod/mini';
import { parseBody } from '../../wire/parse.ts';
import { type JsonFault, parseStrictJson } from '../../wire/strict-json.ts';
import { unusedMembers } from '../../wire/unused-members.ts';
import { type Refusal, refuse, refuseBody } from '../answer.ts';
import type { Exchange, RouteFacts } from '../exchange.ts';
import type { Guard } from '../routes/route.ts';
import { hasNul, refuseNul } from './check-nul.ts';
import { bodyLimitOf, bodyTooLarge } from './check-size.ts';
import { contentCoding } from './content-coding.ts';

/** @see D2-order, I-utf8, D2-invalid-utf8, D2-body-ignored */
export const loadBody: Guard = (exchange) => {
  const schema = exchange.route.body?.(exchange.params);
  if (!schema) return undefined;
  const sent = exchange.request.body;
  const bytes = contentCoding(exchange) === 'gzip' ? inflated(sent, exchange.route) : sent;
  if ('messages' in bytes) return bytes;
  // An act of the operator may say nothing.
  if (bytes.byteLength === 0 && exchange.route.door === 'operator') return parsed(exchange, schema, {});
  if (!isUtf8(bytes)) return refuse(400, 'FORMAT_ERROR', "the body isn't UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const json = parseStrictJson(text);
  if (!json.ok) return jsonRefusal(json.fault);
  const refusal = parsed(exchange, schema, json.value);
  if (refusal !== undefined || !text.includes(ESCAPED_NUL)) return refusal;
  return hasNul(exchange.body) ? refuseNul('the body') : undefined;
};

/** As JSON writes it; a body may have these characters and not mean it. */
const ESCAPED_NUL = '\\u0000';

function parsed(exchange: Exchange, schema: z.ZodMiniType<unknown>, json: unknown): Refusal | undefined {
  const body = parseBody(schema, json);
  if (!body.ok) return refuseBody(body.faults);
  exchange.body = body.value;
  if (exchange.route.isOfProduct) exchange.unusedMembers = unusedMembers(schema, json);
  return undefined;
}

/**
 * The body behind `Content-Encoding: gzip`, no more of it than the limit. Digest and signature stay over the bytes as
 * they were sent.
 * @see S12-gzip
 */
function inflated(sent: Uint8Array, route: RouteFacts): Uint8Array | Refusal {
  // Asked for here: loading it costs 2 ms of each start, and few bodies are compressed.
  const { gunzipSync } = process.getBuiltinModule('node:zlib');
  try {
    return gunzipSync(sent, { maxOutputLength: bodyLimitOf(route) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return bodyTooLarge(route);
    return refuse(400, 'BAD_REQUEST', "the body isn't gzip", 'Content-Encoding');
  }
}

/** @see S12-json-depth */
function jsonRefusal(fault: JsonFault): Refusal {
  switch (fault.kind) {
    case 'syntax':
      return refuse(400, 'BAD_REQUEST', `the body isn't JSON: it ${fault.where}`);
    case 'depth':
      return refuse(400, 'FORMAT_ERROR', 'the body is nested deeper than 32 levels');
    case 'repeated-key':
      return refuse(400, 'FORMAT_ERROR', `${fault.path} appears twice: send it once`, fault.path);
  }
}
