/** Every order of the given items except the one given, the last places changing fastest. */
export function* permutations<Item>(items: readonly Item[]): Generator<Item[]> {
  const order = items.map((_, place) => place);
  while (advance(order)) yield order.map((place) => items[place] as Item);
}

/** The next order in the sequence of all orders, in place; false after the last. */
function advance(order: number[]): boolean {
  let pivot = order.length - 2;
  while (pivot >= 0 && at(order, pivot) > at(order, pivot + 1)) pivot -= 1;
  if (pivot < 0) return false;
  let successor = order.length - 1;
  while (at(order, successor) < at(order, pivot)) successor -= 1;
  swap(order, pivot, successor);
  for (let left = pivot + 1, right = order.length - 1; left < right; left += 1, right -= 1)
    swap(order, left, right);
  return true;
}

function at(order: readonly number[], place: number): number {
  return order[place] ?? 0;
}

function swap(order: number[], left: number, right: number): void {
  const kept = at(order, left);
  order[left] = at(order, right);
  order[right] = kept;
}
