import type { JsonObject } from '../json-object.ts';

/** The member at a path of the interface's writing, `payments[3].creditorName`. */
export function memberAt(body: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], body);
}

/** A body with one member set; undefined sets nothing. */
export function withMember(body: JsonObject, path: string, value: unknown): JsonObject {
  if (value === undefined) return body;
  const [step = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [step]: value };
  const inner = body[step];
  const object = typeof inner === 'object' && inner !== null ? (inner as JsonObject) : {};
  return { ...body, [step]: withMember(object, rest.join('.'), value) };
}
