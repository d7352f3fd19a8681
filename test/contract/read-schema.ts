import { isObject, type Json, type JsonObject, valueAt } from './json.ts';

/**
 * How the standard's schemas are read. `letter`: as JSON Schema has it. `strict`: an object that names its members has
 * no others unless it says so, and a pattern is for the whole value; so nothing passes because nobody looked.
 */
export type Reading = 'letter' | 'strict';

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
 * A schema of an OpenAPI 3.0 file as JSON Schema with no reference left in it. What can't be honoured (a discriminator,
 * say) is an error: no word of the standard is passed over in silence.
 */
export function readSchema(document: Json, schema: Json, reading: Reading): JsonObject {
  return new SchemaReader(document, reading).read(schema, []);
}

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
