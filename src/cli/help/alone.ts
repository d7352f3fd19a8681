import type { Config } from '@oclif/core/config';
import { type Overview, overview } from '../../profiles/overview.ts';
import { hasSwitch } from '../command-line.ts';
import { harmless, harmlessJson } from '../foreign-text.ts';
import { widest, wrap } from '../layout.ts';
import { type Look, lookOf } from '../look.ts';
import { dateText } from '../shown-values.ts';
import { writeResult } from '../streams.ts';
import { surroundingsOf } from '../terminal.ts';
import { type DescribedTopic, describeCommands, describeTopics } from './described.ts';

const TRY = [
  { command: 'payments create --domestic --example', summary: 'Create a payment in the embedded bank' },
  {
    command: 'accounts list --sca approve --as 15813963008 --accounts all',
    summary: 'Read the accounts of a PSU',
  },
  { command: 'doctor', summary: 'Check that everything works' },
];

const BANKS = { embedded: 'the bank in this program', sandbox: 'a sandbox', production: 'a production bank' };

/** What `psd2` alone says: what it is, what to try first, where one is, and every topic once. @see C-alone */
export async function showAlone(argv: readonly string[], config: Config): Promise<void> {
  const here = await overview(surroundingsOf(process));
  const { name, version } = config;
  const about = aboutProgram(config);
  const first = TRY.map(({ command, summary }) => ({ command: `${config.bin} ${command}`, summary }));
  if (hasSwitch(argv, '--json')) {
    writeResult(harmlessJson({ name, version, summary: about, try: first, ...here, topics: topics(config) }));
    return;
  }
  const look = await lookOf(process.stdout, hasSwitch(argv, '--no-color'));
  const { bold } = look.paint;
  const sections = [
    wrap(about, look.width).join('\n'),
    `${bold('Try first')}\n${tries(first, look)}`,
    `${bold('Where you are')}\n${rows(placeRows(here), look)}`,
    `${bold('Topics')}\n${rows(
      topics(config).map(({ name, summary }) => [name, summary]),
      look,
    )}`,
    `To see the commands of a topic: ${config.bin} TOPIC --help`,
  ];
  writeResult(sections.join('\n\n'));
}

function aboutProgram({ pjson }: Config): string {
  return (pjson.oclif.description ?? '').split('\n')[0] ?? '';
}

/** Topics and commands that stand alone, by name. */
function topics(config: Config): DescribedTopic[] {
  const single = describeCommands(config).map(({ name, summary }) => ({ name, summary }));
  return [...describeTopics(config), ...single]
    .filter(({ name }) => !name.includes(' '))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function placeRows({ profile, psu, certificate, problem }: Overview): [string, string][] {
  if (profile === undefined) return [['Settings', problem ?? '']];
  const days = certificate?.daysLeft === 1 ? '1 day left' : `${certificate?.daysLeft} days left`;
  return [
    ['Profile', `${profile.name}, ${BANKS[profile.bank]}`],
    ['PSU', psu === undefined ? 'none yet' : `${psu.customerNumber ?? psu.psuId}, ${psu.context}`],
    [
      'Certificate',
      certificate === undefined ? noCertificate(profile) : `${days}, until ${dateText(certificate.notAfter)}`,
    ],
  ];
}

function noCertificate({ bank }: NonNullable<Overview['profile']>): string {
  return bank === 'embedded' ? 'created on first use' : "can't be read: psd2 doctor";
}

/** Commands are never broken, so what each does stands below. */
function tries(
  all: readonly { readonly command: string; readonly summary: string }[],
  { paint }: Look,
): string {
  return all.map(({ command, summary }) => `  ${command}\n    ${paint.dim(summary)}`).join('\n');
}

function rows(pairs: readonly (readonly [string, string])[], { width }: Look): string {
  const label = widest(pairs.map(([name]) => name));
  const indent = ' '.repeat(label + 4);
  return pairs
    .map(([name, text]) => {
      const lines = wrap(harmless(text), width - indent.length);
      return `  ${name.padEnd(label)}  ${lines.join(`\n${indent}`)}`;
    })
    .join('\n');
}
