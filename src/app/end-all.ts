/**
 * Ends each in turn, whatever the others do. Rejects with why the first failed, once all have ended; the others are
 * reported.
 */
export async function endAll(
  ends: readonly (() => unknown)[],
  onUnexpected: (fault: unknown) => void,
): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ends) {
    try {
      await end();
    } catch (failure) {
      failures.push(failure);
    }
  }
  const [first, ...others] = failures;
  for (const failure of others) onUnexpected(failure);
  if (failures.length > 0) throw first;
}
