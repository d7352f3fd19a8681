/** How many requests are under way at once. */
export const AT_ONCE = 4;

/**
 * Acts on each, several at once. After the first fault none is begun, and those under way come to their end before it is
 * thrown.
 * @see C-seed-streams
 */
export async function forEachOf<Item>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const faults: unknown[] = [];
  const worker = async () => {
    for (let next = queue.next(); faults.length === 0 && next.done !== true; next = queue.next()) {
      await act(next.value).catch((fault) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (faults.length > 0) throw faults[0];
}
