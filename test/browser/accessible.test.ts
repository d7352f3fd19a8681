import { describe, expect, it } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { fileBrowser } from '../support/chromium.ts';
import { servedSite } from '../support/served-site.ts';

const chromium = fileBrowser();
const site = servedSite();

describe('what axe finds [A-site-accessible]', () => {
  it.each(['light', 'dark'] as const)('is nothing, and leaves nothing open: %s', async (colorScheme) => {
    const { link } = await site.asked('--domestic');
    const page = await chromium.page({ colorScheme });
    await page.goto(link);
    expect(await axeFindings(page)).toEqual([]);
  });
});
