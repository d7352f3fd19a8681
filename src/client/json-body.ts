/** A JSON object as it is, before any schema has read it. */
export type JsonBody = { readonly [member: string]: unknown };

export function isObject(value: unknown): value is JsonBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member at a path of the interface's writing, `payments[3].creditorName`. */
export function memberAt(body: JsonBody, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], body);
}

/** A body with one member set; undefined sets nothing. */
export function withMember(body: JsonBody, path: string, value: unknown): JsonBody {
  if (value === undefined) return body;
  const [step = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [step]: value };
  const inner = body[step];
  const object = typeof inner === 'object' && inner !== null ? (inner as JsonBody) : {};
  return { ...body, [step]: withMember(object, rest.join('.'), value) };
}
