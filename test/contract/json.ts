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
