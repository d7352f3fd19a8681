import { expect, it } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { fileBrowser } from '../support/chromium.ts';
import { siteOverHttp } from '../support/site-over-http.ts';
import { SITE_PAGES } from '../support/site-pages.ts';

const chromium = fileBrowser();

it.each(
  SITE_PAGES,
)('what axe finds, by any rule that it has, and the policy keeps back is nothing, and nothing is left open: $name [A-site-accessible, S9-page-headers]', async ({
  show,
}) => {
  const site = await siteOverHttp();
  try {
    const page = await chromium.page({ viewport: { width: 360, height: 740 } });
    const found: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) found.push(message.text());
    });
    await show(page, site);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await axeFindings(page)).map((finding) => `${colorScheme}: ${finding}`));
    }
    expect(found).toEqual([]);
  } finally {
    await site.close();
  }
});
