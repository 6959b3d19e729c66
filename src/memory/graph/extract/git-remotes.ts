import type { FactRule, Triplet } from './rule.ts';
import { folderOf } from './version-files.ts';

/** Where a repository comes from, as git keeps it. An address that holds a name and a password is told without them. */
export const gitConfig: FactRule = {
  name: 'git_config',
  matches: (_fileName, path) => path.toLowerCase().endsWith('.git/config'),
  read(text, path) {
    let remote = '';
    const triplets: Triplet[] = [];
    for (const written of text.split('\n')) {
      const line = written.trim();
      if (line.startsWith('[')) remote = line.startsWith('[remote "') ? line.slice('[remote "'.length, line.lastIndexOf('"')) : '';
      else if (remote !== '' && line.startsWith('url')) triplets.push(remoteFact(folderOf(folderOf(path)), remote, line.slice(line.indexOf('=') + 1).trim()));
    }
    return triplets.length === 0 ? undefined : { triplets };
  },
};

function remoteFact(folder: string, remote: string, url: string): Triplet {
  return [folder, remote === 'origin' ? 'has_origin' : 'has_remote', withoutLogin(url)];
}

function withoutLogin(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}
