import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { siteOverHttp } from '../support/site-over-http.ts';
import { SITE_PAGES } from '../support/site-pages.ts';

/** Of axe's rules, what a page breaks and what it leaves open: each rule with the places. No rule is off. */
async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const everyRule = axe.getRules().map(({ ruleId }) => ruleId);
  const results = (await page.evaluate(`axe.run(document, ${options(everyRule)})`)) as axe.AxeResults;
  return [...results.violations, ...results.incomplete].flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Those that axe leaves out by itself, too: the experimental, and those of AAA. */
function options(rules: readonly string[]): string {
  return JSON.stringify({ runOnly: { type: 'rule', values: rules } });
}

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
