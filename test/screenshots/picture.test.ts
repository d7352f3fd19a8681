import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { expectCommitted } from '../support/committed.ts';
import { alike } from '../support/documents.ts';
import { ROOT } from '../support/sources.ts';
import type { TerminalLine } from '../support/terminal-lines.ts';
import { THEMES, type ThemeName, terminalPicture } from '../support/terminal-picture.ts';
import { terminalSessions } from '../support/terminal-session.ts';

const COLUMNS = 92;

/** A world of its own first: its ids are the same each time. */
const UNSEEN: readonly TerminalLine[] = [
  { line: 'sandbox init --yes', keeps: 'world' },
  {
    line: `sign POST https://bank.example/v1/payments/norwegian-domestic-credit-transfers --data '{"instructedAmount":{"amount":"100.50","currency":"NOK"}}' --break digest-mismatch/reserialised --format json`,
    into: 'refused.json',
  },
];

const SEEN: readonly TerminalLine[] = [
  { line: 'payments create --domestic --example --sca approve' },
  { line: 'verify refused.json', exit: 6 },
];

const PLOT: readonly TerminalLine[] = [
  { line: 'sandbox init --demo --yes', keeps: 'world' },
  { line: 'accounts list --sca approve --as 15813963008', keeps: 'accounts' },
  { line: 'accounts balances 99901067291 --plot' },
];

const PICTURES = {
  terminal: {
    title: 'A payment is created and approved, and a refused signature is explained',
    session: terminalSessions([...UNSEEN, ...SEEN]),
    first: UNSEEN.length,
  },
  plot: {
    title: 'The booked balance of an account over 90 days',
    session: terminalSessions(PLOT),
    first: PLOT.length - 1,
  },
};

/** What a picture of README shows: commands and what they print, in colour. */
async function screensOf({ session, first }: (typeof PICTURES)[keyof typeof PICTURES]): Promise<string> {
  const shown = (await session({ columns: COLUMNS, env: { LANG: 'C.UTF-8' } })).slice(first);
  return shown.map(({ line, text }) => `${PROMPT} psd2 ${line}\n${cut(text.trimEnd())}\n`).join('\n');
}

const PROMPT = '\u001b[2m$\u001b[22m';

/** Of an explanation the verdict and the finding: the rest is for who looks closer. */
function cut(text: string): string {
  const [start, end] = [/^.*Certificate/m.exec(text)?.index, text.indexOf('\n\n', text.indexOf('Remedy:'))];
  if (start === undefined) return text;
  const finding = text.slice(/^.*1\. .*$/m.exec(text)?.index, end);
  return `${text.slice(0, start)}…\n${finding}`;
}

it.each(
  Object.entries(PICTURES).flatMap(([name, picture]) =>
    (Object.keys(THEMES) as ThemeName[]).map((theme) => ({ name, theme, picture })),
  ),
)('the pictures of README show what a terminal shows, $name-$theme [A-docs-run]', async ({
  name,
  theme,
  picture,
}) => {
  const path = `docs/pictures/${name}-${theme}.svg`;
  const made = await terminalPicture(await screensOf(picture), COLUMNS, theme, picture.title);
  const held = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
  // Ids differ each time.
  expectCommitted(
    { path, variable: 'PSD2_UPDATE_PICTURE', rewrite: 'npm run test:all -- --screenshots' },
    alike(made) === alike(held) ? held : made,
  );
});
