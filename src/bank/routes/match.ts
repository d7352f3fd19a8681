import { type Refusal, refuse } from '../refusal.ts';
import type { Route } from './route.ts';

export interface Match {
  readonly route: Route;
  /** Percent-decoded once. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation of a path below the base path and a method: 404 NOT_FOUND, 405 (decisions.md §2). */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match | Refusal {
  const segments = decodedSegments(path);
  const others: string[] = [];
  for (const route of segments ? routes : []) {
    const params = paramsOf(route.path, segments ?? []);
    if (params && route.method === method) return { route, params };
    if (params) others.push(route.method);
  }
  if (others.length === 0) return refuse(404, 'NOT_FOUND', 'the bank has no operation at this path');
  const allowed = others.join(', ');
  return {
    ...refuse(405, 'BAD_REQUEST', `this path takes ${allowed}, not this method`),
    headers: [['Allow', allowed]],
  };
}

function decodedSegments(path: string): string[] | undefined {
  try {
    const segments = path.split('/');
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return undefined;
  }
}

function paramsOf(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const wanted = partsOf(pattern);
  if (wanted.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const given = segments[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = given;
    else if (part !== given) return undefined;
    if (given === '' && index > 0) return undefined;
  }
  return params;
}

const knownParts = new Map<string, readonly string[]>();

/** A pattern's segments; split once. */
function partsOf(pattern: string): readonly string[] {
  const known = knownParts.get(pattern);
  if (known) return known;
  const parts = pattern.split('/');
  knownParts.set(pattern, parts);
  return parts;
}
