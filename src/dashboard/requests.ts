import type { App, Page } from './app.ts';
import { type Child, h } from './dom.ts';
import { showButton, showObject, showSection, showTable } from './show.ts';
import { formatTime, indentJson, type Row, showCode, showStatus, showTppName, text } from './values.ts';

interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly bodyBase64?: string;
  readonly bodyBytes: number;
  readonly isBodyCut?: boolean;
}

interface Finding extends Row {
  readonly suspects?: readonly { readonly reason: string }[];
  readonly difference?: {
    readonly line: number;
    readonly column: number;
    readonly expected: string;
    readonly found: string;
  };
}

interface Verification {
  readonly report: {
    readonly findings: readonly Finding[];
    readonly signingString: string | null;
    readonly checks: readonly Row[];
  };
  readonly text: string;
}

/** Requests as they come, and the report of `verify` for a refused signature. */
export const REQUESTS: Page = {
  name: 'requests',
  title: 'Requests',
  identify: ({ id }) => String(id),
  isLive: true,
  filters: [
    ['status', ['2xx', '3xx', '4xx', '5xx', '400', '401', '403', '404', '409', '429', '500']],
    ['operation', ({ operation }) => operation],
    ['tpp', ({ tpp }) => (tpp as Row | undefined)?.id],
    ['text'],
  ],
  empty: 'No request has come yet. Those of the interface and of the PSU’s site appear here as they come.',
  columns: [
    ['Time', ({ at }) => h('span', { class: 'number' }, formatTime(String(at)).slice(11, 19))],
    ['Status', ({ status }) => showStatus(status ?? 'dropped')],
    [
      'Request',
      (row) => [
        h('span', { class: 'strong' }, text(nameRequest(row), 200)),
        h('span', { class: 'soft block' }, showReasons(row)),
      ],
    ],
    ['+TPP', showTppName],
    ['+ms', ({ milliseconds }) => h('span', { class: 'number' }, Math.round(Number(milliseconds)))],
  ],
  hidden: ['id', 'method', 'target', 'request', 'response', 'curl', 'verification'],
  nameDetail: nameRequest,
  // Bytes that were no request have nothing more to show.
  loadDetail: async ({ api, state }, id) =>
    state.list?.data?.rows.find((row) => row.listener === 'server' && String(row.id) === id) ??
    api.get<Row>(`requests/${encodeURIComponent(id)}`),
  completeDetail: async ({ api }, detail, left) => {
    if (detail.signature !== 'bad') return detail;
    // Moving through the list requests a report only of the request that stays open.
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (left.aborted) return detail;
    try {
      return { ...detail, verification: await api.get(`requests/${detail.id}/verification`, {}, left) };
    } catch (error) {
      return { ...detail, verification: (error as Error).message };
    }
  },
  showDetail: (app, detail) => [
    h('p', { class: 'mono' }, h('strong', {}, text(detail.method)), ' ', text(detail.target, 2000)),
    h(
      'div',
      { class: 'acts' },
      detail.curl !== undefined && showButton('Copy as curl', () => void copyText(app, String(detail.curl))),
      showButton(app.state.isRaw ? 'Indent JSON' : 'Show as sent', () =>
        app.change({ isRaw: !app.state.isRaw }),
      ),
    ),
    detail.signature === 'bad' &&
      showVerification((detail.verification ?? 'Searching for the cause…') as Verification | string),
    showRefusal(detail),
    showObject(detail, REQUESTS),
    (['request', 'response'] as const).map(
      (name) => detail[name] !== undefined && showMessage(name, detail[name] as Message, app.state.isRaw),
    ),
  ],
};

/** Names the operation, else method and path; bytes that are no request have neither. */
function nameRequest({ operation, method, target, refused }: Row): string {
  return String(
    operation ??
      (method === undefined ? (refused ?? 'No request') : `${method} ${String(target).split('?', 1)[0]}`),
  );
}

function showReasons(row: Row): Child {
  const names = ['codes', 'findings', 'faults'].flatMap((name) => (row[name] ?? []) as readonly string[]);
  return text([...new Set(names)].join(', '), 120);
}

async function copyText(app: App, curl: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(curl);
    app.tell('The curl command is in the clipboard.');
  } catch {
    app.tell('The browser does not let this page write to the clipboard.', true);
  }
}

function showVerification(verification: Verification | string): Child {
  const title = 'Why the signature is refused';
  if (typeof verification === 'string') return showSection(title, h('p', {}, text(verification)));
  const { findings, checks, signingString } = verification.report;
  const state = (check: Row) => [showStatus(check.state), ' ', text(check.name)];
  return showSection(
    title,
    findings.map(showFinding),
    signingString !== null &&
      h(
        'details',
        { open: true },
        h('summary', {}, 'Signing string'),
        showCode('Signing string', signingString),
      ),
    h(
      'details',
      {},
      h('summary', {}, 'All checks'),
      showTable('Checks', checks, [['Check', state], 'detail']),
    ),
    h('details', {}, h('summary', {}, 'The report of psd2 verify'), showCode('Report', verification.text)),
  );
}

function showFinding(finding: Finding): Child {
  const { code, cause, severity, header, message, remedy, suspects = [], difference } = finding;
  const place = difference === undefined ? '' : `, line ${difference.line}, column ${difference.column}`;
  const compared = [
    ['Expected', finding.expected],
    ['Found', finding.found],
    [`Hashed${place}`, difference?.expected],
    [`Sent${place}`, difference?.found],
  ] as const;
  return h(
    'div',
    { class: `finding ${severity}` },
    h('p', { class: 'strong' }, text(message, 2000)),
    h('p', {}, text(remedy, 2000)),
    suspects.map(({ reason }) => h('p', {}, text(reason, 1000))),
    compared.map(
      ([name, value]) =>
        value !== undefined && [h('p', { class: 'block' }, name), showCode(name, String(value))],
    ),
    h(
      'p',
      { class: 'block' },
      text([code, cause && `cause ${cause}`, header && `header ${header}`].filter(Boolean).join(', ')),
    ),
  );
}

function showMessage(name: 'request' | 'response', message: Message, isRaw: boolean): Child {
  const { headers, body, bodyBase64 = '', bodyBytes, isBodyCut } = message;
  const shown = body ?? bodyBase64;
  const facts = headers.map(([header, value]) =>
    h('div', {}, h('dt', {}, text(header)), h('dd', {}, text(value, isRaw ? 20_000 : 200))),
  );
  return showSection(
    name === 'request' ? 'Request' : 'Answer',
    h('dl', {}, facts),
    bodyBytes > 0 && [
      h(
        'p',
        { class: 'soft' },
        `Body, ${bodyBytes} bytes${body === undefined ? ', in Base64' : ''}${isBodyCut ? ', cut' : ''}`,
      ),
      showCode(`Body of the ${name}`, isRaw ? shown : indentJson(shown)),
    ],
  );
}

/** Shows the bank's messages of a refusal, which a bad signature explains better. */
function showRefusal(detail: Row): Child {
  const { status, verification, response } = detail;
  if (Number(status) < 400 || typeof verification === 'object') return undefined;
  const messages = readMessages((response as Message | undefined)?.body);
  return (
    messages.length > 0 &&
    showSection(
      'Why it is refused',
      messages.map(({ code, path, text: says }) =>
        h(
          'div',
          { class: 'finding error' },
          h('p', { class: 'strong' }, text(says, 2000)),
          h('p', { class: 'block' }, text(path ? `${code}, ${path}` : code)),
        ),
      ),
    )
  );
}

function readMessages(body = ''): readonly Row[] {
  try {
    return (JSON.parse(body) as { tppMessages?: readonly Row[] }).tppMessages ?? [];
  } catch {
    return [];
  }
}
