import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { ROOT } from '../support/sources.ts';
import { TERMINAL_LINES } from '../support/terminal-lines.ts';
import { THEMES, type ThemeName, terminalPicture } from '../support/terminal-picture.ts';
import { type Shown, terminalSessions } from '../support/terminal-session.ts';

/** Where the pictures are, for who looks at them. */
const FOLDER = join(ROOT, 'screenshots', 'terminal');
const SHEET_ROWS = 70;
const chromium = fileBrowser();
const session = terminalSessions(TERMINAL_LINES);

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});

/** As many screens on one picture as a person takes in at once. */
function sheetsOf(shown: readonly Shown[]): string[] {
  const sheets: string[] = [];
  let sheet = '';
  for (const { line, text } of shown.filter(({ text }) => text.trim() !== '')) {
    const screen = `$ psd2 ${line}\n${text.trimEnd()}\n\n`;
    if (sheet !== '' && (sheet + screen).split('\n').length > SHEET_ROWS) {
      sheets.push(sheet);
      sheet = '';
    }
    sheet += screen;
  }
  return [...sheets, sheet];
}

it.each([40, 80, 120])('pictures of terminals of %i columns [A-colour-same-text]', async (columns) => {
  const sheets = sheetsOf(await session({ columns }));
  const page = await chromium.page();
  for (const theme of Object.keys(THEMES) as ThemeName[])
    for (const [place, sheet] of sheets.entries()) {
      const picture = await terminalPicture(sheet, columns, theme, 'Commands in a terminal');
      await page.setContent(`<body style="margin:0">${picture}</body>`);
      const path = join(FOLDER, `${columns}-${theme}-${String(place + 1).padStart(2, '0')}.png`);
      await page.locator('svg').screenshot({ path });
    }
});
