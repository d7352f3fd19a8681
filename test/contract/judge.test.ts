import { describe, expect, it } from 'vitest';
import { lacks, withPatches } from './deviation.ts';
import type { Json, JsonObject } from './json.ts';
import { type Exchanged, Judge } from './judge.ts';
import { findOperation } from './operation.ts';
import { patched } from './patch.ts';
import { readSchema } from './read-schema.ts';

const ID = { name: 'X-Request-ID', value: '9a1e1d3c-7a0c-4a7e-8f0e-6f1f2d3c4b5a' };

/** A file of one operation with one answer, of the schema given. */
function fileOf(schema: Json, more: JsonObject = {}): JsonObject {
  return {
    openapi: '3.0.1',
    paths: {
      '/things/{id}': {
        get: {
          operationId: 'read',
          responses: {
            200: {
              headers: { 'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' } },
              content: { 'application/json': { schema } },
            },
          },
        },
      },
      '/things/new': { get: { operationId: 'make', responses: { 204: {} } } },
    },
    components: {
      headers: {
        'X-Request-ID': { required: true, schema: { type: 'string', format: 'uuid' } },
        Location: { required: false, schema: { type: 'string', format: 'url' } },
      },
      ...more,
    },
  };
}

function answer(body: unknown, more: Partial<Exchanged> = {}): Exchanged {
  return {
    method: 'GET',
    target: '/things/1',
    status: 200,
    headers: [
      ['Content-Type', 'application/json; charset=utf-8'],
      [ID.name, ID.value],
    ],
    body: JSON.stringify(body),
    ...more,
  };
}

function faults(schema: Json, body: unknown, more: JsonObject = {}): string[] {
  return new Judge().faultsOf(fileOf(schema, more), answer(body));
}

describe('schemas of an OpenAPI 3.0 file [A-contract-reading]', () => {
  it.each<readonly [what: string, schema: Json, fits: unknown, fails: unknown]>([
    ['a type', { type: 'string' }, 'a', 1],
    ['nullable, beside a type', { type: 'string', nullable: true }, null, 1],
    ['nullable: false', { type: 'string', nullable: false }, 'a', null],
    ['nullable without a type, which says nothing', { enum: ['a'], nullable: true }, 'a', null],
    ['an enum that does not name null', { type: 'string', nullable: true, enum: ['a'] }, 'a', null],
    ['an example, which binds nobody', { type: 'string', example: 'x' }, 'y', 1],
    ['words beside a $ref, which are ignored', { $ref: '#/components/schemas/a', maxLength: 1 }, 'aaa', 1],
    ['a pattern, for the whole value', { type: 'string', pattern: '[A-Z]{3}' }, 'NOK', 'NOKK'],
    ['a pattern with a choice, for the whole value', { type: 'string', pattern: 'a|b' }, 'b', 'ax'],
    ['a format', { type: 'string', format: 'date' }, '2026-02-28', '2026-02-30'],
    ['members, and no others', { type: 'object', properties: { a: {} } }, { a: 1 }, { b: 1 }],
    ['an object that names no members', { type: 'object' }, { a: 1 }, []],
    [
      'additionalProperties of a schema',
      { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } },
      { a: 1, b: 'x' },
      { b: 1 },
    ],
    ['oneOf, which fits one alone', { oneOf: [{ type: 'string' }, { enum: ['a', 1] }] }, 1, 'a'],
    ['items', { type: 'array', items: { type: 'string' } }, ['a'], [1]],
  ])('are read with %s', (_, schema, fits, fails) => {
    const components = { schemas: { a: { type: 'string' } } };
    expect(faults(schema, fits, components)).toEqual([]);
    expect(faults(schema, fails, components)).not.toEqual([]);
  });

  it('are read by the letter too: an open object fits two of a oneOf', () => {
    const a = { type: 'object', properties: { a: {} } };
    const both = { type: 'object', required: ['b'], properties: { a: {}, b: {} } };
    expect(faults({ oneOf: [a, both] }, { a: 1, b: 1 })).toEqual([expect.stringMatching(/oneOf.*letter$/)]);
    expect(faults({ anyOf: [a, both] }, { a: 1, b: 1 })).toEqual([]);
  });

  it.each<readonly [what: string, schema: Json]>([
    ['a discriminator', { oneOf: [{}], discriminator: { propertyName: 'a' } }],
    ['a word of another edition', { type: 'string', const: 'a' }],
    ['a reference that leads nowhere', { $ref: '#/components/schemas/none' }],
    ['a reference out of the file', { $ref: 'other.yaml#/a' }],
    ['a reference to itself', { $ref: '#/components/schemas/self' }],
    ['members beside a composition', { properties: { a: {} }, allOf: [{}] }],
  ])('are refused, not passed over, with %s', (_, schema) => {
    const file = fileOf(schema, { schemas: { self: { items: { $ref: '#/components/schemas/self' } } } });
    expect(() => readSchema(file, schema, 'strict')).toThrow();
  });

  it('are refused with a format that nobody checks', () => {
    expect(() => faults({ type: 'string', format: 'nonsense' }, 'a')).toThrow('nonsense');
  });
});

describe('answers held to an OpenAPI file [A-contract-reading]', () => {
  const file = fileOf({ type: 'object' });
  const judge = new Judge();
  const said = (given: Exchanged) => judge.faultsOf(file, given);
  const headers = answer({}).headers;

  it('belong to the operation of method and path, the more concrete of two', () => {
    expect(findOperation(file, 'GET', '/things/1?a=b')?.operationId).toBe('read');
    expect(findOperation(file, 'GET', '/things/new')?.operationId).toBe('make');
    expect(findOperation(file, 'PUT', '/things/1')).toBeUndefined();
    expect(findOperation(file, 'GET', '/things/1/2')).toBeUndefined();
  });

  it('fit', () => {
    expect(said(answer({}))).toEqual([]);
    expect(said({ ...answer({}), target: '/things/new', status: 204, headers: [], body: '' })).toEqual([]);
  });

  it.each<readonly [what: string, given: Exchanged, fault: string]>([
    ['of no operation', answer({}, { target: '/none' }), 'no such operation'],
    ['with a status that is not named', answer({}, { status: 201 }), 'read has no answer 201'],
    [
      'of another type',
      answer({}, { headers: [['Content-Type', 'text/html'], ...headers.slice(1)] }),
      'text/html',
    ],
    ['without a body', answer({}, { headers: headers.slice(1), body: '' }), 'a body of the type undefined'],
    ['with a body where none is named', answer({}, { target: '/things/new', status: 204 }), 'none is named'],
    ['without a required header', answer({}, { headers: headers.slice(0, 1) }), 'X-Request-ID: is not there'],
    [
      'with a header that is wrong',
      answer({}, { headers: [...headers.slice(0, 1), [ID.name, 'x']] }),
      'uuid',
    ],
    [
      'with a header of the file that is not named there',
      answer({}, { headers: [...headers, ['Location', 'https://a.example/']] }),
      'Location: is not named here',
    ],
  ])('are refused %s', (_, given, fault) => {
    expect(said(given).join('\n')).toContain(fault);
  });
});

describe('changes of an OpenAPI file [A-contract-reading]', () => {
  const document = { a: { 'x/y': ['1'] }, b: 2 };

  it('are made in a copy', () => {
    expect(patched(document, { op: 'add', path: '/a/x~1y/-', value: '2' })).toEqual({
      a: { 'x/y': ['1', '2'] },
      b: 2,
    });
    expect(patched(document, { op: 'replace', path: '/b', value: 3 })).toEqual({ ...document, b: 3 });
    expect(patched(document, { op: 'remove', path: '/a' })).toEqual({ b: 2 });
    expect(document).toEqual({ a: { 'x/y': ['1'] }, b: 2 });
  });

  it('are refused when they change nothing, or nothing is there', () => {
    expect(() => patched(document, { op: 'add', path: '/b', value: 3 })).toThrow('there already');
    expect(() => patched(document, { op: 'add', path: '/a/x~1y/-', value: '1' })).toThrow('already');
    expect(() => patched(document, { op: 'replace', path: '/c', value: 3 })).toThrow('not there');
    expect(() => patched(document, { op: 'remove', path: '/c' })).toThrow('not there');
    expect(() => patched(document, { op: 'add', path: '/c/d', value: 3 })).toThrow('nothing is there');
    expect(() => patched(document, { op: 'replace', path: '', value: 3 })).toThrow();
  });

  it('are left out one by one, and each value of an enum', () => {
    const deviations = [
      { what: 'one', reason: '', patches: [{ op: 'replace' as const, path: '/a/enum', value: ['x', 'y'] }] },
      { what: 'two', reason: '', patches: [{ op: 'remove' as const, path: '/b' }] },
    ];
    const given = { a: { enum: ['z'] }, b: 1 };
    expect(lacks(deviations).map(({ patches }) => withPatches(given, patches))).toEqual([
      { a: { enum: ['z'] } },
      { a: { enum: ['y'] } },
      { a: { enum: ['x'] } },
      { a: { enum: ['x', 'y'] }, b: 1 },
    ]);
  });
});
