import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { expectCommitted } from '../support/committed.ts';
import { alike } from '../support/documents.ts';
import { ROOT } from '../support/sources.ts';
import type { TerminalLine } from '../support/terminal-lines.ts';
import { THEMES, type ThemeName, terminalPicture } from '../support/terminal-picture.ts';
import { terminalSessions } from '../support/terminal-session.ts';

const COLUMNS = 92;
const TITLE = 'A payment is created and approved, and a refused signature is explained';

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

const session = terminalSessions([...UNSEEN, ...SEEN]);

/** What README's first screen shows: commands and what they print, in colour. */
async function screens(): Promise<string> {
  const shown = (await session({ columns: COLUMNS })).slice(UNSEEN.length);
  return shown.map(({ line, text }) => `${PROMPT} psd2 ${line}\n${cut(text.trim())}\n`).join('\n');
}

const PROMPT = '\u001b[2m$\u001b[22m';

/** Of an explanation the verdict and the finding: the rest is for who looks closer. */
function cut(text: string): string {
  const [start, end] = [/^.*Certificate/m.exec(text)?.index, text.indexOf('\n\n', text.indexOf('Remedy:'))];
  if (start === undefined) return text;
  const finding = text.slice(/^.*1\. .*$/m.exec(text)?.index, end);
  return `${text.slice(0, start)}…\n${finding}`;
}

describe('the picture of README [A-docs-run]', () => {
  it.each(Object.keys(THEMES) as ThemeName[])('shows what a terminal shows, %s', async (theme) => {
    const path = `docs/pictures/terminal-${theme}.svg`;
    const picture = await terminalPicture(await screens(), COLUMNS, theme, TITLE);
    const held = readFileSync(join(ROOT, path), 'utf8');
    const rewrite = 'npm run test:all -- --screenshots';
    // Ids differ each time.
    expectCommitted(
      { path, variable: 'PSD2_UPDATE_PICTURE', rewrite },
      alike(picture) === alike(held) ? held : picture,
    );
  });
});
