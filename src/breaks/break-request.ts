import { Fault } from '../errors.ts';
import type { HttpRequest } from '../message.ts';
import type { Signer, SignOptions } from '../signing/sign.ts';
import { BREAKS, wayOf } from './breaks.ts';
import type { Needs, Plan, Subject, Way } from './plan.ts';
import { signBy } from './stages.ts';

/**
 * Signs a request in exactly the ways named, and rightly in all others. Headers that a way needs and the request
 * lacks are added.
 * @throws Fault USAGE for a name there is not, and for two that do the same step otherwise; INPUT_INVALID when the
 * request can't show a fault, or can't be signed at all.
 */
export function breakRequest(
  names: string | readonly string[],
  unsigned: HttpRequest,
  signer: Signer,
  options: SignOptions,
): HttpRequest {
  const subject = { request: unsigned, signer, options };
  const chosen = [names].flat().map((name) => ({ name, way: wayOf(name) ?? refuse(name) }));
  for (const { name, way } of chosen) refuseLack(name, way, subject);
  return signBy(planOf(chosen), needsOf(chosen, subject), subject);
}

interface Chosen {
  readonly name: string;
  readonly way: Way;
}

/** All steps together. */
function planOf(chosen: readonly Chosen[]): Plan {
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

function needsOf(chosen: readonly Chosen[], subject: Subject): Needs {
  const all = chosen.map(({ way: { needs } }) =>
    typeof needs === 'function' ? needs(subject) : (needs ?? {}),
  );
  const signs = all.find((needs) => needs.signs !== undefined)?.signs;
  const isNeeded = (need: Exclude<keyof Needs, 'headers' | 'signs'>) =>
    all.some((needs) => needs[need] === true);
  return {
    headers: [...new Set(all.flatMap(({ headers }) => headers ?? []))],
    ...(signs === undefined ? {} : { signs }),
    target: isNeeded('target'),
    digest: isNeeded('digest'),
    issuerPart: isNeeded('issuerPart'),
    authoritySerial: isNeeded('authoritySerial'),
    longString: isNeeded('longString'),
  };
}

function refuseLack(name: string, { lack }: Way, subject: Subject): void {
  const lacking = lack?.(subject);
  if (lacking === undefined) return;
  throw new Fault('INPUT_INVALID', `${name} doesn't work with this request. It needs ${lacking}.`, {
    hint: `Add ${lacking} to the request, or choose another break.`,
  });
}

function refuse(name: string): never {
  throw new Fault('USAGE', `Unknown break: ${JSON.stringify(name.slice(0, 80))}.`, {
    hint: `Similar: ${nearestNames(name).join(', ')}. To see all: --break list`,
  });
}

/** Those that share the most pairs of letters. */
function nearestNames(typed: string): string[] {
  const wanted = letterPairs(typed);
  const likeness = (name: string) => {
    const pairs = letterPairs(name);
    return [...pairs].filter((pair) => wanted.has(pair)).length / (pairs.size + wanted.size);
  };
  return BREAKS.map(({ name }) => ({ name, likeness: likeness(name) }))
    .sort((left, right) => right.likeness - left.likeness)
    .slice(0, 3)
    .map(({ name }) => name);
}

function letterPairs(text: string): Set<string> {
  const letters = text.slice(0, 80).toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, place) => letters.slice(place, place + 2)),
  );
}
