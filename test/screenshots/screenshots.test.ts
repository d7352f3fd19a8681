import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { rewrites } from '../support/committed.ts';
import { fillForPages, OPERATOR_PAGES } from '../support/operator-pages.ts';
import { servedSite } from '../support/served-site.ts';
import { siteOverHttp } from '../support/site-over-http.ts';
import { SITE_PAGES } from '../support/site-pages.ts';
import { ROOT } from '../support/sources.ts';

/** Holds the pictures that a developer looks at. */
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

it.each(SITE_PAGES)('pictures of the site show $name [D6-site-languages]', async ({ name, show }) => {
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

const psuPage = SITE_PAGES.find(({ name }) => name === 'check');

it.each([
  'light',
  'dark',
] as const)('the pictures of README show where the PSU approves a payment, %s [A-docs-run]', async (colorScheme) => {
  const site = await siteOverHttp();
  try {
    const page = await chromium.page({
      colorScheme,
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
    });
    await psuPage?.show(page, site);
    await page.mouse.move(0, 0);
    const folder = rewrites('PSD2_UPDATE_PICTURE', process.env) ? join(ROOT, 'docs', 'pictures') : FOLDER;
    await page.screenshot({
      path: join(folder, `psu-${colorScheme}.png`),
      fullPage: true,
      animations: 'disabled',
    });
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(1);
  } finally {
    await site.close();
  }
});

const served = servedSite();
let filled: Promise<void> | undefined;

it.each(OPERATOR_PAGES)('pictures of the operator’s page show $name [A-page-accessible]', async ({
  name,
  show,
}) => {
  filled ??= fillForPages(served);
  await filled;
  const page = await chromium.page();
  await page.goto(await served.pageUrl());
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
    await show(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(FOLDER, `operator-${name}-${colorScheme}-${width}.png`);
      await page.screenshot({ path, fullPage: width === 360, animations: 'disabled' });
    }
    await page.keyboard.press('Escape');
  }
});
