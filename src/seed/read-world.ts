import { isPossiblyLivingPerson } from '../values/identity-number.ts';
import { MOST_VALUES, parseSeed, TOO_MANY_OVER_ALL } from './document.ts';
import {
  compareTexts,
  Faults,
  formatFault,
  type LocatedValue,
  type SeedDocument,
  type SeedFault,
  seedFault,
} from './faults.ts';
import { mergeFiles } from './merge.ts';
import { type SeedFile, validateFile } from './schema.ts';
import type { SeedCustomer, SeedSource, World, WorldReading } from './world.ts';

/**
 * Reads seed files as one world, or reports all their errors. Walks their transactions once; stores none of a generator
 * or transactionsFile.
 * @param today the bank's date
 * @see C-seed-file, C-seed-several, C-seed-checked
 */
export function readWorld(sources: readonly SeedSource[], today: string): WorldReading {
  // The order of the names doesn't change the world.
  const sorted = [...sources].sort((left, right) => compareTexts(left.name, right.name));
  const faults = new Faults();
  const files = readFiles(sorted, faults);
  if (faults.are) return { ok: false, faults: faults.all };
  const folders = new Map(sorted.map(({ name, folder }) => [name, folder]));
  const world = mergeFiles(files, { folders, today }, faults);
  if (faults.are) return { ok: false, faults: faults.all };
  return { ok: true, world, warnings: world.customers.flatMap(listWarnings) };
}

/**
 * Reads seed files as one world.
 * @param today the bank's date
 * @param onWarning called with each warning, in words
 * @throws Fault INPUT_INVALID with all that is wrong in them
 */
export function expectWorld(
  sources: readonly SeedSource[],
  today: string,
  onWarning: (text: string) => void = () => {},
): World {
  const reading = readWorld(sources, today);
  if (!reading.ok) throw seedFault(reading.faults);
  for (const warning of reading.warnings) onWarning(`Warning: ${formatFault(warning)}`);
  return reading.world;
}

function readFiles(sources: readonly SeedSource[], faults: Faults): readonly LocatedValue<SeedFile>[] {
  const documents: SeedDocument[] = [];
  const texts = new Map<string, string>();
  for (const { name, text } of sources) {
    const parsing = parseSeed(text, name);
    if (!parsing.ok) faults.take(parsing.faults);
    else documents.push(parsing.document);
    const twin = texts.get(text);
    if (twin !== undefined)
      faults.at({ file: name, line: 1, column: 1 }, '', `The file says the same as ${twin}`, 'Name it once');
    texts.set(text, name);
  }
  if (!faults.are) checkValueCount(documents, faults);
  if (faults.are) return [];
  return documents.flatMap((document) => validateFile(document, faults) ?? []);
}

/** Checks the number of values over all files: many small files cost as much as one large file. @see S12-seed-values */
function checkValueCount(documents: readonly SeedDocument[], faults: Faults): void {
  let values = 0;
  for (const document of documents) {
    values += document.values;
    if (values <= MOST_VALUES) continue;
    const { message, remedy } = TOO_MANY_OVER_ALL;
    faults.at(document.placeOf([]), '', message, remedy);
    return;
  }
}

/** @see D8-living-person */
function listWarnings({ number, place, path }: SeedCustomer): readonly SeedFault[] {
  if (!isPossiblyLivingPerson(number)) return [];
  const message = "number may be a living person's national identity number.";
  return [{ place, path: `${path}.number`, message, remedy: 'Use one with 40 or 80 added to the month.' }];
}
