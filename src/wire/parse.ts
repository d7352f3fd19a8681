import * as z from 'zod/mini';
import { isShallow, MAX_DEPTH } from '../core/json-object.ts';
import { type FieldFault, parseSafely, pathText } from './field.ts';

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** The maximum number of reported faults; the next attempt reports the rest. */
export const MOST_FAULTS = 100;

/**
 * Parses a body and reports several faults together, in the order of the field table (D2-together).
 * @see D2-together-missing
 */
export function parseBody<T>(schema: z.ZodMiniType<T>, body: unknown): ParseResult<T> {
  const result = parseSafely(schema, hasNull(body) ? withoutNulls(schema, body) : body);
  if (result.success) return { ok: true, value: result.data };
  const faults = result.error.issues
    .map((issue) => ({
      place: fieldPlace(schema, issue.path),
      path: pathText(issue.path),
      text: issue.message,
    }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .slice(0, MOST_FAULTS)
    .map(({ path, text }) => ({ path, text: path ? `${path} ${text}` : `the body ${text}` }));
  return { ok: false, faults };
}

/** A schema whose output is a T. */
export type Schema<T> = z.ZodMiniType<T>;

/**
 * Checks a response. Unlike `parseBody` it keeps unknown members, and the order of all.
 * @see C-answer-invalid, D2-null
 */
export function fitBody<T>(schema: Schema<T>, body: unknown): ParseResult<T> {
  if (!isShallow(body)) {
    return { ok: false, faults: [{ path: '', text: `the body is nested deeper than ${MAX_DEPTH} levels` }] };
  }
  const value = hasNull(body) ? withoutNulls(schema, body) : body;
  const parsed = parseBody(schema, value);
  return parsed.ok ? { ok: true, value: value as T } : parsed;
}

/** Checks for null: most bodies have none, and need no copy. */
function hasNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null;
  for (const member of Object.values(value)) if (hasNull(member)) return true;
  return false;
}

/**
 * Removes the nulls of optional members, which serialisers write for absent values. @see D2-null: in an optional member
 * null counts as absent
 */
function withoutNulls(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = innerSchema(schema);
  if (Array.isArray(value)) {
    if (!(known instanceof z.core.$ZodArray)) return value;
    return value.map((item) => withoutNulls(known._zod.def.element, item));
  }
  if (!(known instanceof z.core.$ZodObject)) return value;
  const members = new Map(Object.entries(known._zod.def.shape));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null || !(members.get(name) instanceof z.core.$ZodOptional))
      .map(([name, member]) => [name, withoutNulls(members.get(name), member)]),
  );
}

/** Returns the position of a path in the field table: the index of each member in its object's declaration. */
export function fieldPlace(schema: z.core.$ZodType, path: readonly PropertyKey[]): number[] {
  const place: number[] = [];
  let current: z.core.$ZodType | undefined = schema;
  for (const step of path) {
    current = innerSchema(current);
    if (typeof step === 'number') {
      place.push(step);
      current = current instanceof z.core.$ZodArray ? current._zod.def.element : undefined;
    } else {
      const shape: Record<string, z.core.$ZodType> =
        current instanceof z.core.$ZodObject ? current._zod.def.shape : {};
      place.push(Object.keys(shape).indexOf(String(step)));
      current = shape[String(step)];
    }
  }
  return place;
}

/** Returns the schema inside optional and pipe. */
export function innerSchema(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.core.$ZodOptional) return innerSchema(schema._zod.def.innerType);
  return schema instanceof z.core.$ZodPipe ? innerSchema(schema._zod.def.out) : schema;
}

export function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
