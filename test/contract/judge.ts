import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { getHeader, type Header } from '../../src/message.ts';
import { below, findOperation, isObject, type Json, type JsonObject, resolved, valueAt } from './json.ts';

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
    const validate = known.get(schema) ?? this.#compile(new SchemaReader(document, reading).read(schema, []));
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

/**
 * How the standard's schemas are read. `letter`: as JSON Schema has it. `strict`: an object that names its members has
 * no others unless it says so, and a pattern is for the whole value; so nothing passes because nobody looked.
 */
type Reading = 'letter' | 'strict';

/** Words for people. @see OpenAPI Specification 3.0.1, Schema Object */
const ANNOTATIONS = 'title description example examples default deprecated externalDocs xml readOnly'.split(
  ' ',
);

/** Words that mean the same in JSON Schema, and hold no schemas. */
const AS_THEY_ARE = [
  ...['type', 'enum', 'required', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['uniqueItems', 'minProperties', 'maxProperties', 'minimum', 'maximum', 'multipleOf'],
];

const COMPOSITIONS = ['oneOf', 'anyOf', 'allOf'];

/**
 * Reads a schema of an OpenAPI 3.0 file as JSON Schema with no reference left in it. What can't be honoured (a
 * discriminator, say) is an error: no word of the standard is passed over in silence.
 */
class SchemaReader {
  readonly #document: Json;
  readonly #reading: Reading;

  constructor(document: Json, reading: Reading) {
    this.#document = document;
    this.#reading = reading;
  }

  /** @param trail the references that led here: one that comes again has no end */
  read(schema: Json | undefined, trail: readonly string[]): JsonObject {
    if (!isObject(schema)) throw new Error(`no schema at ${trail.at(-1) ?? 'the start'}`);
    const { $ref } = schema;
    // What stands beside a $ref is ignored in OpenAPI 3.0.
    if (typeof $ref === 'string') return this.#follow($ref, trail);
    const words = Object.entries(schema).filter(
      ([word]) => !ANNOTATIONS.includes(word) && word !== 'nullable',
    );
    const read = Object.fromEntries(words.map(([word, value]) => [word, this.#word(word, value, trail)]));
    return this.#closed(nullable(read, schema.nullable));
  }

  #follow(reference: string, trail: readonly string[]): JsonObject {
    if (!reference.startsWith('#/')) throw new Error(`a reference out of the file: ${reference}`);
    if (trail.includes(reference)) throw new Error(`a reference without end: ${reference}`);
    return this.read(valueAt(this.#document, reference.slice(1)), [...trail, reference]);
  }

  #word(word: string, value: Json, trail: readonly string[]): Json {
    if (AS_THEY_ARE.includes(word)) return value;
    if (word === 'pattern') return this.#reading === 'strict' ? `^(?:${value})$` : value;
    if (word === 'items' || word === 'not') return this.read(value, trail);
    if (word === 'additionalProperties') return typeof value === 'boolean' ? value : this.read(value, trail);
    if (word === 'properties' && isObject(value)) {
      const members = Object.entries(value);
      return Object.fromEntries(members.map(([name, member]) => [name, this.read(member, trail)]));
    }
    if (COMPOSITIONS.includes(word) && Array.isArray(value)) return value.map((one) => this.read(one, trail));
    throw new Error(`the word ${word} is not understood`);
  }

  #closed(schema: JsonObject): JsonObject {
    if (this.#reading === 'letter' || schema.properties === undefined) return schema;
    if (COMPOSITIONS.some((word) => word in schema)) {
      throw new Error('members beside a composition can’t be closed');
    }
    return { additionalProperties: false, ...schema };
  }
}

/** Without a type nullable says nothing; an enum has to name null itself. @see OpenAPI Specification 3.0.3 */
function nullable(schema: JsonObject, isNullable: Json | undefined): JsonObject {
  return isNullable === true && typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : schema;
}
