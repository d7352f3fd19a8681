import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Of axe's rules, what a page breaks and what it leaves open: each rule with the places. No rule is off. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
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
