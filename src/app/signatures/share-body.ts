import { isObject } from '../../json-object.ts';

/** A member that is named otherwise may be a value itself. */
const MEMBER_NAME = /^_?[a-z][A-Za-z]{0,49}$/;
/** Deeper than anything of the interface (S12-json-depth). */
const MOST_DEEP = 32;

/** A body with each value replaced by its type and length; a text for one that is no JSON. @see C-verify-share */
export function bodyShape(body: Uint8Array): unknown {
  const parsed = parsedOf(body);
  return parsed === undefined ? `<${body.length} bytes that aren't JSON>` : shapeOf(parsed.value, 0);
}

/** Every value of a body, as text. */
export function leavesOf(body: Uint8Array): readonly string[] {
  const parsed = parsedOf(body);
  return parsed === undefined ? [] : textsIn(parsed.value, 0);
}

function parsedOf(body: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(Buffer.from(body).toString('utf8')) };
  } catch {
    // It is no JSON: then there are no values to tell apart.
    return undefined;
  }
}

function shapeOf(value: unknown, depth: number): unknown {
  if (depth > MOST_DEEP) return '<deeper than 32 levels>';
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, depth + 1));
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member], place) => [
      MEMBER_NAME.test(name) ? name : `<name ${place}>`,
      shapeOf(member, depth + 1),
    ]);
    return Object.fromEntries(members);
  }
  return value === null ? null : `<${typeof value}, ${String(value).length}>`;
}

/** A text as it is read, as JSON writes it, and as the octets of its UTF-8: so it may stand in a report. */
function textsIn(value: unknown, depth: number): readonly string[] {
  if (depth > MOST_DEEP) return [JSON.stringify(value)];
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).flatMap((member) => textsIn(member, depth + 1));
  }
  const text = String(value);
  const octets = Buffer.from(text, 'utf8').toString('latin1');
  return [...new Set([text, JSON.stringify(text).slice(1, -1), octets])];
}
