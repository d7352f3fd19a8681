import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { getHeader, type Header } from '../../src/message.ts';
import { below, isObject, type Json, type JsonObject, valueAt } from './json.ts';
import { findOperation, resolved } from './operation.ts';
import { type Reading, readSchema } from './read-schema.ts';

/** An answer with the request that it answers. */
export interface Exchanged {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

/** The strict one first: what it refuses need not be compiled by the letter. */
const READINGS: readonly Reading[] = ['strict', 'letter'];
const HEADERS = '/components/headers';

/** Holds answers to an OpenAPI file. What was compiled once is used again, whatever version of the file it is of. */
export class Judge {
  readonly #ajv = addFormats.default(
    new Ajv({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      allowUnionTypes: true,
      // OpenAPI's patterns are ECMA-262's without its flag u: one of them escapes what needs none.
      unicodeRegExp: false,
      code: { optimize: false },
    }),
  );
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #known: Readonly<Record<Reading, WeakMap<JsonObject, Map<Json, ValidateFunction>>>> = {
    strict: new WeakMap(),
    letter: new WeakMap(),
  };

  /** What of an answer the file does not allow, in words; empty when all is well. */
  faultsOf(document: JsonObject, answer: Exchanged): string[] {
    return [...this.#faults(document, answer)];
  }

  /** Whether there is any; looks no further than the first. */
  refuses(document: JsonObject, answer: Exchanged): boolean {
    return this.#faults(document, answer).next().done === false;
  }

  *#faults(document: JsonObject, answer: Exchanged): Generator<string> {
    const operation = findOperation(document, answer.method, answer.target);
    const response =
      operation && resolved(document, below(operation.pointer, 'responses', String(answer.status)));
    if (response) {
      yield* this.#bodyFaults(document, response, answer);
      yield* this.#headerFaults(document, response, answer);
    } else {
      yield operation ? `${operation.operationId} has no answer ${answer.status}` : 'no such operation';
    }
  }

  *#bodyFaults(
    document: JsonObject,
    { content }: JsonObject,
    { headers, body }: Exchanged,
  ): Generator<string> {
    const type = getHeader(headers, 'Content-Type')?.split(';')[0];
    if (!isObject(content)) {
      if (body !== '' || type !== undefined) yield 'a body where none is named';
      return;
    }
    const media = type === undefined ? undefined : content[type];
    if (!isObject(media) || media.schema === undefined) yield `a body of the type ${type}`;
    else yield* this.#schemaFaults(document, media.schema, JSON.parse(body), 'body');
  }

  *#headerFaults(document: JsonObject, response: JsonObject, { headers }: Exchanged): Generator<string> {
    const named = isObject(response.headers) ? response.headers : {};
    const standard = valueAt(document, HEADERS);
    const sent = Object.keys(isObject(standard) ? standard : {}).filter((name) => getHeader(headers, name));
    yield* sent.filter((name) => !(name in named)).map((name) => `header ${name}: is not named here`);
    for (const [name, given] of Object.entries(named)) {
      const value = getHeader(headers, name);
      const header = headerOf(document, given);
      if (value !== undefined) {
        yield* this.#schemaFaults(document, header.schema ?? {}, value, `header ${name}`);
      } else if (header.required === true) yield `header ${name}: is not there`;
    }
  }

  *#schemaFaults(document: JsonObject, schema: Json, value: unknown, what: string): Generator<string> {
    for (const reading of READINGS) {
      const validate = this.#validator(document, schema, reading);
      if (!validate(value)) yield* (validate.errors ?? []).map((error) => inWords(error, what, reading));
    }
  }

  #validator(document: JsonObject, schema: Json, reading: Reading): ValidateFunction {
    const known = this.#known[reading].get(document) ?? new Map<Json, ValidateFunction>();
    this.#known[reading].set(document, known);
    const validate = known.get(schema) ?? this.#compile(readSchema(document, schema, reading));
    known.set(schema, validate);
    return validate;
  }

  #compile(schema: JsonObject): ValidateFunction {
    const key = JSON.stringify(schema);
    const validate = this.#compiled.get(key) ?? this.#ajv.compile(schema);
    this.#compiled.set(key, validate);
    return validate;
  }
}

function inWords({ instancePath, message, params }: ErrorObject, what: string, reading: Reading): string {
  return [what, `${instancePath || '/'} ${message}`, JSON.stringify(params), reading].join(': ');
}

function headerOf(document: JsonObject, header: Json): JsonObject {
  if (!isObject(header)) throw new Error('a header that is no object');
  if (typeof header.$ref !== 'string') return header;
  const found = resolved(document, header.$ref.slice(1));
  if (!found) throw new Error(`no header at ${header.$ref}`);
  return found;
}
