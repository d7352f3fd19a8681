import { createList, createTextFlag, defineCommand, Flags } from '../../src/cli/command.ts';
import { getTerminalWidth } from '../../src/cli/layout.ts';
import { sanitizeJson } from '../../src/cli/sanitize.ts';
import { convertToLogEntry, requestColumns } from '../../src/serve/window/columns.ts';
import type { ShownRequest } from '../../src/serve/window/shown.ts';

const MOST_LISTED = 1000;

/** @see C-requests */
export default defineCommand(
  {
    summary: 'List the last requests of a served bank.',
    description:
      "Needs a bank that psd2 serve serves, with its operator. The bank keeps the last 1,000 in memory. A TPP with ? only claims to have sent the request, because the signature isn't good.",
    examples: {
      'The last 20': 'requests list',
      'Refused ones, as they come': 'requests list --status 4xx --follow',
    },
    flags: {
      limit: Flags.integer({
        description: 'How many to list.',
        default: 20,
        min: 1,
        max: MOST_LISTED,
        helpValue: 'N',
      }),
      status: createTextFlag('Only those with this status: 201, or 4xx.', 'STATUS'),
      operation: createTextFlag('Only those of this operation.', 'NAME'),
      tpp: createTextFlag('Only those of this TPP, by its organizationIdentifier or name.', 'TPP'),
      text: createTextFlag('Only those with this text in the request or the answer.', 'TEXT'),
      follow: Flags.boolean({
        description: 'Print further ones as they come, a line each, until the bank ends.',
      }),
    },
    presentation: createList<ShownRequest>(requestColumns, 'The bank has had no such request.'),
  },
  async (command, { flags }) => {
    const [{ withOperator }, { followRequests, listRequests }] = await Promise.all([
      import('../../src/serve/operator-client.ts'),
      import('../../src/serve/window/follow.ts'),
    ]);
    const { profile, follow, limit, status, operation, tpp, text } = flags;
    const filter = { status, operation, tpp, text };
    return withOperator(command.context, profile, async (operator) => {
      if (!follow) return { items: await listRequests(operator, { ...filter, limit }) };
      const format = command.jsonEnabled() ? formatJson : await createLineFormat();
      await command.write(formatLines(followRequests(operator, filter, limit), format));
      return { items: [] };
    });
  },
);

function formatJson(request: ShownRequest): string {
  return sanitizeJson(request, 0);
}

async function createLineFormat(): Promise<(request: ShownRequest) => string> {
  const { formatRequestLine } = await import('../../src/serve/request-line.ts');
  const width = getTerminalWidth(process.stdout.columns);
  return (request) =>
    `${request.id}  ${formatRequestLine(convertToLogEntry(request), { red: (line) => line }, width)}`;
}

async function* formatLines(
  requests: AsyncIterable<ShownRequest>,
  format: (request: ShownRequest) => string,
): AsyncGenerator<string> {
  for await (const request of requests) yield `${format(request)}\n`;
}
