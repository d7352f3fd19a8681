/** How many of what was seen were at most so large, in fixed steps; what is seen costs no allocation. */
export class Histogram {
  readonly bounds: readonly number[];
  /** Of each step alone; the last of what is above all bounds. */
  readonly #counts: Float64Array;
  #sum = 0;

  /** @param bounds rising */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let step = 0;
    while (step < this.bounds.length && value > (this.bounds[step] as number)) step += 1;
    this.#counts[step] = (this.#counts[step] as number) + 1;
    this.#sum += value;
  }

  get sum(): number {
    return this.#sum;
  }

  /** How many were at most each bound; the last is of all. */
  cumulative(): readonly number[] {
    let total = 0;
    return Array.from(this.#counts, (count) => {
      total += count;
      return total;
    });
  }
}

/** Prometheus' text format, version 0.0.4. @see C-metrics */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

export type Family = {
  readonly name: string;
  readonly help: string;
} & (
  | {
      readonly type: 'counter' | 'gauge';
      readonly samples: readonly { readonly labels?: Labels; readonly value: number }[];
    }
  | {
      readonly type: 'histogram';
      readonly samples: readonly { readonly labels?: Labels; readonly histogram: Histogram }[];
    }
);

/** Families without a sample are left out. */
export function written(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map((family) => `${headOf(family)}${linesOf(family).join('')}`)
    .join('');
}

function headOf({ name, help, type }: Family): string {
  const escaped = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return `# HELP ${name} ${escaped}\n# TYPE ${name} ${type}\n`;
}

function linesOf(family: Family): readonly string[] {
  const { name } = family;
  if (family.type !== 'histogram')
    return family.samples.map(({ labels, value }) => line(name, labels, value));
  return family.samples.flatMap(({ labels, histogram }) => {
    const counts = histogram.cumulative();
    const bounds = [...histogram.bounds, Number.POSITIVE_INFINITY];
    return [
      ...bounds.map((bound, place) =>
        line(`${name}_bucket`, { ...labels, le: numeral(bound) }, counts[place] ?? 0),
      ),
      line(`${name}_sum`, labels, histogram.sum),
      line(`${name}_count`, labels, counts.at(-1) ?? 0),
    ];
  });
}

function line(name: string, labels: Labels = {}, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapedLabel(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${numeral(value)}\n`;
}

function escapedLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function numeral(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}
