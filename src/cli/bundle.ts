import type { Command } from '@oclif/core/command';
import { Config } from '@oclif/core/config';
import type { PJSON, Plugin } from '@oclif/core/interfaces';

/** The parts of the bundle besides the code. */
export interface Bundle {
  /** The package's folder. */
  readonly root: string;
  readonly packageJson: PJSON;
  /** oclif's description of every command, by id. It may lack the members that only help and completion need. */
  readonly manifest: Readonly<Record<string, Command.Cached>>;
  /** Reads what help and completion need of every command, by id. */
  readonly readDetails: () => Readonly<Record<string, CommandDetails>>;
  /** Loads a command's module, by id. */
  readonly commands: Readonly<Record<string, () => Promise<{ readonly default: Command.Class }>>>;
}

const DETAILS = ['description', 'examples', 'flags', 'suggestions', 'usage'] as const;
type CommandDetails = Pick<Command.Cached, (typeof DETAILS)[number]>;

/**
 * Creates oclif's config of the bundled program. The root plugin is passed in, so oclif searches no files and loads
 * only the command that runs.
 */
export async function createBundledConfig(program: Bundle): Promise<Config> {
  const plugin = createRootPlugin(program);
  const config = await Config.load({
    root: program.root,
    pjson: program.packageJson,
    plugins: new Map([[plugin.name, plugin]]),
  });
  addDetails(config, program);
  return config;
}

/** Defines the details of each command under all of its names as getters, which read them on first use. */
function addDetails(config: Config, { manifest, readDetails }: Bundle): void {
  let details: ReturnType<Bundle['readDetails']> | undefined;
  for (const [id, { aliases }] of Object.entries(manifest)) {
    for (const command of [id, ...aliases].map((name) => config.findCommand(name))) {
      for (const name of DETAILS) {
        const get = () => {
          details ??= readDetails();
          return details[id]?.[name];
        };
        Object.defineProperty(command, name, { get, enumerable: true, configurable: true });
      }
    }
  }
}

function createRootPlugin({ root, packageJson, manifest, commands }: Bundle): Plugin {
  const findCommand = async (id: string): Promise<Command.Class> => {
    const load = commands[id];
    if (load === undefined) throw new Error(`the bundle has no command ${id}`);
    const { default: command } = await load();
    command.id = id;
    command.plugin = plugin;
    return command;
  };
  const plugin: Plugin = {
    _base: '',
    name: packageJson.name,
    alias: packageJson.name,
    version: packageJson.version,
    type: 'core',
    moduleType: 'commonjs',
    root,
    pjson: packageJson,
    options: { root, isRoot: true },
    isRoot: true,
    valid: true,
    hasManifest: true,
    hooks: {},
    commandsDir: undefined,
    commandIDs: Object.keys(manifest),
    commands: Object.entries(manifest).map(([id, cached]) => ({ ...cached, load: () => findCommand(id) })),
    topics: Object.entries(packageJson.oclif.topics ?? {}).map(([name, topic]) => ({ ...topic, name })),
    findCommand,
    load: async () => {},
  };
  return plugin;
}
