import { Fault } from '../errors.ts';
import type { Place, SeedFault } from './file/place.ts';
import { MOST_FAULTS, sentence } from './file/words.ts';
import type { Stated } from './stated.ts';

/** What was found wrong in seed files so far. @see C-seed-checked */
export class Faults {
  readonly #found: SeedFault[] = [];

  /**
   * @param steps below what was stated
   * @param fault follows the member's name, without a full stop
   */
  add(stated: Stated<unknown>, steps: readonly PropertyKey[], fault: string, remedy: string): void {
    // To find a place costs a walk through the file.
    if (this.isFull) return;
    const { place, path } = stated.below(steps);
    this.at(place, path, `${nameOf(path)} ${fault}`, remedy);
  }

  /** @param message a sentence without its full stop */
  at(place: Place, path: string, message: string, remedy: string): void {
    if (this.isFull) return;
    this.#found.push({ place, path, message: sentence(message), remedy: sentence(remedy) });
  }

  /** What was found elsewhere. */
  take(faults: readonly SeedFault[]): void {
    this.#found.push(...faults.slice(0, MOST_FAULTS - this.#found.length));
  }

  get are(): boolean {
    return this.#found.length > 0;
  }

  get isFull(): boolean {
    return this.#found.length >= MOST_FAULTS;
  }

  /** By file, then as they stand in it. */
  get all(): readonly SeedFault[] {
    return [...this.#found].sort(
      ({ place: left }, { place: right }) =>
        compared(left.file, right.file) || left.line - right.line || left.column - right.column,
    );
  }
}

export function compared(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `bban` of `customers[0].accounts[1].bban`. */
function nameOf(path: string): string {
  return path === '' ? 'The file' : (path.split('.').at(-1) ?? path);
}

/** `world.yaml:12:9` */
export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** `world.yaml:12:9 customers[0].name: name is empty. Write a name, or remove it.` */
export function faultInWords({ place, path, message, remedy }: SeedFault): string {
  const where = path === '' ? placeText(place) : `${placeText(place)} ${path}`;
  return `${where}: ${message} ${remedy}`;
}

/** A seed file's faults as they leave the program: one line each. @see C-seed-checked */
export function seedFault(faults: readonly SeedFault[]): Fault {
  const isMore = faults.length >= MOST_FAULTS;
  const hint = isMore
    ? `Nothing was changed. These are the first ${MOST_FAULTS} mistakes.`
    : 'Nothing was changed.';
  return new Fault('INPUT_INVALID', faults.map(faultInWords).join('\n'), { hint });
}
