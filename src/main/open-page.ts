import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OWNER_ONLY = 0o600;

/** The program that opens a file as its owner would by hand; undefined where there is no desktop to open it on. */
export function openerOf(platform: string, environment: Readonly<Record<string, string | undefined>>): readonly string[] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  const hasDesktop = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
  // Over a connection from elsewhere the desktop is not the one that the person sits at.
  return hasDesktop && (environment['SSH_CONNECTION'] ?? '') === '' ? ['xdg-open'] : undefined;
}

/**
 * Opens a page in the person's browser. The address holds a secret and everybody on a machine sees what programs are started
 * with, so that a file leads there which only its owner reads. Gives back what takes the file away; false when nothing opened it.
 */
export async function openPage(url: string, opener: readonly string[]): Promise<(() => Promise<void>) | false> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-open-'));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'keelson.html');
  await writeFile(file, `<!doctype html><meta charset="utf-8"><title>Keelson</title><meta http-equiv="refresh" content="0;url=${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">\n`, { mode: OWNER_ONLY });
  const [program = '', ...rest] = opener;
  const hasOpened = await new Promise<boolean>((resolve) => {
    const child = spawn(program, [...rest, file], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => (child.unref(), resolve(true)));
  });
  if (hasOpened) return discard;
  await discard();
  return false;
}
