/**
 * Texts as people mean them: what macOS names files with, and what is pasted from a PDF, has letters and their accents
 * apart, and the bank takes them as one.
 * @see C-composed
 */
export function composed<Value>(value: Value): Value {
  if (typeof value === 'string') return value.normalize('NFC') as Value;
  if (Array.isArray(value)) return value.map(composed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, composed(member)])) as Value;
}
