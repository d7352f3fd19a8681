import { isMemberName, parseBody, redactBody } from '../../traces/strike-body.ts';

/** Replaces each value of a body by its type and length; gives a text for one that isn't JSON. @see C-verify-share */
export function bodyShape(body: Uint8Array): unknown {
  const shape = redactBody(body, {
    leaf: (_, value) => `<${typeof value}, ${String(value).length}>`,
    name: isMemberName,
  });
  return shape === undefined ? `<${body.length} bytes that aren't JSON>` : shape;
}

/**
 * Lists every value of a body as it may stand in a report: as it is read, as JSON writes it, and as the octets of its
 * UTF-8.
 */
export function leavesOf(body: Uint8Array): readonly string[] {
  const texts = new Set<string>();
  const values = [parseBody(body)];
  for (const value of values) {
    if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) values.push(part);
    } else if (value !== undefined && value !== null) {
      const text = String(value);
      texts.add(text);
      texts.add(JSON.stringify(text).slice(1, -1));
      texts.add(Buffer.from(text, 'utf8').toString('latin1'));
    }
  }
  return [...texts];
}
