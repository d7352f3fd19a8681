import type { Row } from './rows.ts';

/**
 * Of tables about members that a product has in common with others: the first refusal at each path. It shows that the
 * member is read, and where its fault is told. That it is held to the very schema of the domestic body is shown by
 * shared-members.test.ts, and which values that schema takes by the tables of domestic payments, which are tried whole.
 */
export function isFirstAtItsPath(): (row: Row) => boolean {
  const seen = new Set<string>();
  return ({ answer }) => {
    if (typeof answer === 'string' || 'unused' in answer || seen.has(String(answer.path))) return false;
    seen.add(String(answer.path));
    return true;
  };
}

/** Of tables about a rule that several products have: the first row of each answer. */
export function isFirstOfItsAnswer(): (row: Row) => boolean {
  const seen = new Set<string>();
  return ({ answer }) => {
    const told =
      typeof answer === 'string' || 'unused' in answer ? String(answer) : `${answer.code} ${answer.path}`;
    if (seen.has(told)) return false;
    seen.add(told);
    return true;
  };
}
