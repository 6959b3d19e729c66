import { join } from 'node:path';
import type { MemoryNoteReport } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import { PREFERENCES_FILE, withPreference } from '../skills/index.ts';
import type { ToolPlace } from '../tools/index.ts';

/** Adds a preference to the file of the folder. The person asks for it themselves, so nothing else has to be asked. */
export async function noteMemory(text: string, place: ToolPlace): Promise<MemoryNoteReport> {
  const { workspaceFiles } = await import('../tools/index.ts');
  const files = workspaceFiles({ ...place, granted: () => true });
  const before = await files.read(PREFERENCES_FILE).then(
    ({ bytes }) => new TextDecoder().decode(bytes),
    (error: unknown) => {
      if (hasCode(error, 'path.missing')) return undefined;
      throw error;
    },
  );
  const { content, isNew } = withPreference(before, text);
  if (isNew) await files.write(PREFERENCES_FILE, new TextEncoder().encode(content));
  return { path: join(place.workspace, PREFERENCES_FILE), is_new: isNew };
}
