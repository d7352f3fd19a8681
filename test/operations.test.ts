import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../src/bank/routes/table.ts';
import type { Operation } from '../src/client/operation.ts';
import { ROOT } from './support/sources.ts';

type Listed = Pick<Operation<unknown, unknown>, 'operation' | 'method' | 'path'>;

/** Every operation that a module of the client exports. */
async function operationsOfClient(): Promise<Listed[]> {
  const folder = join(ROOT, 'src', 'client');
  const modules = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const exported = await Promise.all(modules.map((file) => import(join(folder, file))));
  return exported.flatMap((module) => Object.values<unknown>(module)).filter(isOperation);
}

function isOperation(value: unknown): value is Listed {
  return typeof value === 'object' && value !== null && 'operation' in value && 'path' in value;
}

function sorted(operations: readonly Listed[]): string[] {
  return operations.map(({ operation, method, path }) => `${method} ${path}: ${operation}`).toSorted();
}

/** The rows of decisions.md §1 that are built. */
const decided = [
  'POST /v1/payments/{product}: create payment',
  'GET /v1/payments/{product}/{paymentId}: read payment',
  'GET /v1/payments/{product}/{paymentId}/status: read payment status',
  'GET /v1/sandbox/customers: list sandbox customers',
  'GET /v1/sandbox/accounts: list sandbox accounts',
  'POST /v1/sandbox/initialize: initialise sandbox',
].toSorted();

describe('operations [A-same-operations, D1-paths]', () => {
  it("are the same in the client, in the bank's routes and in decisions.md §1", async () => {
    expect(sorted(ROUTES)).toEqual(decided);
    expect(sorted(await operationsOfClient())).toEqual(decided);
  });

  it('have each a name and a path of their own', () => {
    const names = ROUTES.map(({ operation }) => operation);
    const paths = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('stand below /v1 and have no path that another could take', () => {
    for (const { path } of ROUTES) expect(path).toMatch(/^\/v1(\/([a-z-]+|\{[a-zA-Z]+\}))+$/);
  });
});
