import type { Config } from '@oclif/core/config';
import { type Overview, readOverview } from '../../profiles/overview.ts';
import { hasSwitch } from '../command-line.ts';
import { formatDate } from '../format-values.ts';
import { findWidest, wrap } from '../layout.ts';
import { createLook, type OutputStyle } from '../output-style.ts';
import { sanitizeForTerminal, sanitizeJson } from '../sanitize.ts';
import { writeResult } from '../streams.ts';
import { readSurroundings } from '../terminal.ts';
import { type DescribedTopic, describeCommands, describeTopics } from './describe-command.ts';

const TRY = [
  { command: 'payments create --domestic --example', summary: 'Create a payment in the embedded bank' },
  {
    command: 'accounts list --sca approve --as 15813963008 --accounts all',
    summary: 'Read the accounts of a PSU',
  },
  { command: 'doctor', summary: 'Check that everything works' },
];

/** The topics and commands by use, most used first. The last group also gets those that aren't named here. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Pay: ['payments', 'basket'],
  Read: ['accounts', 'cards', 'consent', 'user', 'agreements'],
  Sandbox: ['sandbox', 'sca', 'serve', 'open', 'requests'],
  Signatures: ['verify', 'sign', 'cert', 'proxy'],
  Tools: ['profile', 'doctor', 'explain', 'api', 'session', 'tpp'],
};

const BANKS = { embedded: 'the bank in this program', sandbox: 'a sandbox', production: 'a production bank' };

/** Prints the start page: first commands, current profile, topics. @see C-alone */
export async function showAlone(argv: readonly string[], config: Config): Promise<void> {
  const here = await readOverview(readSurroundings(process));
  const { name, version } = config;
  const about = describeProgram(config);
  const first = TRY.map(({ command, summary }) => ({ command: `${config.bin} ${command}`, summary }));
  if (hasSwitch(argv, '--json')) {
    writeResult(
      sanitizeJson({ name, version, summary: about, try: first, ...here, topics: listTopics(config) }),
    );
    return;
  }
  const look = await createLook(process.stdout, hasSwitch(argv, '--no-color'));
  const { bold } = look.paint;
  const sections = [
    wrap(about, look.width).join('\n'),
    `${bold('Get started')}\n${formatCommandsWithSummaries(first, look)}`,
    `${bold('Current profile')}\n${formatRows(buildProfileRows(here), look)}`,
    ...formatGroups(listTopics(config), look),
    `To see the commands of a topic: ${config.bin} TOPIC --help`,
  ];
  writeResult(sections.join('\n\n'));
}

function describeProgram({ pjson }: Config): string {
  return (pjson.oclif.description ?? '').split('\n')[0] ?? '';
}

/** Lists topics and top-level commands, by name. */
function listTopics(config: Config): DescribedTopic[] {
  const single = describeCommands(config).map(({ name, summary }) => ({ name, summary }));
  return [...describeTopics(config), ...single]
    .filter(({ name }) => !name.includes(' '))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Formats the topics in their groups, each name in the same column. */
function formatGroups(topics: readonly DescribedTopic[], look: OutputStyle): string[] {
  const named = Object.values(GROUPS).flat();
  const others = topics.flatMap(({ name }) => (named.includes(name) ? [] : name));
  const groups = Object.entries({ ...GROUPS, Tools: [...(GROUPS.Tools ?? []), ...others] });
  const label = findWidest(topics.map(({ name }) => name));
  return groups.map(([group, names]) => {
    const members = names.flatMap((name) => topics.filter((topic) => topic.name === name));
    const rows = members.map(({ name, summary }) => [name, summary] as const);
    return `${look.paint.bold(group)}\n${formatRows(rows, look, label)}`;
  });
}

function buildProfileRows({ profile, psu, certificate, problem }: Overview): [string, string][] {
  if (profile === undefined) return [['Settings', problem ?? '']];
  const days = certificate?.daysLeft === 1 ? '1 day left' : `${certificate?.daysLeft} days left`;
  return [
    ['Profile', `${profile.name}, ${BANKS[profile.bank]}`],
    ['PSU', psu === undefined ? 'none yet' : `${psu.customerNumber ?? psu.psuId}, ${psu.context}`],
    [
      'Certificate',
      certificate === undefined
        ? describeMissingCertificate(profile)
        : `${days}, until ${formatDate(certificate.notAfter)}`,
    ],
  ];
}

function describeMissingCertificate({ bank }: NonNullable<Overview['profile']>): string {
  return bank === 'embedded' ? 'created on first use' : "can't be read: psd2 doctor";
}

/** Formats the suggested commands, each with its summary below, because commands are never wrapped. */
function formatCommandsWithSummaries(
  all: readonly { readonly command: string; readonly summary: string }[],
  { paint }: OutputStyle,
): string {
  return all.map(({ command, summary }) => `  ${command}\n    ${paint.dim(summary)}`).join('\n');
}

function formatRows(
  pairs: readonly (readonly [string, string])[],
  { width }: OutputStyle,
  label = findWidest(pairs.map(([name]) => name)),
): string {
  const indent = ' '.repeat(label + 4);
  return pairs
    .map(([name, text]) => {
      const lines = wrap(sanitizeForTerminal(text), width - indent.length);
      return `  ${name.padEnd(label)}  ${lines.join(`\n${indent}`)}`;
    })
    .join('\n');
}
