/**
 * The skeleton of JSON values of one kind, as lines that a reviewer can read: a member each, with its type, below
 * the member that holds it. `?` marks a member that some of them lack; `[]` a list.
 */
export function jsonShape(samples: readonly unknown[]): string[] {
  if (samples.length === 0) return [];
  const top = typeOf(samples);
  return top === 'object' ? membersOf(samples) : [top, ...indented(membersOf(samples))];
}

function membersOf(samples: readonly unknown[]): string[] {
  const objects = objectsIn(samples);
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return names.flatMap((name) => {
    const having = objects.filter((object) => Object.hasOwn(object, name));
    const values = having.map((object) => object[name]);
    const optional = having.length < objects.length ? '?' : '';
    return [`${name}${optional}: ${typeOf(values)}`, ...indented(membersOf(values))];
  });
}

/** The types that values have, such as `string | null` or `object[]`; `[]` for lists that are all empty. */
function typeOf(values: readonly unknown[]): string {
  const types = values.map((value) => {
    if (Array.isArray(value)) return 'list';
    return value === null ? 'null' : typeof value;
  });
  const distinct = [...new Set(types)].sort();
  const items = values.flatMap((value) => (Array.isArray(value) ? value : []));
  return distinct.map((type) => (type === 'list' ? `${listOf(typeOf(items))}` : type)).join(' | ');
}

function listOf(item: string): string {
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

/** The objects among values and in their lists. */
function objectsIn(values: readonly unknown[]): Record<string, unknown>[] {
  return values.flatMap((value) => {
    if (Array.isArray(value)) return objectsIn(value);
    return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
  });
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
