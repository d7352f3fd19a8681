import type { DescribedCommand, DescribedFlag, DescribedTopic } from '../../src/cli/help/describe-command.ts';

/** Flags that each command of a kind has: they are told once. */
const SHARED = ['EXCHANGE', 'GLOBAL'];

/** A page of docs/commands. */
export interface Page {
  /** From the root of the package. */
  readonly path: string;
  readonly text: string;
}

/** A page for each topic, one for what stands alone, and a page of contents: what `help --json` tells, as Markdown. */
export function commandPages(
  commands: readonly DescribedCommand[],
  known: readonly DescribedTopic[],
  bin: string,
): Page[] {
  const topics = known.filter(({ name }) => !name.includes(' '));
  const own = commands.filter(({ name }) => !topics.some((topic) => topic.name === name.split(' ')[0]));
  const tops = own.filter(({ name }) => !name.includes(' '));
  const all = [
    ...topics.map(({ name, summary }) => ({ name, summary, members: below(name, commands) })),
    ...tops.map(({ name, summary }) => ({
      name,
      summary,
      members: [...own.filter((one) => one.name === name), ...below(name, own)],
    })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    { path: 'docs/commands/README.md', text: contents(all, bin, commands) },
    ...all.map(({ name, summary, members }) => ({
      path: `docs/commands/${name}.md`,
      text: page(name, summary, members, bin),
    })),
  ];
}

interface Section {
  readonly name: string;
  readonly summary: string;
  readonly members: readonly DescribedCommand[];
}

function below(name: string, commands: readonly DescribedCommand[]): DescribedCommand[] {
  return commands.filter((command) => command.name.startsWith(`${name} `));
}

const GENERATED = 'This page is made from what the program declares: `psd2 help --json` tells the same.';

function contents(all: readonly Section[], bin: string, commands: readonly DescribedCommand[]): string {
  const calling = commands.find(({ flags }) => flags.some(({ group }) => group === 'EXCHANGE'));
  const shared = SHARED.map((group) => {
    const flags = calling?.flags.filter((flag) => flag.group === group) ?? [];
    const of = group === 'GLOBAL' ? 'Every command' : 'Every command that calls the bank';
    return `${of} has these flags:\n\n${flagTable(flags)}`;
  });
  const rows = all.map(({ name, summary }) => `| [${bin} ${name}](${name}.md) | ${cell(summary)} |`);
  return `# Commands\n\n${GENERATED}\n\n| | |\n|---|---|\n${rows.join('\n')}\n\n${shared.join('\n\n')}\n`;
}

function page(name: string, summary: string, members: readonly DescribedCommand[], bin: string): string {
  const sections = members.map((command) => section(command, bin));
  return `# ${bin} ${name}\n\n${summary}\n\n${GENERATED}\nFlags that many commands have: [Commands](README.md).\n\n${sections.join('\n')}`;
}

function section(command: DescribedCommand, bin: string): string {
  const {
    name,
    summary,
    description,
    usage,
    aliases = [],
    examples = [],
    arguments: args = [],
    flags,
  } = command;
  const own = flags.filter(({ group = '' }) => !SHARED.includes(group));
  const lines = examples.flatMap((example) => [
    ...(example.description === undefined ? [] : [`# ${example.description}`]),
    example.command,
  ]);
  const parts = [
    `## ${bin} ${name}`,
    `${summary}${description === undefined ? '' : `\n\n${description}`}`,
    code([usage]),
    ...(aliases.length === 0 ? [] : [`Also: ${aliases.map((alias) => `\`${bin} ${alias}\``).join(', ')}`]),
    ...(lines.length === 0 ? [] : [code(lines)]),
    ...(args.length === 0
      ? []
      : [
          table(
            'Argument',
            args.map((arg) => [`${arg.name}${arg.repeatable ? '...' : ''}`, arg.description ?? '']),
          ),
        ]),
    ...(own.length === 0 ? [] : [flagTable(own)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Not `sh`: what runs is tested with the help of commands. */
function code(lines: readonly string[]): string {
  return ['```text', ...lines, '```'].join('\n');
}

function flagTable(flags: readonly DescribedFlag[]): string {
  return table(
    'Flag',
    flags.map(({ name, value, required, repeatable, description, options, default: usual }) => [
      `${name}${value === undefined ? '' : ` ${value}`}${repeatable ? '...' : ''}`,
      [
        ...(required ? ['Required.'] : []),
        description,
        ...(options === undefined ? [] : [`One of ${options.join(', ')}.`]),
        ...(usual === undefined ? [] : [`Default: ${String(usual)}.`]),
      ].join(' '),
    ]),
  );
}

function table(heading: string, rows: readonly (readonly [string, string])[]): string {
  return [
    `| ${heading} | |`,
    '|---|---|',
    ...rows.map(([name, text]) => `| \`${name.replaceAll('|', '\\|')}\` | ${cell(text)} |`),
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
