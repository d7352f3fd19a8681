/** One row of the table of findings. The words of a cause are put after the message. @see signing.md §4 */
export interface FindingRow {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
  readonly causes: Readonly<Record<string, string>>;
}
