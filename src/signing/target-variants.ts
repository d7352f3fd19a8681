import type { HttpRequest } from '../message.ts';
import type { FindingCause } from './findings.ts';
import { reencodings } from './reencodings.ts';

export interface TargetVariant {
  readonly cause: FindingCause<'signature-invalid-target'>;
  readonly value: string;
}

/** Beginnings of paths that gateways take away or put on. */
const PREFIXES = ['/api-sandbox', '/api', '/psd2', '/xs2a', '/sandbox', '/open-banking', '/berlingroup'];

/** The other ways in which `(request-target)` is built, and pairs of them. @see signing.md §4 */
export function targetVariants({ method, target }: HttpRequest, host: string | undefined): TargetVariant[] {
  const paths: { causes: TargetVariant['cause'][]; path: string }[] = [{ causes: [], path: target }];
  const add = (cause: TargetVariant['cause'], change: (path: string) => readonly string[]) => {
    for (const { causes, path } of [...paths]) {
      for (const changed of change(path)) {
        if (changed !== path && causes.length < 2) paths.push({ causes: [...causes, cause], path: changed });
      }
    }
  };
  add('no-query', (path) => [path.split('?', 1)[0] ?? '']);
  add('prefix', otherPrefixes);
  add('percent', reencodings);
  if (host !== undefined)
    add('absolute', (path) => ['https://', 'http://', '//', ''].map((scheme) => `${scheme}${host}${path}`));
  const variants = paths.flatMap(({ causes, path }) =>
    methodForms(method).map(({ cause, start }) => {
      const all = [...causes, ...cause];
      return { causes: all, value: `${start}${path}` };
    }),
  );
  return variants
    .filter(({ causes }) => causes.length > 0)
    .sort((left, right) => left.causes.length - right.causes.length)
    .map(({ causes, value }) => ({ cause: causes.at(-1) ?? 'absolute', value }));
}

interface MethodForm {
  readonly cause: readonly TargetVariant['cause'][];
  readonly start: string;
}

function methodForms(method: string): MethodForm[] {
  const lower = method.toLowerCase();
  const upper = method.toUpperCase();
  return [
    { cause: [], start: `${lower} ` },
    { cause: ['upper-method'], start: `${upper} ` },
    ...['', ':', ': '].flatMap((joint): MethodForm[] => [
      { cause: ['no-space'], start: lower + joint },
      { cause: ['upper-method', 'no-space'], start: upper + joint },
    ]),
  ];
}

function otherPrefixes(path: string): string[] {
  const shorter: string[] = [];
  for (
    let slash = path.indexOf('/', 1);
    slash > 0 && shorter.length < 3;
    slash = path.indexOf('/', slash + 1)
  ) {
    shorter.push(path.slice(slash));
  }
  return [...shorter, path.slice(1), `/${path}`, ...PREFIXES.map((prefix) => prefix + path)];
}
