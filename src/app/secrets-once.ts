import type { Program } from './program.ts';

/** The same program, which asks for each secret once although one command opens its bank twice. */
export function askingSecretsOnce<P extends Pick<Program, 'askSecret'>>(program: P): P {
  const given = new Map<string, Promise<string | undefined>>();
  const askSecret = (message: string) => {
    const answer = given.get(message) ?? program.askSecret(message);
    given.set(message, answer);
    return answer;
  };
  return { ...program, askSecret };
}
