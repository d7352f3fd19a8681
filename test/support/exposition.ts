/** Prometheus' text format 0.0.4, read strictly: what a scraper would overlook is an error here. */
export interface ParsedFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly ParsedSample[];
}

export interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HELP = new RegExp(`^# HELP (${NAME}) ((?:[^\\\\]|\\\\[\\\\n])+)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.+)\\})? ([+-]?(?:Inf|\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?))$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

/** @throws Error at the first line that is not as the format has it */
export function parseExposition(text: string): ReadonlyMap<string, ParsedFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, ParsedFamily & { samples: ParsedSample[] }>();
  const lines = text.slice(0, -1).split('\n');
  for (let at = 0; at < lines.length; ) {
    const [, name = '', help = ''] = HELP.exec(lines[at] ?? '') ?? fail(lines[at]);
    const [, typed, type = ''] = TYPE.exec(lines[at + 1] ?? '') ?? fail(lines[at + 1]);
    if (typed !== name || families.has(name)) fail(lines[at + 1]);
    const samples: ParsedSample[] = [];
    for (at += 2; at < lines.length && !lines[at]?.startsWith('#'); at += 1)
      samples.push(sampleOf(lines[at] ?? ''));
    const family = { name, help: unescaped(help), type, samples };
    checkNames(family);
    if (type === 'histogram') checkHistogram(family);
    families.set(name, family);
  }
  return families;
}

function sampleOf(line: string): ParsedSample {
  const [, name = '', written = '', value = ''] = SAMPLE.exec(line) ?? fail(line);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let end = 0; end < written.length; end = LABEL.lastIndex) {
    const [, label = '', text = '', comma] = LABEL.exec(written) ?? fail(line);
    if (label in labels || (comma === ',') === (LABEL.lastIndex === written.length)) fail(line);
    labels[label] = unescaped(text);
  }
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

function checkNames({ name, type, samples }: ParsedFamily): void {
  const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
  if (samples.length === 0) throw new Error(`${name} has no sample`);
  const seen = new Set<string>();
  for (const sample of samples) {
    const series = keyOf(sample.name, sample.labels);
    if (!names.includes(sample.name) || seen.has(series)) throw new Error(`${series} in ${name}`);
    if (type !== 'gauge' && !(sample.value >= 0)) throw new Error(`${series} is ${sample.value}`);
    seen.add(series);
  }
}

/** Bounds rise, counts never fall, +Inf has as many as the count. */
function checkHistogram({ name, samples }: ParsedFamily): void {
  const series = new Map<string, { bounds: number[]; counts: number[]; sum?: number; count?: number }>();
  for (const { name: of, labels, value } of samples) {
    const { le, ...rest } = labels;
    const key = keyOf(name, rest);
    const one = series.get(key) ?? { bounds: [], counts: [] };
    series.set(key, one);
    if (of === `${name}_sum`) one.sum = value;
    else if (of === `${name}_count`) one.count = value;
    else {
      one.bounds.push(le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le));
      one.counts.push(value);
    }
  }
  for (const [key, { bounds, counts, sum, count }] of series) {
    const rises = bounds.every((bound, place) => place === 0 || bound > (bounds[place - 1] ?? 0));
    const stays = counts.every((one, place) => place === 0 || one >= (counts[place - 1] ?? 0));
    const isWhole =
      bounds.at(-1) === Number.POSITIVE_INFINITY && counts.at(-1) === count && sum !== undefined;
    if (!rises || !stays || !isWhole) throw new Error(`the buckets of ${key}: ${bounds} ${counts} ${count}`);
  }
}

function keyOf(name: string, labels: Readonly<Record<string, string>>): string {
  return `${name}${JSON.stringify(Object.entries(labels).sort())}`;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}

function fail(line: string | undefined): never {
  throw new Error(`no line of the format: ${JSON.stringify(line)}`);
}

/** The sum of the samples that have these labels. */
export function total(
  families: ReadonlyMap<string, ParsedFamily>,
  family: string,
  labels: Readonly<Record<string, string>> = {},
  name = family,
): number {
  return (families.get(family)?.samples ?? [])
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([label, text]) => one.labels[label] === text))
    .reduce((sum, { value }) => sum + value, 0);
}
