import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder, type Given, spawnPsd2 } from './program.ts';

/** Runs the program in a process of its own and tells which modules of the bundle ran, by the coverage that V8 keeps. */
export async function modulesRun(
  args: readonly string[],
  given: Omit<Given, 'clockAt'> = {},
): Promise<string[]> {
  const coverage = emptyFolder();
  await spawnPsd2(args, { ...given, env: { ...given.env, NODE_V8_COVERAGE: coverage } });
  return readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as {
      result: { functions: { functionName: string; ranges: { count: number }[] }[] }[];
    };
    return result.flatMap(({ functions }) =>
      functions.flatMap(({ functionName, ranges }) =>
        /^(?:src|node_modules)\//.test(functionName) && ranges[0]!.count > 0 ? [functionName] : [],
      ),
    );
  });
}
