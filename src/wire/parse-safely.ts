import * as z from 'zod/mini';

type SafeResult<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } };

/** As many elements of each list are parsed again where the whole has too many faults. */
const SAMPLE = 20;

/**
 * Parses as `safeParse` does. Zod passes the faults of a list as arguments of one call, and more than about 100,000 overflow
 * the stack: then the first elements of each list show what is wrong.
 * @param message of the only fault, where those first elements are right
 * @see C-answer-invalid, C-seed-file
 */
export function parseSafely<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  message = 'has more mistakes than can be listed',
): SafeResult<T> {
  try {
    return z.safeParse(schema, value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const sampled = z.safeParse(schema, sampleOf(value));
    if (!sampled.success) return sampled;
    return { success: false, error: { issues: [{ code: 'custom', path: [], message, input: value }] } };
  }
}

function sampleOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, SAMPLE).map(sampleOf);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sampleOf(member)]));
}
