import * as z from 'zod/mini';
import { type FieldFault, pathText } from './field.ts';

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** Whoever has more than these wrong learns the rest at the next try. */
export const MOST_FAULTS = 100;

/** Parses a body; several faults are reported together, in the order of the field table (decisions.md §2). */
export function parseBody<T>(schema: z.ZodMiniType<T>, body: unknown): Parsed<T> {
  const result = z.safeParse(schema, body);
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

/** Where a path stands in the field table: the index of each member in its object's declaration. */
export function fieldPlace(schema: z.core.$ZodType, path: readonly PropertyKey[]): number[] {
  const place: number[] = [];
  let current: z.core.$ZodType | undefined = schema;
  for (const step of path) {
    current = unwrap(current);
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

function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.core.$ZodOptional) return unwrap(schema._zod.def.innerType);
  return schema instanceof z.core.$ZodPipe ? unwrap(schema._zod.def.out) : schema;
}

export function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
