/** What JSON, and YAML that means JSON, can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The tokens of a JSON pointer. @see RFC 6901 section 4 */
export function tokensOf(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new Error(`no JSON pointer: ${pointer}`);
  const tokens = pointer.slice(1).split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer of a member below another. */
export function below(pointer: string, ...members: readonly string[]): string {
  const tokens = members.map((member) => member.replaceAll('~', '~0').replaceAll('/', '~1'));
  return [pointer, ...tokens].join('/');
}

/** The value a pointer leads to, or undefined. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  let at: Json | undefined = document;
  for (const token of tokensOf(pointer)) at = memberOf(at, token);
  return at;
}

function memberOf(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(token)];
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** An operation of an OpenAPI file. */
interface Operation {
  readonly operationId: string;
  /** Where it stands in the file. */
  readonly pointer: string;
}

const PATHS = '/paths';

/** The operation that answers a request, or undefined; the query is not looked at. */
export function findOperation(document: Json, method: string, target: string): Operation | undefined {
  const template = templateOf(document, target.split('?')[0] ?? '');
  if (template === undefined) return undefined;
  const pointer = below(PATHS, template, method.toLowerCase());
  const operation = valueAt(document, pointer);
  if (!isObject(operation)) return undefined;
  return { operationId: String(operation.operationId), pointer };
}

/** Where two templates fit, the more concrete one holds. @see OpenAPI Specification 3.0.1, Path Templating Matching */
function templateOf(document: Json, path: string): string | undefined {
  const paths = valueAt(document, PATHS);
  const fitting = Object.keys(isObject(paths) ? paths : {}).filter((template) => fits(template, path));
  const parameters = (template: string) => template.split('{').length;
  return fitting.sort((a, b) => parameters(a) - parameters(b))[0];
}

function fits(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length && wanted.every((step, i) => /^\{.*\}$/.test(step) || step === given[i])
  );
}

/** What a pointer leads to, references followed. */
export function resolved(document: Json, pointer: string): JsonObject | undefined {
  const value = valueAt(document, pointer);
  if (!isObject(value)) return undefined;
  return typeof value.$ref === 'string' ? resolved(document, value.$ref.slice(1)) : value;
}
