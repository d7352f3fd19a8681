import type { Capture } from '../capture.ts';
import { chooseCapture, readEach } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { holdTo } from '../limits.ts';
import { programCapture } from '../program-request.ts';
import { unreadable } from '../unreadable.ts';
import { type PowerShellCommand, readScript } from './script.ts';
import { readWebRequest } from './web-request.ts';

const COMMAND = /^(?:invoke-webrequest|invoke-restmethod|iwr|irm|(?:wget|curl)(?:\.exe)?)$/i;
const ALIAS = /^(?:wget|curl)$/i;

/** The first line that is none of prose. */
const START =
  /^[ \t]*(?:\$[A-Za-z_]|\(?Invoke-|\(?(?:iwr|irm|curl|wget)[ \t`]|\[[A-Za-z]|(?:try|foreach|if)[ \t]*[({])/im;

/** Of Invoke-WebRequest by one of its names, with its parameters. */
const PARAMETERS = /[ \t`]-(?:Uri|Method|Headers|Body|ContentType|UseBasicParsing|WebSession)(?![\w-])/i;

/**
 * A request of Invoke-WebRequest or Invoke-RestMethod in a script of PowerShell. Nothing is run.
 * @throws Fault INPUT_INVALID
 * @see C-verify-powershell
 */
export function readPowerShell(octets: string, { request: wanted, readFile }: FormOptions): Capture {
  const script = octets.slice(START.exec(octets)?.index);
  const commands = readScript(script, (name) => COMMAND.test(name)).filter((one) =>
    isWebRequest(script, one),
  );
  holdTo('requests', commands.length);
  if (commands.length === 0)
    throw unreadable(
      'No Invoke-WebRequest or Invoke-RestMethod found.',
      'Pass the whole command, from the line that begins with it.',
    );
  return chooseCapture(
    readEach(commands, (command) => programCapture('powershell', readWebRequest(command, readFile))),
    wanted,
  );
}

function isWebRequest(octets: string, { name, start, end }: PowerShellCommand): boolean {
  return !/^(?:wget|curl)/i.test(name) || (ALIAS.test(name) && PARAMETERS.test(octets.slice(start, end)));
}
