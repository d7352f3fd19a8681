import type { Finding } from './findings.ts';
import type { SigningLine } from './signing-string.ts';

/** Other lines than those that should have been signed. */
export interface LineVariant {
  readonly lines: readonly SigningLine[];
  readonly finding: () => Finding;
}

/** The same lines with another value in one place. */
export function withValue(lines: readonly SigningLine[], place: number, value: string): SigningLine[] {
  return lines.map((line, at) => (at === place ? { ...line, value } : line));
}
