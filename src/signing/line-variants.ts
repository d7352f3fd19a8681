import type { HttpRequest } from '../message.ts';
import { finding } from './findings.ts';
import { type LineVariant, withValue } from './line-variant.ts';
import {
  type HeaderIndex,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SigningLine,
  signingLine,
  trim,
} from './signing-string.ts';
import { targetVariants } from './target-variants.ts';

/** Repeated headers, other orders and sets of lines, other targets. @see signing.md §4 */
export function lineVariants(
  request: HttpRequest,
  index: HeaderIndex,
  lines: readonly SigningLine[],
): LineVariant[] {
  return [...duplicates(index, lines), ...orders(request, index, lines), ...targets(request, index, lines)];
}

const MAX_REPEATS = 8;
/** Longer targets are not varied: hundreds of copies would be made. */
const MAX_TARGET_CHARACTERS = 8192;

function duplicates(index: HeaderIndex, lines: readonly SigningLine[]): LineVariant[] {
  const repeated = lines.flatMap((line, place) => {
    const values = (index.get(line.name) ?? []).map(trim).slice(0, MAX_REPEATS);
    return values.length > 1 ? [{ line, place, values }] : [];
  });
  const single = repeated.flatMap(({ line, place, values }) => {
    const found = () =>
      finding('signature-invalid-duplicate', { header: line.name, detail: `It is ${line.name}.` });
    const joined = [...values, values.join(','), values.toReversed().join(', '), values.join('; ')];
    return [
      ...joined.map((value): LineVariant => ({ lines: withValue(lines, place, value), finding: found })),
      {
        lines: lines.flatMap((one, at) =>
          at === place ? values.map((value) => ({ ...one, value })) : [one],
        ),
        finding: found,
      },
    ];
  });
  const [first] = repeated;
  if (first === undefined || repeated.length < 2) return single;
  const all = [0, -1].map(
    (which): LineVariant => ({
      lines: repeated.reduce<readonly SigningLine[]>(
        (changed, { place, values }) => withValue(changed, place, values.at(which) ?? ''),
        lines,
      ),
      finding: () =>
        finding('signature-invalid-duplicate', {
          header: first.line.name,
          detail: 'More than one header is.',
        }),
    }),
  );
  return [...single, ...all];
}

function orders(request: HttpRequest, index: HeaderIndex, lines: readonly SigningLine[]): LineVariant[] {
  const order = (
    cause: 'sorted' | 'reversed' | 'request-order' | 'other',
    ordered: readonly SigningLine[],
  ): LineVariant => ({
    lines: ordered,
    finding: () => finding('signature-invalid-order', { cause }),
  });
  const sorted = lines.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const places = new Map(request.headers.map(([name], place) => [name.toLowerCase(), place]));
  const place = (line: SigningLine) => places.get(line.name) ?? -1;
  const standard = SIGNED_HEADERS.map((name) => signingLine(request, index, name)).filter(
    (line) => line !== undefined,
  );
  const target = signingLine(request, index, REQUEST_TARGET);
  const sets = [
    standard,
    ...(target === undefined
      ? []
      : [
          [target, ...standard],
          [...standard, target],
        ]),
  ];
  const withoutTarget = lines.filter(({ name }) => name !== REQUEST_TARGET);
  return [
    order('sorted', sorted),
    order('sorted', sorted.toReversed()),
    order('reversed', lines.toReversed()),
    order(
      'request-order',
      lines.toSorted((left, right) => place(left) - place(right)),
    ),
    ...[...sets, withoutTarget, ...leftOut(lines)].map((set) => order('other', set)),
  ];
}

/** Every list with one line left out. */
function leftOut(lines: readonly SigningLine[]): SigningLine[][] {
  return lines.length < 2 ? [] : lines.map((_, place) => lines.filter((__, at) => at !== place));
}

function targets(request: HttpRequest, index: HeaderIndex, lines: readonly SigningLine[]): LineVariant[] {
  const place = lines.findIndex(({ name }) => name === REQUEST_TARGET);
  if (place < 0 || request.target.length > MAX_TARGET_CHARACTERS) return [];
  return targetVariants(request, index.get('host')?.[0]).map(({ cause, value }) => ({
    lines: withValue(lines, place, value),
    finding: () => finding('signature-invalid-target', { cause, header: REQUEST_TARGET }),
  }));
}
