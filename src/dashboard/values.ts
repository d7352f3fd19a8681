import { type Child, h, type VNode } from './dom.ts';
import { formatRoute } from './route.ts';

/** An object of the API, such as a payment. */
export type Row = Readonly<Record<string, unknown>>;

/** Characters that would hide or reorder others, apart from line ends and tabs. */
const HIDDEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function showHidden(all: string): string {
  return all.replace(
    HIDDEN,
    (one) => `‹U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}

/** Shows a text from elsewhere: isolated, with hidden characters made visible, and cut. @see S11-page-text */
export function text(value: unknown, most = 300): Child {
  const all = String(value ?? '');
  if (all === '') return undefined;
  const rest = all.length > most && `… (${all.length} characters)`;
  // A short word isn't broken, so that its column is as wide.
  return h('bdi', { class: all.length > 40 && 'long' }, showHidden(all.slice(0, most)), rest);
}

const CODE_LIMIT = 100_000;

/** Shows a text with its line ends, such as a body or a signing string. */
export function showCode(label: string, code: string): VNode {
  return h('pre', { role: 'group', 'aria-label': label }, text(code, CODE_LIMIT));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indents JSON and changes nothing else: numbers, names and repeated members stay as they were sent. */
export function indentJson(json: string): string {
  try {
    JSON.parse(json);
  } catch {
    return json;
  }
  const tokens = json.match(TOKEN) ?? [];
  let depth = 0;
  const breakLine = () => `\n${'  '.repeat(depth)}`;
  const indented = tokens.map((token, at) => {
    if (/^[{[]$/.test(token)) depth += 1;
    if (/^[}\]]$/.test(token)) depth -= 1;
    if (/^[{[]$/.test(token)) return /^[}\]]$/.test(tokens[at + 1] ?? '') ? token : token + breakLine();
    if (/^[}\]]$/.test(token)) return /^[{[]$/.test(tokens[at - 1] ?? '') ? token : breakLine() + token;
    return token === ',' ? token + breakLine() : token === ':' ? ': ' : token;
  });
  return indented.join('');
}

/** Shows an amount with groups of three: `−12 345.00 NOK`. */
export function showMoney(amount: unknown, currency: unknown): Child {
  const [whole = '', rest] = String(amount).replace('-', '−').split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '\u00a0');
  return h('span', { class: 'number' }, `${grouped}${rest === undefined ? '' : `.${rest}`} ${currency}`);
}

/** Formats a time: the bank's has its own offset; one in UTC is the machine's, and shown as the browser's clock has it. */
export function formatTime(time: string): string {
  if (!time.endsWith('Z')) return time.slice(0, 19).replace('T', ' ');
  const at = new Date(time);
  const offset = at.getTimezoneOffset() * 60_000;
  return new Date(at.getTime() - offset).toISOString().slice(0, 23).replace('T', ' ');
}

function showTime(time: unknown): Child {
  // A narrow column has the date above the time.
  const parts = formatTime(String(time)).split(' ');
  return h(
    'time',
    { datetime: time },
    parts.map((part) => h('span', { class: 'number' }, `${part} `)),
  );
}

const TONES: readonly (readonly [RegExp, string])[] = [
  [/^(?:[45]\d\d|dropped|RJCT|FAILED|CANC|fault|bad)$/, 'alert'],
  [/^(?:[23]\d\d|ACSC|FINALISED|EXEMPTED|good|passed)$/, 'good'],
  [/^(?:PDNG|ACWP|ACWC|PART|warning)$/, 'warn'],
];

/** Shows a status in the colour of its kind. */
export function showStatus(status: unknown): Child {
  const tone = TONES.find(([pattern]) => pattern.test(String(status)))?.[1] ?? '';
  return h('span', { class: `status ${tone}` }, text(status));
}

function showLink(page: string, id: unknown, label = id): VNode {
  return h('a', { href: formatRoute({ page, id: String(id), query: {} }) }, text(label));
}

function createLink(page: string): (value: unknown) => Child {
  return (id) => showLink(page, id);
}

/** Shows the TPP of a request by its name; without a good signature it only says that it is this one. */
export function showTppName({ tpp, signature }: Row): Child {
  const { id, name } = (tpp ?? {}) as Row;
  const isClaim = tpp !== undefined && signature !== 'good';
  return [isClaim && h('span', { class: 'soft' }, 'claims to be '), text(name || id, 80)];
}

function showTpp(tpp: unknown, row: Row): Child {
  if (typeof tpp !== 'object') return text(tpp, 100);
  return [showTppName(row), h('span', { class: 'soft block' }, text((tpp as Row).id, 80))];
}

function showParty(party: unknown): Child {
  const { number, accountId, name } = party as Row;
  return [
    accountId === undefined ? text(number) : showLink('accounts', accountId, number),
    h('span', { class: 'soft block' }, text(name, 80)),
  ];
}

const MONEY = ['amount', 'balance', 'expected', 'creditLine'];

/** Shows members that aren't mere texts, by their names. */
const MEMBERS: Readonly<Record<string, (value: unknown, row: Row) => Child>> = {
  ...Object.fromEntries(
    MONEY.map((name) => [name, (value: unknown, row: Row) => showMoney(value, row.currency)]),
  ),
  at: showTime,
  from: showStatus,
  to: showStatus,
  paymentId: createLink('payments'),
  bulk: createLink('payments'),
  authorisationId: createLink('sca'),
  psu: createLink('customers'),
  customerNumber: createLink('customers'),
  accountId: createLink('accounts'),
  account: (id) => (/^[A-Z]+$/.test(String(id)) ? text(id) : showLink('accounts', id)),
  requestId: (id) =>
    h('a', { href: formatRoute({ page: 'requests', id: undefined, query: { text: String(id) } }) }, text(id)),
  tpp: showTpp,
  debtor: showParty,
  creditor: showParty,
};

const LABELS: Readonly<Record<string, string>> = {
  open: 'Only open',
  ...{
    transactionStatus: 'Status',
    scaStatus: 'Status',
    at: 'Time',
    createdAt: 'Created',
    startedAt: 'Started',
  },
  ...{
    tpp: 'TPP',
    tppName: 'TPP’s name',
    psu: 'PSU',
    sca: 'SCA',
    iban: 'IBAN',
    requestId: 'X-Request-ID',
    link: 'PSU’s page',
  },
  ...{
    customerNumber: 'Customer',
    customerName: 'Name',
    customerType: 'Type',
    strikes: 'Hits',
    initiation: 'As the TPP sent it',
  },
};

/** Labels a member: `executionDate` is `Execution date`; ids keep their names. */
export function labelMember(name: string): string {
  const words = /Id$/.test(name) ? name : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (
    LABELS[name] ??
    (words === name && /Id$/.test(name) ? name : words.charAt(0).toUpperCase() + words.slice(1))
  );
}

export function isNumeric(name: string, value: unknown): boolean {
  return MONEY.includes(name) || typeof value === 'number';
}

/** Shows a member of an object. */
export function showMember(name: string, row: Row): Child {
  const value = row[name];
  if (value === undefined || value === null || value === '') return undefined;
  const { amount, currency } = value as Row;
  if (currency !== undefined) return showMoney(amount, currency);
  const show = MEMBERS[name];
  if (show !== undefined) return show(value, row);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return text(value.join(', '));
  if (/At$/.test(name)) return showTime(value);
  return /status$/i.test(name) ? showStatus(value) : text(value);
}
