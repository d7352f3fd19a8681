import { looksLikeLivingPerson } from '../values/identity-number.ts';
import { MOST_VALUES, parseSeed, TOO_MANY_OVER_ALL } from './document.ts';
import {
  compareTexts,
  Faults,
  faultInWords,
  type SeedDocument,
  type SeedFault,
  Stated,
  seedFault,
} from './faults.ts';
import { mergeFiles } from './merge.ts';
import { type SeedFile, typedFile } from './schema.ts';
import type { SeedCustomer, SeedSource, World, WorldReading } from './world.ts';

/**
 * Reads seed files as one world, or tells all that is wrong in them. Their transactions are walked through once, none
 * of a generator or another file is kept.
 * @param today the bank's date
 * @see C-seed-file, C-seed-several, C-seed-checked
 */
export function readWorld(sources: readonly SeedSource[], today: string): WorldReading {
  // In whatever order they are named, they are one world.
  const sorted = [...sources].sort((left, right) => compareTexts(left.name, right.name));
  const faults = new Faults();
  const files = filesOf(sorted, faults);
  if (faults.are) return { ok: false, faults: faults.all };
  const folders = new Map(sorted.map(({ name, folder }) => [name, folder]));
  const world = mergeFiles(files, { folders, today }, faults);
  if (faults.are) return { ok: false, faults: faults.all };
  return { ok: true, world, warnings: world.customers.flatMap(warningsOf) };
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
  for (const warning of reading.warnings) onWarning(`Warning: ${faultInWords(warning)}`);
  return reading.world;
}

function filesOf(sources: readonly SeedSource[], faults: Faults): readonly Stated<SeedFile>[] {
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
  if (!faults.are) expectFewValues(documents, faults);
  if (!faults.are) expectFewListed(documents, faults);
  if (faults.are) return [];
  return documents.flatMap((document) => typedFile(document, faults) ?? []);
}

/** Many small files take what one large file does. @see S12-seed-values */
function expectFewValues(documents: readonly SeedDocument[], faults: Faults): void {
  let values = 0;
  for (const document of documents) {
    values += document.values;
    if (values <= MOST_VALUES) continue;
    const { message, remedy } = TOO_MANY_OVER_ALL;
    faults.at(document.placeOf([]), '', message, remedy);
    return;
  }
}

/** @see S12-seed-size */
const MOST_LISTED = 20_000;

/** Counts the transactions that files list, before anything else is done with so many. @see S12-seed-size */
function expectFewListed(documents: readonly SeedDocument[], faults: Faults): void {
  let count = 0;
  for (const document of documents)
    for (const [at, customer] of listIn(document.value, 'customers').entries())
      for (const owned of ['accounts', 'cards'])
        for (const [place, item] of listIn(customer, owned).entries()) {
          const before = count;
          count += listIn(item, 'transactions').length;
          if (before > MOST_LISTED || count <= MOST_LISTED) continue;
          faults.add(
            new Stated(document.value, document),
            ['customers', at, owned, place, 'transactions', MOST_LISTED - before],
            `is one more than the ${MOST_LISTED} transactions that files may list`,
            'Put them into a transactionsFile, or use generate',
          );
        }
}

/** A list of a value that may be anything. */
function listIn(value: unknown, name: string): readonly unknown[] {
  const list = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return Array.isArray(list) ? list : [];
}

/** @see D8-living-person */
function warningsOf({ number, place, path }: SeedCustomer): readonly SeedFault[] {
  if (!looksLikeLivingPerson(number)) return [];
  const message = "number may be a living person's national identity number.";
  return [{ place, path: `${path}.number`, message, remedy: 'Use one with 40 or 80 added to the month.' }];
}
