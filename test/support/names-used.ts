/** `a, b as c, type D` or `a, b: c`: the names on the side of the module. */
function listed(names = ''): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s*(?::|\bas\b)\s*/)[0] ?? '');
}

/** The code that asks for a module, and what stands around it. */
const ASKS = {
  named: (from: string) => `(?:import|export)\\s*\\{([^}]*)\\}\\s*from\\s*${from}`,
  whole: (from: string) => `(?:import|export)\\s*\\*[^'"]*from\\s*${from}`,
  byDefault: (from: string) => `import\\s+\\w+[^'"]*from\\s*${from}`,
  member: (from: string) => `(?:require|import)\\(${from}\\)\\)?\\.(\\w+)`,
  taken: (from: string) => `\\{([^}]*)\\}\\s*=\\s*require\\(${from}\\)`,
  held: (from: string) => `(?:const|let|var)\\s+(\\w+)\\s*=\\s*(?:\\w+\\(\\s*)?require\\(${from}\\)`,
} as const;

/**
 * The names of a module that another one uses, `default` when it uses the module itself, `*` when it hands all on.
 * @throws Error when it asks for the module in a way that is not known here
 */
export function namesUsed(code: string, specifier: string): string[] {
  const from = `['"]${specifier.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"]`;
  const found = (way: keyof typeof ASKS) => [...code.matchAll(new RegExp(ASKS[way](from), 'g'))];
  const names = [
    ...[...found('named'), ...found('taken')].flatMap(([, names]) => listed(names)),
    ...found('member').map(([, name = '']) => name),
    ...found('whole').map(() => '*'),
    ...found('byDefault').map(() => 'default'),
    ...found('held').flatMap(([, name = '']) => usesOf(code, name)),
  ];
  if (names.length === 0) throw new Error(`how ${specifier} is asked for is not known`);
  return [...new Set(names)].sort();
}

/** `simple_1.default`, and a call of the module itself. */
function usesOf(code: string, name: string): string[] {
  const members = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member = '']) => member);
  return new RegExp(`\\b${name}\\(`).test(code) ? [...members, 'default'] : members;
}
