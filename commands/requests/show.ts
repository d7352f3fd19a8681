import { Args, defineCommand } from '../../src/cli/command.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import type { formatExchange } from '../../src/serve/window/shown.ts';

type Shown = ReturnType<typeof formatExchange>;

/** @see C-requests */
export default defineCommand(
  {
    summary: 'Show a request of a served bank and its answer in full.',
    description:
      'Shows headers and bodies as they were sent, without striking anything out: it is a test bank.',
    examples: {
      'By its number in the list': 'requests show 17',
      'As a curl command': 'requests show 17 --quiet',
    },
    args: { id: Args.string({ description: 'Number of the request in the list.', required: true }) },
    presentation: { text: formatShown, quiet: ({ curl }: Shown) => (curl === undefined ? [] : [curl]) },
  },
  async (command, { args: { id }, flags: { profile } }) => {
    const { withOperator } = await import('../../src/serve/operator-client.ts');
    return withOperator(
      command.context,
      profile,
      async ({ get }) => (await get(`/operator/requests/${encodeURIComponent(id)}`)) as Shown,
    );
  },
);

function formatShown({ method = '', target = '', status, request, response, ...row }: Shown): string {
  const { tpp, signature, at } = row;
  const from = tpp && `${signature === 'good' ? 'From' : 'Claims to be from'} ${tpp.name} (${tpp.id}), ${at}`;
  const answer = response === undefined ? 'No answer: a fault dropped the connection.' : `HTTP/1.1 ${status}`;
  const parts = [
    ...(from === undefined ? [] : [from, '']),
    ...formatMessage(`${method} ${target}`, request),
    '',
    ...(response === undefined ? [answer] : formatMessage(answer, response)),
  ];
  return parts.map((line) => sanitizeForTerminal(line)).join('\n');
}

function formatMessage(start: string, message: Shown['request']): readonly string[] {
  const { headers, bodyBytes, isBodyCut } = message;
  const { body = bodyBytes === 0 ? '' : `(${bodyBytes} bytes that aren't text)` } = message as {
    body?: string;
  };
  const cut = isBodyCut ? [`(cut: the whole has ${bodyBytes} bytes)`] : [];
  return [start, ...headers.map(([name, value]) => `${name}: ${value}`), '', ...body.split('\n'), ...cut];
}
