import type { Authorisation, ConsentAccount } from '../../domain/authorisation.ts';
import type { Form } from '../../guards/load-form.ts';
import type { Consentable } from '../../life/consent.ts';
import { type Html, html } from './html.ts';
import { accountNumber } from './numbers.ts';
import type { ConsentWords } from './words/words.ts';

/** The accounts of a consent: chosen in step 3, named in step 4. @see D6-consent, D15-context-accounts */

/** Before the id: each box has a name of its own, because no field comes twice. */
const FIELD = 'account:';

/** Ids of the accounts whose boxes were ticked; whether they are the PSU's to choose is looked at elsewhere. */
export function tickedIn(form: Form): readonly string[] {
  const names = [...form.keys()].filter((name) => name.startsWith(FIELD));
  return names.map((name) => name.slice(FIELD.length));
}

export interface AccountsChoice {
  readonly text: Html;
  readonly fields: Html;
}

/** @param ticked of a form that could not be taken; absent: those granted are ticked */
export function accountsChoice(
  sca: Authorisation,
  { listed, granted }: Consentable,
  words: ConsentWords,
  ticked: readonly string[] | undefined,
): AccountsChoice {
  const isTicked = ({ id }: ConsentAccount) => ticked?.includes(id) ?? granted.has(id);
  const alert = html`<p class="alert" role="alert">${words.changed}</p>`;
  const groupOf = (kind: ConsentAccount['kind'], legend: string) => {
    const accounts = listed.filter((account) => account.kind === kind);
    return accounts.length === 0 ? undefined : group(legend, accounts, isTicked);
  };
  return {
    text: html`${ticked && alert}
<p>${words.asks(asker(sca))}</p>
<p>${words.howLong}</p>
${listed.length === 0 ? html`<p>${words.noAccounts}</p>` : undefined}`,
    fields: html`${groupOf('ACCOUNT', words.accounts)}
${groupOf('CARD', words.cards)}`,
  };
}

function group(
  legend: string,
  accounts: readonly ConsentAccount[],
  isTicked: (account: ConsentAccount) => boolean,
): Html {
  const boxes = accounts.map((account) => {
    const checked = isTicked(account) ? html` checked` : undefined;
    return html`<label><input type="checkbox" name="${FIELD}${account.id}" value="yes"${checked}> ${named(account)}</label>
`;
  });
  return html`<fieldset>
<legend>${legend}</legend>
${boxes}</fieldset>`;
}

function named({ name, number }: ConsentAccount): Html {
  return html`<span><bdi>${name}</bdi> <span class="number">${accountNumber(number)}</span></span>`;
}

/** What will be shown, and to whom. */
export function accountsSummary(
  sca: Authorisation,
  accounts: readonly ConsentAccount[],
  granted: ReadonlySet<string>,
  words: ConsentWords,
): Html {
  if (accounts.length === 0) {
    const ends = granted.size === 0 ? undefined : html`<p>${words.ends}</p>`;
    return html`<p>${words.showsNothing(asker(sca))}</p>
${ends}`;
  }
  return html`<p>${words.shows(asker(sca))}</p>
<ul>
${accounts.map((account) => html`<li>${named(account)}</li>\n`)}</ul>
<p>${words.howLong}</p>`;
}

function asker({ tpp, tppName }: Authorisation): Html {
  return html`<strong><bdi>${tppName || tpp}</bdi></strong>`;
}
