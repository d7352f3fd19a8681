/**
 * Calls each function in order, whatever the others do. Rejects with the first failure once all have ended; the others
 * are reported.
 */
export async function closeAll(
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

/**
 * Runs the work, then cleans up, even after a failure. If both fail, the work's failure is thrown, the other reported.
 */
export async function withCleanup<Result>(
  work: () => Promise<Result>,
  end: () => Promise<void>,
  onUnexpected: (fault: unknown) => void,
): Promise<Result> {
  let result: Result;
  try {
    result = await work();
  } catch (failure) {
    await end().catch(onUnexpected);
    throw failure;
  }
  await end();
  return result;
}
