import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Settings of LibreOffice: the group, the name and the value of each. */
const settings: readonly (readonly [group: string, name: string, value: string])[] = [
  // Documents come from strangers: no macros, and nothing that a document only refers to is loaded, from the network or
  // from this machine's files.
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  // 2: never.
  ['Office.Writer/Content/Update', 'Link', '2'],
  ['Office.Calc/Content/Update', 'Link', '1'],
  // Values that the program stored are shown; formulas are not calculated again, because that may take for ever. 1: never.
  ['Office.Calc/Formula/Load', 'OOXMLRecalcMode', '1'],
  ['Office.Calc/Formula/Load', 'ODFRecalcMode', '1'],
];

const namespaces =
  'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Writes a profile of LibreOffice with these settings into a new folder. */
export async function writeProfile(folder: string): Promise<void> {
  const items = settings.map(
    ([group, name, value]) =>
      `<item oor:path="/org.openoffice.${group}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  await mkdir(path.join(folder, 'user'), { recursive: true });
  await writeFile(
    path.join(folder, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${namespaces}>\n${items.join('\n')}\n</oor:items>\n`,
  );
}
