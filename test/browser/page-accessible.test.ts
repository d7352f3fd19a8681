import { expect, it } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { fileBrowser } from '../support/chromium.ts';
import { fillForPages, OPERATOR_PAGES } from '../support/operator-pages.ts';
import { servedSite } from '../support/served-site.ts';

const chromium = fileBrowser();
const site = servedSite();
let filled: Promise<void> | undefined;

it.each(
  OPERATOR_PAGES,
)('what axe finds on the pages of the operator, and the policy keeps back is nothing, and nothing is left open: $name [A-page-accessible, S11-page-shell]', async ({
  show,
}) => {
  filled ??= fillForPages(site);
  await filled;
  const page = await chromium.page({ reducedMotion: 'reduce' });
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) found.push(message.text());
  });
  await page.goto(await site.pageUrl());
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await show(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await axeFindings(page)).map((finding) => `${width} ${colorScheme}: ${finding}`));
    }
    await page.keyboard.press('Escape');
  }
  expect(found).toEqual([]);
});
