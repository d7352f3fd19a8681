import type { Check, Diagnosis } from '../../app/doctor.ts';
import { type Presentation, table } from '../presentation.ts';

export type { Diagnosis };

const all = table<Check, Diagnosis>(
  [
    { label: 'Check', kind: 'identifier', value: ({ name }) => name },
    {
      label: 'Result',
      kind: 'identifier',
      value: ({ ok }) => (ok ? 'ok' : 'failed'),
      tone: ({ ok }) => (ok ? 'green' : 'red'),
    },
    { label: 'Found', value: ({ message }) => onOneLine(message) },
    { label: 'Remedy', value: ({ remedy }) => remedy && onOneLine(remedy) },
  ],
  ({ checks }) => checks,
  'Nothing was checked.',
);

/** A cell has no lines of its own. */
function onOneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}

/** A line for each check; `--quiet` names those that failed. */
export const diagnosis: Presentation<Diagnosis> = {
  text: all.text,
  quiet: ({ checks }) => checks.filter(({ ok }) => !ok).map(({ name }) => name),
};
