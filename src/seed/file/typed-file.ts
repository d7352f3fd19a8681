import type * as z from 'zod/mini';
import { parseSafely } from '../../wire/parse-safely.ts';
import type { Faults } from '../faults.ts';
import { Stated } from '../stated.ts';
import type { SeedDocument } from './document.ts';
import { type SeedFile, seedFile } from './schema.ts';
import { readWords, words } from './words.ts';

const TOO_MANY = words('has more mistakes than can be listed', 'Check the first half of the file by itself');

/**
 * A parsed seed file as its schema has it; undefined when it has faults.
 * @see C-seed-file
 */
export function typedFile(document: SeedDocument, faults: Faults): Stated<SeedFile> | undefined {
  const parsed = parseSafely(seedFile, document.value, TOO_MANY);
  if (parsed.success) return new Stated(parsed.data, document);
  const whole = new Stated(document.value, document);
  const wrong = wrongMembers(parsed.error.issues);
  const meant = new Set(wrong.map(({ path, remedy }) => `${besideOf(path)} ${remedy}`));
  for (const one of wrong) {
    if (faults.isFull) break;
    if (!isMistyped(one, meant)) faults.add(whole, one.path, one.fault, one.remedy);
  }
  return undefined;
}

export interface WrongMember {
  readonly path: readonly PropertyKey[];
  /** Follows the member's name, without a full stop. */
  readonly fault: string;
  readonly remedy: string;
}

/** What a schema of `members.ts` found. */
export function wrongMembers(issues: readonly z.core.$ZodIssue[]): readonly WrongMember[] {
  return issues.flatMap((issue): readonly WrongMember[] => {
    if (issue.code === 'invalid_union') {
      const inside = meantBranch(issue.errors);
      if (inside !== undefined)
        return wrongMembers(inside).map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
    }
    const told = readWords(issue.message);
    if (issue.code !== 'unrecognized_keys') return told.map((one) => ({ ...one, path: issue.path }));
    return told.map((one, place) => ({ ...one, path: [...issue.path, issue.keys[place] ?? ''] }));
  });
}

/** The choice that fits but for what is inside of it. */
function meantBranch(
  branches: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] | undefined {
  return branches.find((issues) => {
    const [first] = issues;
    return first !== undefined && (first.path.length > 0 || first.code === 'unrecognized_keys');
  });
}

/** Whether a member is missing for the reason that its name is mistyped, which is told. */
function isMistyped({ path, fault }: WrongMember, meant: ReadonlySet<string>): boolean {
  return fault === 'is missing' && meant.has(`${besideOf(path)} Did you mean ${String(path.at(-1))}?`);
}

function besideOf(path: readonly PropertyKey[]): string {
  return path.slice(0, -1).join('.');
}
