import type { TestBank } from '../bank.ts';
import { Browser, type Filled, type Page } from './browser.ts';
import type { Control, Form } from './html.ts';

/** Steps of the bank's authorisation site, found by what a page offers, whatever its fields are called. */

export type Context = 'PRIVATE' | 'CORPORATE';
export type Decision = 'confirm' | 'decline';

const WORDS: Readonly<Record<Decision, RegExp>> = {
  confirm: /confirm|approve|accept|bekreft|godkjenn/i,
  decline: /decline|reject|refuse|cancel|deny|avslå|avvis|avbryt/i,
};
const TYPED = ['text', 'tel', 'number', 'search', 'password'];

export interface Psu {
  readonly number: string;
  readonly context?: Context;
}

function controls(page: Page): Control[] {
  return page.forms.flatMap((form) => form.controls);
}

function formWith(page: Page, control: Control): Form {
  return page.forms.find((form) => form.controls.includes(control))!;
}

function isButton({ type }: Control): boolean {
  return type === 'submit' || type === 'image';
}

/** The field for the customer number, on the first page. */
export function numberField(page: Page): Control | undefined {
  return controls(page).find(({ type }) => TYPED.includes(type));
}

/** What chooses a context, on the second page. */
export function contextControl(page: Page, context: Context): Control | undefined {
  return controls(page).find(
    ({ type, value }) => ['radio', 'submit'].includes(type) && value.toUpperCase().startsWith(context),
  );
}

/** The button of a decision, on the last page. */
export function decisionButton(page: Page, decision: Decision): Control | undefined {
  const other = WORDS[decision === 'confirm' ? 'decline' : 'confirm'];
  const named = controls(page).filter(isButton);
  return (
    named.find(({ value }) => WORDS[decision].test(value) && !other.test(value)) ??
    named.find(({ text }) => WORDS[decision].test(text) && !other.test(text))
  );
}

/** Whether the page asks for the decision: it has a button for each. */
export function asksForDecision(page: Page): boolean {
  return decisionButton(page, 'confirm') !== undefined && decisionButton(page, 'decline') !== undefined;
}

/** One step; `follow: false` shows the answer to the form itself. */
export interface Way {
  readonly follow?: boolean;
}

function send(
  browser: Browser,
  page: Page,
  filled: Filled,
  button: Control | undefined,
  way: Way,
  form?: Form,
) {
  return way.follow === false
    ? browser.post(page, filled, button, form)
    : browser.submit(page, filled, button, form);
}

export function identify(browser: Browser, page: Page, number: string, way: Way = {}): Promise<Page> {
  const field = numberField(page);
  if (!field?.name) throw new Error(`no field for a number (${page.status}): ${page.text}`);
  const form = formWith(page, field);
  return send(browser, page, { [field.name]: number }, form.controls.find(isButton), way, form);
}

export function chooseContext(browser: Browser, page: Page, context: Context, way: Way = {}): Promise<Page> {
  const control = contextControl(page, context);
  if (!control?.name) throw new Error(`no ${context} context to choose (${page.status}): ${page.text}`);
  const form = formWith(page, control);
  if (isButton(control)) return send(browser, page, {}, control, way, form);
  const button = form.controls.find(isButton);
  return send(browser, page, { [control.name]: control.value }, button, way, form);
}

/** Presses the button that leads on: the first that declines nothing. */
export function goOn(browser: Browser, page: Page, way: Way = {}): Promise<Page> {
  const declines = decisionButton(page, 'decline');
  const button = controls(page).find((control) => isButton(control) && control !== declines);
  if (!button) throw new Error(`no way on from (${page.status}): ${page.text}`);
  return send(browser, page, {}, button, way, formWith(page, button));
}

export function decide(browser: Browser, page: Page, decision: Decision, way: Way = {}): Promise<Page> {
  const button = decisionButton(page, decision);
  if (!button) throw new Error(`nothing to ${decision} (${page.status}): ${page.text}`);
  return send(browser, page, {}, button, way, formWith(page, button));
}

/** From any page of the site to the one with the decision, or to where the site leads instead. */
export async function toDecision(browser: Browser, page: Page, psu: Psu): Promise<Page> {
  let at = page;
  for (let step = 0; step < 6; step += 1) {
    if (at.leavesTo !== undefined || asksForDecision(at) || controls(at).length === 0) return at;
    if (numberField(at)) at = await identify(browser, at, psu.number);
    else if (contextControl(at, 'PRIVATE')) at = await chooseContext(browser, at, psu.context ?? 'PRIVATE');
    else at = await goOn(browser, at);
  }
  throw new Error(`the site never asks for a decision: ${at.text}`);
}

/** Opens a link in a browser of its own and goes the whole way; answers where the PSU is sent. */
export async function walk(bank: TestBank, link: string, psu: Psu, decision: Decision): Promise<URL> {
  const browser = new Browser(bank);
  const page = await toDecision(browser, await browser.open(link), psu);
  const end = page.leavesTo === undefined ? await decide(browser, page, decision) : page;
  if (end.leavesTo === undefined) throw new Error(`no redirect at the end (${end.status}): ${end.text}`);
  return new URL(end.leavesTo);
}

/** The parameters of a redirect, each once. */
export function parametersOf(redirect: URL | string): Record<string, string> {
  const given = [...new URL(redirect).searchParams];
  const parameters = Object.fromEntries(given);
  if (Object.keys(parameters).length !== given.length) throw new Error(`a name comes twice: ${redirect}`);
  return parameters;
}
