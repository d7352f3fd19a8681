import { type CommandContext, type CommandIo, createSilentIo } from '../../src/session/context.ts';

/** The context of a command in this home, without a user. @param io what the test looks at or answers */
export function contextIn(home: string, io: Partial<CommandIo> = {}, cwd = '/'): CommandContext {
  const surroundings = {
    ...{ env: { PSD2_HOME: home }, platform: process.platform, cwd, uid: process.getuid?.() },
  };
  return { surroundings, io: { ...createSilentIo(), ...io } };
}
