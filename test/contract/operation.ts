import { below, isObject, type Json, type JsonObject, valueAt } from './json.ts';

/** An operation of an OpenAPI file. */
export interface Operation {
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
