import { describe, expect, it } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { fileBrowser } from '../support/chromium.ts';
import { siteOverHttp } from '../support/site-over-http.ts';
import { SITE_PAGES } from '../support/site-pages.ts';

const chromium = fileBrowser();

describe('what axe finds, by any rule that it has [A-site-accessible]', () => {
  it.each(SITE_PAGES)('is nothing, and nothing is left open: $name', async ({ show }) => {
    const site = await siteOverHttp();
    try {
      const page = await chromium.page({ viewport: { width: 360, height: 740 } });
      await show(page, site);
      const found = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        found.push(...(await axeFindings(page)).map((finding) => `${colorScheme}: ${finding}`));
      }
      expect(found).toEqual([]);
    } finally {
      await site.close();
    }
  });
});
