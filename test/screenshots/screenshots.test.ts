import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { siteOverHttp } from '../support/site-over-http.ts';
import { SITE_PAGES } from '../support/site-pages.ts';
import { ROOT } from '../support/sources.ts';

/** Where the pictures are, for who looks at them. */
const FOLDER = join(ROOT, 'screenshots');

const chromium = fileBrowser();

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
});

const looks = ['nb', 'en'].flatMap((language) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [360, 1280].map((width) => ({ language, colorScheme, width })),
  ),
);

describe('pictures of the site [D6-site-languages]', () => {
  it.each(SITE_PAGES)('show $name', async ({ name, show }) => {
    for (const { language, colorScheme, width } of looks) {
      const site = await siteOverHttp();
      try {
        const viewport = { width, height: width === 360 ? 740 : 800 };
        const page = await chromium.page({ locale: language, colorScheme, viewport });
        await show(page, site);
        // Nothing is pointed at.
        await page.mouse.move(0, 0);
        await page.screenshot({
          path: join(FOLDER, `${name}-${language}-${colorScheme}-${width}.png`),
          fullPage: true,
          animations: 'disabled',
        });
      } finally {
        await site.close();
      }
    }
  });
});
