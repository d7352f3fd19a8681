// Builds the interface as an OpenAPI document from the operations, the bank's routes and the schemas of both sides:
// docs/openapi.yaml, which test/openapi.test.ts keeps up to date.
import { stringify } from 'yaml';
import * as z from 'zod/mini';
import type { QueryRule } from '../src/bank/request-context.ts';
import { ROUTES } from '../src/bank/routes/table.ts';
import { findProduct } from '../src/values/products.ts';
import * as information from '../src/wire/answers/information.ts';
import * as payments from '../src/wire/answers/payments.ts';
import * as sandbox from '../src/wire/answers/sandbox.ts';
import * as shape from '../src/wire/answers/shape.ts';
import { isOfSandbox, OPERATIONS, type Operation } from '../src/wire/operations.ts';
import { describeHeaderValues } from '../src/wire/request-headers.ts';
import bodies from './openapi-bodies.json' with { type: 'json' };

type Schema = z.ZodMiniType<unknown>;
type Json = Record<string, unknown>;

const ANSWERS: Readonly<Record<string, object>> = { payments, information, sandbox, shape };

/** The answers of operations that our client never calls. */
const OTHER_ANSWERS: Readonly<Record<string, Operation['answer']>> = {
  'create consent': { module: 'information', schema: 'consentAsked' },
  'read user by its other name': { module: 'information', schema: 'user' },
};

const errorBody = z.object({ tppMessages: z.nonoptional(shape.messages), _links: z.optional(shape.links) });

function toSchema(schema: Schema): Json {
  const json = z.toJSONSchema(schema, {
    ...{ target: 'openapi-3.0', io: 'input', unrepresentable: 'any' },
    override: ({ zodSchema, jsonSchema }) => describeSchema(zodSchema as unknown as Described, jsonSchema),
  });
  return json as Json;
}

type Described = Schema & { readonly _zod: { readonly def: Definition } };

interface Definition {
  readonly type: string;
  readonly out?: Described;
  readonly shape?: Readonly<Record<string, { readonly _zod: { readonly def: Definition } }>>;
  readonly innerType?: { readonly _zod: { readonly def: Definition } };
  readonly checks?: readonly { readonly _zod: { readonly def: { error?: (issue: object) => unknown } } }[];
}

/** Adds to a generated schema what JSON Schema can't derive from our checks. */
function describeSchema(schema: Described, json: Json): void {
  const { type, out, shape } = schema._zod.def;
  // The first part of an array counts its items, and the second has them.
  if (type === 'pipe' && out?._zod.def.type === 'array') Object.assign(json, toSchema(out));
  // An amount may be a number only to be refused with a correction.
  if (type === 'custom')
    Object.assign(json, { type: 'string', description: 'a decimal number, such as 100.50' });
  delete json.additionalProperties;
  for (const [name, member] of Object.entries(shape ?? {})) {
    // Members that a body must not have.
    if (member._zod.def.innerType?._zod.def.type === 'unknown') delete (json.properties as Json)[name];
  }
  if (type === 'string') describeText(schema, json);
}

/** Longer than any limited text. */
const LONG_TEXT = 'x'.repeat(2000);

/** Reads the rules of a text from what its checks say of a wrong one. */
function describeText(schema: Described, json: Json): void {
  const { checks = [] }: Definition = schema._zod.def;
  const texts = checks.map(({ _zod }) => String(_zod.def.error?.({ input: '' }) ?? ''));
  const description = texts.find((text) => text.startsWith('must be '))?.slice('must be '.length);
  const listFaults = (value: string) =>
    z.safeParse(schema, value).error?.issues.map((one) => one.message) ?? [];
  const codes = description && listCodes(description, (value) => listFaults(value).length === 0);
  const [, limit] = /at most (\d+) are allowed/.exec(listFaults(LONG_TEXT).join()) ?? [];
  if (codes) json.enum = codes;
  else if (description) json.description = description;
  if (listFaults('').includes('must not be empty')) json.minLength = 1;
  if (limit !== undefined) json.maxLength = Number(limit);
}

/** Lists the codes that a description names, if it names nothing else. */
function listCodes(description: string, holds: (value: string) => boolean): readonly string[] | undefined {
  const words = description.replace(/^one of /, '').split(/, | or | /);
  return words.every(holds) ? words : undefined;
}

function toCamelCase(text: string): string {
  return text.replaceAll(/[ -](\w)/g, (_, first: string) => first.toUpperCase());
}

/** Builds the document. */
export function buildOpenApi(version: string): string {
  const paths: Record<string, Json> = {};
  const answers: Record<string, Json> = { error: toSchema(errorBody) };
  const operations = OPERATIONS.filter(({ listener }) => listener === 'interface');
  for (const operation of operations) {
    for (const route of ROUTES.filter((one) => one.operation === operation.name)) {
      for (const path of listPaths(route.path, operation.name)) {
        const { answer = OTHER_ANSWERS[operation.name] } = operation;
        if (answer && answer.schema !== 'nothing')
          answers[answer.schema] ??= toSchema((ANSWERS[answer.module] as never)[answer.schema]);
        paths[path] ??= {};
        paths[path][operation.method.toLowerCase()] = buildOperation(operation, route, path, answer);
      }
    }
  }
  const document = {
    openapi: '3.0.3',
    info: { title: 'PSD2 interface of a Norwegian bank', version, description: ABOUT },
    servers: [{ url: '.', description: 'The bank that serves this document.' }],
    security: [{ signature: [] }],
    paths,
    components: {
      schemas: answers,
      parameters: buildHeaders(operations),
      securitySchemes: { signature: SIGNATURE },
    },
  };
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 });
}

const ABOUT =
  'Every request is signed; psd2 proxy does it for clients that cannot. Generated from the table of operations and the schemas by which psd2 checks requests and answers. Members that are not listed may occur.';

const SIGNATURE = {
  ...{ type: 'apiKey', in: 'header', name: 'Signature' },
  description:
    'Signed by draft-cavage-http-signatures-10 with RSA and SHA-256, over Date, Digest, X-Request-ID, PSU-ID, PSU-Corporate-ID and TPP-Redirect-URI. Date, TPP-Signature-Certificate, and Digest for a body, are sent too. See docs/client.md.',
};

/** A creation has a path for each product that its service offers, because each has its own body. */
function listPaths(path: string, name: string): readonly string[] {
  if (name !== 'create payment') return [path];
  const all = Object.keys(bodies).map((key) => key.replace('POST ', ''));
  return all.filter((key) => key.startsWith(path.replace('{product}', '')) && findProduct(getLast(key)));
}

/** Chooses the status of a success with a body; the check in CI shows where the bank has another. */
function chooseStatus({ name, mayBeEmpty }: Operation): number {
  if (mayBeEmpty) return 202;
  return /^(?:create|start) /.test(name) ? 201 : 200;
}

function getLast(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function buildOperation(
  operation: Operation,
  { body, query }: (typeof ROUTES)[number],
  path: string,
  answer: Operation['answer'],
): Json {
  const { name, method, takesBody, mayBeEmpty } = operation;
  const tag = path.split('/')[2] ?? '';
  const product = findProduct(getLast(path)) === undefined ? [] : [getLast(path)];
  const noContent = { 204: { description: 'Done.' } };
  const ok = answer &&
    answer.schema !== 'nothing' && {
      [chooseStatus(operation)]: buildContent('Done.', answer.schema),
    };
  const example = (bodies as Json)[`${method} ${path}`];
  const schema = body?.({ product: getLast(path) });
  return {
    operationId: toCamelCase(
      [name, ...(/\/(?:bulk|periodic)-/.test(path) ? [tag] : []), ...product].join(' '),
    ),
    summary: name,
    tags: [tag],
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => buildParameter('path', param, true)),
      ...listHeaders(operation).map((one) => ({ $ref: `#/components/parameters/${getComponentName(one)}` })),
      ...query.map((rule) => buildQueryParameter(rule)),
    ],
    ...(takesBody &&
      schema && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: toSchema(schema), example } },
        },
      }),
    responses: { ...ok, ...((mayBeEmpty || !ok) && noContent), default: buildContent('Refused.', 'error') },
  };
}

function buildContent(description: string, schema: string): Json {
  return {
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

type HeaderParameter = [name: string, isRequired: boolean];

/** Lists the headers of an operation, besides those of the signature, and whether each is required. */
function listHeaders(operation: Operation): HeaderParameter[] {
  if (!operation.hasSession || isOfSandbox(operation)) return [['X-Request-ID', true]];
  const { required, requiredOneOf = [] } = operation.headers;
  const all = ['X-Request-ID', ...required];
  const others = [
    'x-accept-fix',
    'PSU-IP-Address',
    'PSU-ID',
    'X-PSU-IDENTITY',
    'PSU-Context',
    'PSU-Corporate-ID',
  ];
  const optional = [...new Set([...requiredOneOf, ...others])].filter((name) => !all.includes(name));
  return [
    ...all.map((name): HeaderParameter => [name, true]),
    ...optional.map((name): HeaderParameter => [name, false]),
  ];
}

/** Returns the name of a header's parameter in the components: most operations have the same ones. */
function getComponentName([name, required]: HeaderParameter): string {
  return required ? name : `${name}-optional`;
}

/** Builds the parameters to which operations refer. */
function buildHeaders(operations: readonly Operation[]): Json {
  const headers = operations.flatMap(listHeaders);
  return Object.fromEntries(
    headers.map((header) => {
      const [name, required] = header;
      return [getComponentName(header), buildParameter('header', name, required, describeHeaderValues(name))];
    }),
  );
}

function buildQueryParameter({ name, isRequired = false, expected, holds }: QueryRule): Json {
  const codes = listCodes(expected, holds);
  const parameter = buildParameter('query', name, isRequired, expected);
  return codes ? { ...parameter, schema: { type: 'string', enum: codes } } : parameter;
}

function buildParameter(place: string, name: string, required: boolean, description?: string): Json {
  return { name, in: place, required, description, schema: { type: 'string' } };
}
