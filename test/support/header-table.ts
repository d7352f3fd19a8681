import { isOfSandbox, type Operation } from '../../src/wire/operations.ts';
import { describeHeaderValues } from '../../src/wire/request-headers.ts';

const SESSION = ['TPP-Session-ID', 'TPP-Redirect-URI'];

/** The tables of docs/client.md, by the names of their markers. */
export function headerTables(operations: readonly Operation[]): Readonly<Record<string, string>> {
  const own = operations.filter((operation) => operation.listener === 'interface' && !isOfSandbox(operation));
  const names = new Set(
    own.flatMap(({ headers }) => [...headers.required, ...(headers.requiredOneOf ?? [])]),
  );
  const columns = ['request', SESSION.join(', '), 'x-accept-fix', 'Digest', 'PSU-IP-Address', 'PSU'];
  return {
    headers: table(columns, own.map(rowOf)),
    values: table(
      ['header', 'value'],
      ['X-Request-ID', ...names].map((name) => [name, describeHeaderValues(name) ?? '']),
    ),
  };
}

/** Both headers of a session are always required together. */
function rowOf({ method, path, headers, needsDigest }: Operation): string[] {
  const { required, requiredOneOf = required.filter((name) => name === 'PSU-ID') } = headers;
  const mark = (isRequired: boolean) => (isRequired ? 'yes' : '');
  return [
    `\`${method} ${path}\``,
    mark(SESSION.every((name) => required.includes(name))),
    mark(required.includes('x-accept-fix')),
    mark(needsDigest),
    mark(required.includes('PSU-IP-Address')),
    requiredOneOf.join(' or '),
  ];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
