import * as z from 'zod/mini';
import { pathText } from './field.ts';
import { innerSchema, MOST_FAULTS } from './parse.ts';
import { bulkPayment, crossBorderPayment, instantPayment, periodicPayment } from './product-bodies.ts';
import { domesticPayment } from './request-bodies.ts';

/** The members of an object, each with its own members; of an array, those of its items. */
type Members = ReadonlyMap<string, Members>;

function listMembers(schema: z.core.$ZodType): Members {
  const known = innerSchema(schema);
  if (known instanceof z.core.$ZodArray) return listMembers(known._zod.def.element);
  if (!(known instanceof z.core.$ZodObject)) return new Map();
  return new Map(
    Object.entries(known._zod.def.shape).map(([name, member]) => [
      name,
      listMembers(member as z.core.$ZodType),
    ]),
  );
}

function mergeMemberTrees(all: readonly Members[]): Members {
  const names = new Set(all.flatMap((members) => [...members.keys()]));
  return new Map(
    [...names].map((name) => [name, mergeMemberTrees(all.flatMap((members) => members.get(name) ?? []))]),
  );
}

const knownOf = new WeakMap<z.core.$ZodType, Members>();

function getOwnMembers(schema: z.core.$ZodType): Members {
  const known = knownOf.get(schema);
  if (known !== undefined) return known;
  const own = listMembers(schema);
  knownOf.set(schema, own);
  return own;
}

/** Members that any product knows; an item of a bulk may have those of any payment. */
let known: Members | undefined;

function listKnownMembers(): Members {
  const singles = mergeMemberTrees(
    [domesticPayment, crossBorderPayment, instantPayment, periodicPayment].map((schema) =>
      listMembers(schema),
    ),
  );
  return mergeMemberTrees([singles, listMembers(bulkPayment), new Map([['payments', singles]])]);
}

/**
 * Lists the members of a body that another product knows and this one does not, in the order of the field tables, 100
 * at most. Other unknown members are ignored.
 * @see D2-other-product
 */
export function listUnusedMembers(schema: z.ZodMiniType<unknown>, body: unknown): readonly string[] {
  const own = getOwnMembers(schema);
  if (!hasOthers(body, own)) return [];
  known ??= listKnownMembers();
  return listUnusedBelow(body, own, known, []).slice(0, MOST_FAULTS).map(pathText);
}

/** Checks for members that a schema doesn't have: few bodies need to be compared with those of other products. */
function hasOthers(value: unknown, own: Members): boolean {
  if (Array.isArray(value)) return value.some((item) => hasOthers(item, own));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => {
    const below = own.get(name);
    return below === undefined || hasOthers(member, below);
  });
}

type Path = readonly (string | number)[];

function listUnusedBelow(value: unknown, own: Members, all: Members, path: Path): Path[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, place) => listUnusedBelow(item, own, all, [...path, place]));
  }
  if (typeof value !== 'object' || value === null) return [];
  const unused: Path[] = [];
  for (const [name, below] of all) {
    const member = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null;
    if (member === null) continue;
    const mine = own.get(name);
    if (mine === undefined) unused.push([...path, name]);
    else if (typeof member === 'object')
      unused.push(...listUnusedBelow(member, mine, below, [...path, name]));
  }
  return unused;
}
