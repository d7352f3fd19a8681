import { findNearest } from '../core/nearest.ts';
import { Fault } from '../errors.ts';
import type { HttpRequest } from '../message.ts';
import { FINDING_CODES, type FindingCause, type FindingCode, listCauses } from '../signing/findings.ts';
import type { Signer, SignOptions } from '../signing/sign.ts';
import {
  type BreakMethod,
  type BreakName,
  type Needs,
  type Plan,
  type Subject,
  signBy,
} from './sign-broken.ts';
import { WAYS } from './ways.ts';

/** A deliberate fault in the signature of a request, named after the finding that reports it. @see G4-breaks */
export interface Break {
  /** The name: `code`, or `code/cause`. */
  readonly name: string;
  readonly code: FindingCode;
  readonly cause?: FindingCause | undefined;
  /** One sentence that describes the fault. */
  readonly summary: string;
}

/** Lists the breaks in the order of G4-findings. */
export function listWays(): readonly Break[] {
  return FINDING_CODES.flatMap((code) =>
    [undefined, ...listCauses(code)].flatMap((cause): Break[] => {
      const name = cause === undefined ? code : `${code}/${cause}`;
      const way = findWay(name);
      return way === undefined ? [] : [{ name, code, cause, summary: way.summary }];
    }),
  );
}

/** Looks up a break by name. @returns undefined for an unknown name */
function findWay(name: string): BreakMethod | undefined {
  return Object.hasOwn(WAYS, name) ? WAYS[name as BreakName] : undefined;
}

/**
 * Signs a request with exactly the named faults. Adds headers that a fault needs and the request lacks.
 * @throws Fault USAGE for an unknown name, and for two names that change the same step; INPUT_INVALID if the request
 * can't show a fault or can't be signed.
 */
export function signWithBreaks(
  names: string | readonly string[],
  unsigned: HttpRequest,
  signer: Signer,
  options: SignOptions,
): HttpRequest {
  const subject = { request: unsigned, signer, options };
  const chosen = [names].flat().map((name) => ({ name, way: findWay(name) ?? refuse(name) }));
  for (const { name, way } of chosen) refuseLack(name, way, subject);
  return signBy(mergePlans(chosen), collectNeeds(chosen, subject), subject);
}

interface NamedBreak {
  readonly name: string;
  readonly way: BreakMethod;
}

/** Merges the steps of all chosen breaks. */
function mergePlans(chosen: readonly NamedBreak[]): Plan {
  const taken = new Map<string, string>();
  for (const { name, way } of chosen) {
    for (const step of [...Object.keys(way.plan), ...(way.takes ?? [])]) {
      const other = taken.get(step);
      if (other !== undefined && other !== name) {
        throw new Fault('USAGE', `${other} and ${name} change the same part of the request.`, {
          hint: 'Choose one of them.',
        });
      }
      taken.set(step, name);
    }
  }
  return Object.assign({}, ...chosen.map(({ way }) => way.plan));
}

function collectNeeds(chosen: readonly NamedBreak[], subject: Subject): Needs {
  const all = chosen.map(({ way: { needs } }) =>
    typeof needs === 'function' ? needs(subject) : (needs ?? {}),
  );
  return Object.assign({}, ...all, { headers: [...new Set(all.flatMap(({ headers }) => headers ?? []))] });
}

function refuseLack(name: string, { lack }: BreakMethod, subject: Subject): void {
  const lacking = lack?.(subject);
  if (lacking === undefined) return;
  throw new Fault('INPUT_INVALID', `${name} doesn't work with this request. It needs ${lacking}.`, {
    hint: `Add ${lacking} to the request, or choose another break.`,
  });
}

function refuse(name: string): never {
  const meant = findNearest(name.slice(0, 80), Object.keys(WAYS));
  throw new Fault('USAGE', `Unknown break: ${JSON.stringify(name.slice(0, 80))}.`, {
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}To see all: --break list`,
  });
}
