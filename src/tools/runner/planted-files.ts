import { sensitivityOf } from '../paths/sensitive-paths.ts';

/**
 * Which files a program must not leave behind: those that other programs of the person run or obey by themselves, at any
 * depth. What stands in the workspace is bound read-only in the sandbox as far as it is known; this finds the rest.
 */
export function isPlanted(path: string, content: Uint8Array | null): boolean {
  const names = path.toLowerCase().normalize('NFKC').split('/');
  const git = names.findIndex((name) => name === '.git' || name.endsWith('.git'));
  if (git !== -1) return isPlantedInGit(names.slice(git), content);
  if (KEELSONS_OWN.some((name) => names.at(-1)?.startsWith(name) || names.includes(name)) || OBEYED.has(names.at(-1) ?? '')) return true;
  return sensitivityOf('write', path, []) === 'runs_code' && !TOO_COMMON.has(names.at(-1) ?? '');
}

/** A link can stand for a whole folder of such files. */
export function isPlantedLink(path: string): boolean {
  return ['', '/config', '/tasks.json', '/hooks/x', '/x'].some((below) => isPlanted(`${path}${below}`, null));
}

const KEELSONS_OWN = ['keelson.config.', '.keelson'];
const OBEYED: ReadonlySet<string> = new Set(['.mcp.json', '.claude.json', '.npmrc', '.yarnrc', '.yarnrc.yml', '.gitconfig']);
/** Asked about when a tool writes them, but ordinary output of programs. */
const TOO_COMMON: ReadonlySet<string> = new Set(['config.yaml', 'config.yml', 'crontab', 'known_hosts', '.gitmodules']);

/** Git's own bookkeeping is no harm; what makes it run something is. `names` begins with the folder of the repository. */
function isPlantedInGit(names: readonly string[], content: Uint8Array | null): boolean {
  const inside = names.slice(1);
  const last = inside.at(-1);
  // A file in place of the folder leads git to another repository.
  if (last === undefined) return names[0] === '.git';
  if (last === 'config' || last === 'config.worktree') return content === null || !isHarmlessConfig(Buffer.from(content).toString('utf8'));
  if (inside.includes('hooks')) return !last.endsWith('.sample');
  return (last === 'commondir' && inside.length === 1) || inside.slice(-2).join('/') === 'info/attributes';
}

/** What git itself writes when a repository is made or cloned; whatever else stands there may name a program. */
const HARMLESS_SETTINGS: Readonly<Record<string, ReadonlySet<string>>> = {
  core: new Set(['repositoryformatversion', 'filemode', 'bare', 'logallrefupdates', 'ignorecase', 'precomposeunicode', 'symlinks']),
  remote: new Set(['url', 'fetch']),
  branch: new Set(['remote', 'merge', 'rebase']),
  user: new Set(['name', 'email']),
  init: new Set(['defaultbranch']),
  extensions: new Set(['objectformat', 'refstorage']),
  submodule: new Set(['active', 'url']),
};

function isHarmlessConfig(text: string): boolean {
  let section: ReadonlySet<string> = new Set();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    if (line.startsWith('[')) {
      // One section on a line and nothing behind it: everything else is read in more than one way.
      const end = line.indexOf(']');
      if (end !== line.length - 1) return false;
      section = HARMLESS_SETTINGS[(line.slice(1, end).split(/[ ."]/)[0] ?? '').toLowerCase()] ?? new Set();
      continue;
    }
    const [name = '', ...value] = line.split('=');
    if (!section.has(name.trim().toLowerCase()) || line.endsWith('\\')) return false;
    const given = value.join('=').trim();
    if (given.includes('::') || given.startsWith('-') || given.startsWith('!')) return false;
  }
  return true;
}
